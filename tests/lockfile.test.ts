import { readFileSync } from 'node:fs';
import path from 'node:path';

type Entry = { link?: boolean; integrity?: string };

const lock: { packages: Record<string, Entry> } = JSON.parse(
  readFileSync(path.join(__dirname, '../package-lock.json'), 'utf8'),
);

describe('somebody on the way to the registry changes a package', () => {
  // npm writes none for an optional package of another platform that it adds beside a node_modules. Remove the entry,
  // and run `npm install --package-lock-only` where there is no node_modules.
  test('every package of the lockfile has its hash', () => {
    const installed = Object.entries(lock.packages).filter(([at, { link }]) => at.includes('node_modules/') && !link);
    expect(installed.length).toBeGreaterThan(1_000);
    expect(installed.flatMap(([at, { integrity }]) => (integrity?.startsWith('sha512-') ? [] : at))).toEqual([]);
  });
});
