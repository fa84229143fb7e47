import { readFileSync } from 'node:fs';
import path from 'node:path';

// `npm run generate` fills the page from what tests declare, and `npm run check` fails when it is not current.
const ROOT = path.join(__dirname, '..');
const [matrix = '', list = ''] = readFileSync(path.join(ROOT, 'docs/explain/fault-matrix.md'), 'utf8').split(
  '\n## Tests\n',
);
const tests = [...list.matchAll(/^\| (\d+) \| `([^`]+)` \| (.+) \|$/gm)].map(([, number, file = '', title = '']) => ({
  number,
  file,
  title,
}));
const rows = [...matrix.matchAll(/^\| ([A-Z])(\d+) \| (.+) \|$/gm)].map(([, letter = '', number, cells = '']) => ({
  letter,
  number: Number(number),
  cells: cells.split(' | ').slice(1),
}));

describe('docs/explain/fault-matrix.md claims what no test shows', () => {
  test('each cell names tests or a reason', () => {
    const cells = rows.flatMap((row) => row.cells);
    expect(cells.length).toBeGreaterThan(200);
    expect(cells.filter((cell) => !/^(\d+|[a-z])(, (\d+|[a-z]))*( \([a-z]\))?$/.test(cell))).toEqual([]);
  });

  test('the faults of each table are numbered', () => {
    for (const letter of new Set(rows.map((row) => row.letter))) {
      const numbers = rows.filter((row) => row.letter === letter).map(({ number }) => number);
      expect(numbers).toEqual(numbers.map((_, n) => n + 1));
    }
  });

  test.each(tests)('row $number names an existing test of $file', ({ file, title }) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    expect(
      ["'", '"', '`'].some(
        (quote) => text.includes(`(${quote}${title}${quote},`) || text.includes(`  ${quote}${title}${quote},\n`),
      ),
    ).toBe(true);
  });

  test('the tables name exactly the listed reasons', () => {
    const named = new Set(rows.flatMap((row) => row.cells.flatMap((cell) => cell.match(/\b[a-z]\b/g) ?? [])));
    const given = [...matrix.matchAll(/^- ([a-z]): /gm)].map(([, letter]) => letter);
    expect([...named].sort()).toEqual(given.sort());
  });
});
