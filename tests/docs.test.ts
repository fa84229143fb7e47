import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');
const pages = [
  ...readdirSync(ROOT).filter((file) => file.endsWith('.md')),
  'prisma/functions/README.md',
  'packages/client/README.md',
  'packages/core/src/purchase/README.md',
  ...['docs', 'docs/guides'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`),
  ),
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
