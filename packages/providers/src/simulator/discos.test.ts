import { readFileSync } from 'node:fs';
import path from 'node:path';
import { products } from '@topup/core/product';
import { discoOf } from './discos';

const PAGE = path.resolve(__dirname, '../../../../docs/integrate/test-numbers.md');
const { services, price } = products.ELECTRICITY;
const bounds = { minimumKobo: BigInt(price.min) * 100n, maximumKobo: BigInt(price.max) * 100n };
const naira = (kobo: bigint) => `₦${(kobo / 100n).toLocaleString('en')}`;
const disco = (service: string) => `${service.charAt(0).toUpperCase()}${service.slice(1).replace('-electric', '')}`;

test('the page of test numbers names each limit of a disco that refuses an amount which the API takes', () => {
  const page = readFileSync(PAGE, 'utf8').replace(/\s+/g, ' ');
  const refusing = services.flatMap((service) => {
    const { minimumKobo, maximumKobo } = discoOf(service);
    const limits = [
      ...(minimumKobo > bounds.minimumKobo ? [minimumKobo] : []),
      ...(maximumKobo < bounds.maximumKobo ? [maximumKobo] : []),
    ];
    return limits.map((kobo) => `${naira(kobo)} at ${disco(service)}`);
  });
  expect(refusing).toHaveLength(4);
  expect(refusing.filter((limit) => !page.includes(limit))).toEqual([]);
});

test('a lookup names each minimum of a disco above that of the API', () => {
  const higher = services.map(discoOf).filter(({ minimumKobo }) => minimumKobo > bounds.minimumKobo);
  expect(higher.length).toBeGreaterThan(0);
  expect(higher.filter(({ namesMinimum }) => namesMinimum !== true)).toEqual([]);
});
