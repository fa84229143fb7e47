import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { PAGES, ROOT, read } from './pages';

// A reader who follows a reference to nothing stops believing the documents.

/** Our files below a folder whose names end so. */
function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'generated'].includes(entry.name) ? [] : filesIn(name, ending);
    return ending.test(name) ? [name] : [];
  });
}

/** The anchors that GitHub gives the headings of a page. */
const anchorsOf = (page: string) =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The links of a page to a heading: [page, anchor]. */
const anchorLinksOf = (page: string): [string, string][] =>
  [...read(page).matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)].map(([, target = '', anchor = '']) => [
    target === '' ? page : path.posix.join(path.posix.dirname(page), target),
    anchor,
  ]);

describe('a link to a heading', () => {
  test.each(PAGES)('of %s leads to one', (page) => {
    const missing = anchorLinksOf(page).filter(
      ([target, anchor]) => !existsSync(path.join(ROOT, target)) || !anchorsOf(target).includes(anchor),
    );
    expect(missing).toEqual([]);
  });
});

describe('a citation of the specification', () => {
  const sections = new Set(
    [...read('docs/reference/specification.md').matchAll(/^#+ (\d+(?:\.\d+)?)\.? /gm)].map(([, n]) => n),
  );

  test('names a section that exists', () => {
    const files = ['apps', 'packages', 'tests', 'prisma'].flatMap((folder) => filesIn(folder, /\.(tsx?|sql|md)$/));
    const cited = [...files, ...PAGES].flatMap((file) =>
      [...read(file).matchAll(/\bspecification (\d+(?:\.\d+)?)/gi)].map(([, section]) => `${file}: ${section}`),
    );
    expect(cited.length).toBeGreaterThan(0);
    expect(cited.filter((one) => !sections.has(one.split(': ')[1]))).toEqual([]);
  });
});

describe('a command that shows a guarantee', () => {
  const tests = [
    ...filesIn('apps', /\.test\.ts$/),
    ...filesIn('packages', /\.test\.ts$/),
    ...filesIn('tests', /\.test\.ts$/),
  ];
  const patterns = PAGES.flatMap((page) =>
    [...read(page).matchAll(/npm test -- ([^`\n]+)`/g)].flatMap(([, given = '']) =>
      given
        .split(' ')
        .filter((pattern) => /^[\w./-]+$/.test(pattern) && !pattern.startsWith('--'))
        .map((pattern): [string, string] => [page, pattern]),
    ),
  );

  test.each(patterns)('in %s: %s names a test', (_, pattern) => {
    expect(tests.some((file) => new RegExp(pattern).test(file))).toBe(true);
  });
});

describe('a message that an operator looks up', () => {
  const sources = ['apps', 'packages', 'scripts', 'tests/browser/support']
    .flatMap((folder) => filesIn(folder, /(?<!\.test)\.(ts|mjs)$/))
    .map((file) => read(file).replace(/['`] \+\s*['`]/g, ''));
  const messages = [...read('docs/operate/troubleshooting.md').matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(
    ([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message),
  );

  test('is looked for in a table with many', () => {
    expect(messages.length).toBeGreaterThan(30);
  });

  // "…" stands for a name or a number
  test.each(messages)('%s is in the sources', (message) => {
    const parts = message.split('…').map((part) => part.trim().replace(/[^\w\s]/g, '\\$&'));
    const pattern = new RegExp(parts.join('.{1,60}?'));
    expect(sources.some((text) => pattern.test(text))).toBe(true);
  });
});
