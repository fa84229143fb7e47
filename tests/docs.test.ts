import { existsSync } from 'node:fs';
import path from 'node:path';
import { PAGES, ROOT, read } from './pages';

const linksOf = (text: string) =>
  [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)]
    .map(([, target]) => target ?? '')
    .filter((target) => !/^https?:/.test(target));

test.each(PAGES)('%s has no broken link', (page) => {
  const missing = linksOf(read(page)).filter((target) => !existsSync(path.join(ROOT, path.dirname(page), target)));
  expect(missing).toEqual([]);
});
