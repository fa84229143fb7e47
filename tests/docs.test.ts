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

/** Nobody reads a longer page to its end. The specification is one document, and generated text is looked up. */
test('no page that is written by hand has more than 250 lines', () => {
  const written = PAGES.filter((page) => page !== 'docs/reference/specification.md').map((page) => {
    const [byHand = ''] = read(page).split(/^<!-- Written by `npm run generate`/m);
    const lines = byHand
      .replace(/<!-- (.*): written by npm run generate -->[\s\S]*?<!-- end of \1 -->/g, '')
      .split('\n');
    return { page, lines: lines.length };
  });
  expect(written.filter(({ lines }) => lines > 250)).toEqual([]);
});
