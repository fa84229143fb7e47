import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');
const pages = [
  'README.md',
  'packages/core/src/purchase/README.md',
  ...readdirSync(path.join(ROOT, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const linksOf = (text: string) =>
  [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)]
    .map(([, target]) => target ?? '')
    .filter((target) => !/^https?:/.test(target));

test.each(pages)('%s has no broken link', (page) => {
  const missing = linksOf(read(page)).filter((target) => !existsSync(path.join(ROOT, path.dirname(page), target)));
  expect(missing).toEqual([]);
});

describe('the walk of one purchase in the README is wrong', () => {
  const [, walk = ''] = read('README.md').split('## How a purchase travels');
  const stops = linksOf(
    walk
      .split('\n')
      .filter((line) => /^\d+\. /.test(line))
      .join('\n'),
  );

  test('it has ten stops, each once', () => {
    expect(stops).toHaveLength(10);
    expect(new Set(stops).size).toBe(10);
  });

  test.each([
    ['purchase.route.ts', 'sellPurchase('],
    ['sell-purchase.ts', 'acceptPurchase('],
    ['sell-purchase.ts', 'dispatchPurchase('],
    ['jobs.ts', 'sendPurchase('],
    ['send-purchase.ts', 'claimPurchase('],
    ['send-purchase.ts', 'provider.send('],
    ['send-purchase.ts', 'settlePurchase('],
    ['settle-purchase.ts', 'enqueueEvent('],
  ])('%s calls %s', (stop, call) => {
    const file = stops.find((link) => link.endsWith(stop)) ?? '';
    expect(read(file)).toContain(call);
  });
});
