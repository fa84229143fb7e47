import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { discountedProducts, type ProductType, products, productTypes } from '@topup/core/product';
import { operatorsOf } from '../journey/support/ops';
import { sellerNames, sells } from './sellers';
import type { Service } from './test-bed';

/**
 * One version of the routing rules for each provider, which puts it before the others in all that it sells. They follow
 * it in the one order for every second product, and in the other for the rest.
 */
const VERSIONS = sellerNames.map((first, n) => {
  const others = [...sellerNames.slice(n + 1), ...sellerNames.slice(0, n)];
  const lineOf = (product: ProductType, following: readonly string[]) =>
    `${product}: ${[first, ...following].filter((name) => sells(name, product)).join(', ')}`;
  return productTypes.map((product, place) => lineOf(product, place % 2 === 0 ? others : others.toReversed()));
});
const EVERY_MS = 7_000;

/**
 * Confirms what `catalogue sync` proposes, so that every provider may be asked for all it sells, gives a discount on
 * each service, and writes the rules.
 */
export async function prepareRouting({ world }: Pick<Service, 'world'>): Promise<void> {
  const ops = operatorsOf(world);
  // not by `ops`: without sales, nothing is known of a commission that they could be compared with
  for (const product of discountedProducts)
    await world.sql(
      `INSERT INTO discount (tier_id, product_type, service, bps, cost_bps, below_cost_allowed)
       SELECT t.id, $1, service, 75, 9900, false FROM tier t CROSS JOIN unnest($2::text[]) service`,
      [product, products[product].services],
    );
  await ops('catalogue', 'sync');
  await ops('catalogue', 'map', '--accept-proposals');
  const folder = mkdtempSync(path.join(tmpdir(), 'topup-chaos-rules-'));
  try {
    for (const [i, lines] of VERSIONS.entries()) {
      const file = path.join(folder, `${i}`);
      writeFileSync(file, lines.join('\n'));
      await ops('route', 'set', '--file', file, '--note', 'chaos', ...(i === 0 ? ['--activate'] : []));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Activates the next version every 7 s, while orders are under way, so that each provider sells a third of the time.
 */
export async function changeRouting({ world }: Pick<Service, 'world'>, until: AbortSignal): Promise<void> {
  const ops = operatorsOf(world);
  for (let n = 1; !until.aborted; n += 1) {
    await sleep(EVERY_MS, undefined, { signal: until }).catch(() => undefined);
    // the database may be away
    await ops('route', 'activate', String((n % VERSIONS.length) + 1)).catch(() => undefined);
  }
}
