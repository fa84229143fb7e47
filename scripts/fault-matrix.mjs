// The numbers in docs/explain/fault-matrix.md. A comment above a test declares the faults that the test shows, and in
// which columns of the table: `// fault P1: accept, enqueue`, or `// fault C5, C6` where a table has one column.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const DECLARATION = /^ *\/\/ fault (.+)$/gm;
/** The title of the test or suite that comes next. */
const TITLE = /(?:\b(?:test|it|testInFullRun|describe)|\))\(\s*(['"`])((?:(?!\1).)+)\1/g;
const BEGIN = '<!-- tests: written by npm run generate -->';
const END = '<!-- end of tests -->';

/**
 * The page with the numbers of the tests in its tables and the list of these tests. Faults, columns and reasons (single
 * letters) are what the page has.
 * @param {string} root the clone
 * @throws Error when a test declares a fault or a column that the page has not, or a cell has neither test nor reason
 */
export function faultMatrix(root) {
  const page = readFileSync(path.join(root, 'docs/explain/fault-matrix.md'), 'utf8');
  const declared = ['apps', 'packages', 'tests']
    .flatMap((folder) => testFiles(root, folder))
    .flatMap(declarations(root));
  const [head] = page.split(BEGIN);
  const used = new Set();
  const numbers = new Map();
  let columns = [];
  const lines = head.split('\n').map((line) => {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (cells[0] === '') columns = cells.slice(2);
    if (!/^[A-Z]\d+$/.test(cells[0] ?? '')) return line;
    const [fault, name, ...others] = cells;
    const filled = others.map((cell, n) => {
      const tests = declared.filter((one) => one.fault === fault && (one.column ?? columns[0]) === columns[n]);
      for (const test of tests) used.add(test);
      for (const { key } of tests) if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
      const text = [...new Set(tests.map(({ key }) => numbers.get(key)))].sort((a, b) => a - b).join(', ');
      const reasons = cell.match(/\(?\b[a-z]\b\)?/g) ?? [];
      if (text === '' && reasons.length === 0)
        throw new Error(`${fault} (${name}), ${columns[n]}: no test and no reason`);
      return [text, ...reasons].filter((part) => part !== '').join(reasons[0]?.startsWith('(') ? ' ' : ', ');
    });
    return `| ${[fault, name, ...filled].join(' | ')} |`;
  });
  for (const one of declared)
    if (!used.has(one))
      throw new Error(`${one.file} declares a fault that the page has not: ${one.fault} ${one.column ?? ''}`);
  const list = ['|  | file | test |', '| --- | --- | --- |'];
  for (const [key, number] of numbers) list.push(`| ${number} | ${key} |`);
  return [lines.join('\n').trimEnd(), '', BEGIN, '', ...list, '', END, ''].join('\n');
}

function testFiles(root, folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist')
    .flatMap((entry) => {
      const name = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) return testFiles(root, name);
      return name.endsWith('.test.ts') ? [name] : [];
    })
    .sort();
}

/** Every fault and column that a file declares, with the test as the list names it. */
const declarations = (root) => (file) => {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(DECLARATION)].flatMap(({ 1: what, index }) => {
    TITLE.lastIndex = index;
    const [, , title] = TITLE.exec(text) ?? [];
    const [faults, columns] = what.split(': ');
    const key = `\`${file}\` | ${title.replaceAll('|', '\\|')}`;
    return faults
      .split(', ')
      .flatMap((fault) =>
        columns === undefined
          ? [{ file, key, fault }]
          : columns.split(', ').map((column) => ({ file, key, fault, column })),
      );
  });
};
