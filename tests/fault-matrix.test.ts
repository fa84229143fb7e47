import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');
const page = readFileSync(path.join(ROOT, 'docs/fault-matrix.md'), 'utf8');
const [matrix = '', list = ''] = page.split('\n## Tests\n');
const tests = [...list.matchAll(/^(\d+)\. `([^`]+)`: "(.+)"$/gm)].map(([, number, file = '', title = '']) => ({
  number,
  file,
  title,
}));

/** What the cells of the tables name, without their heads and first columns. */
const cells = matrix
  .split('\n')
  .filter((line, n, lines) => line.startsWith('| ') && !line.startsWith('| ---') && !lines[n + 1]?.startsWith('| ---'))
  .flatMap((line) => line.split('|').slice(2, -1));
const named = (text: RegExp) => new Set(cells.flatMap((cell) => cell.match(text) ?? []));

test('a cell says nothing, or something that is not explained: each names tests or a reason', () => {
  expect(cells.length).toBeGreaterThan(200);
  expect(cells.filter((cell) => !/^ (\d+|[a-z])(, (\d+|[a-z]))*( \([a-z]\))? $/.test(cell))).toEqual([]);
});

test.each(tests)('$number. is shown by a test that is no longer there: $file "$title"', ({ file, title }) => {
  expect(existsSync(path.join(ROOT, file))).toBe(true);
  expect(readFileSync(path.join(ROOT, file), 'utf8')).toContain(title);
});

test('the tables and the list of tests have grown apart', () => {
  expect(tests.map(({ number }) => number)).toEqual(tests.map((_, index) => `${index + 1}`));
  expect([...named(/\d+/g)].sort()).toEqual(tests.map(({ number }) => number).sort());
});

test('a reason is given that nobody can read', () => {
  const given = [...matrix.matchAll(/^- ([a-z]): /gm)].map(([, letter]) => letter);
  expect([...named(/\b[a-z]\b/g)].sort()).toEqual(given.sort());
});
