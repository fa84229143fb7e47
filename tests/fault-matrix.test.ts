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

/** The cells of the tables, without heads and first columns. */
const cells = matrix
  .split('\n')
  .filter((line, n, lines) => line.startsWith('| ') && !line.startsWith('| ---') && !lines[n + 1]?.startsWith('| ---'))
  .flatMap((line) => line.split('|').slice(2, -1));
const named = (text: RegExp) => new Set(cells.flatMap((cell) => cell.match(text) ?? []));

describe('docs/fault-matrix.md claims what no test shows', () => {
  test('each cell names tests or a reason', () => {
    expect(cells.length).toBeGreaterThan(200);
    expect(cells.filter((cell) => !/^ (\d+|[a-z])(, (\d+|[a-z]))*( \([a-z]\))? $/.test(cell))).toEqual([]);
  });

  test.each(tests)('row $number names an existing test of $file', ({ file, title }) => {
    expect(existsSync(path.join(ROOT, file))).toBe(true);
    expect(readFileSync(path.join(ROOT, file), 'utf8')).toContain(title);
  });

  test('the tables name exactly the listed tests', () => {
    expect(tests.map(({ number }) => number)).toEqual(tests.map((_, index) => `${index + 1}`));
    expect([...named(/\d+/g)].sort()).toEqual(tests.map(({ number }) => number).sort());
  });

  test('the tables name exactly the listed reasons', () => {
    const given = [...matrix.matchAll(/^- ([a-z]): /gm)].map(([, letter]) => letter);
    expect([...named(/\b[a-z]\b/g)].sort()).toEqual(given.sort());
  });
});
