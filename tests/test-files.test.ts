import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type CallExpression, type Expression, parseSync } from '@swc/core';

const ROOT = path.join(__dirname, '..');
const LONGEST_TITLE = 100;
const MOST_LINES = 400;

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const files = ['apps', 'packages', 'tests'].flatMap(testFilesIn);

function testFilesIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : testFilesIn(name);
    return /\.test\.tsx?$/.test(name) ? [name] : [];
  });
}

/** The titles of tests and suites as they are written. What `%s`, `$name` and `${…}` stand for does not count. */
function titlesIn(file: string): string[] {
  const titles: string[] = [];
  visit(parseSync(read(file), { syntax: 'typescript', target: 'es2023' }), (call) => {
    const title = textOf(call.arguments[0]?.expression);
    if (title !== undefined && /^(test|it|describe)/.test(rootName(call.callee))) titles.push(title);
  });
  return titles;
}

function visit(node: unknown, found: (call: CallExpression) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (isCall(node)) found(node);
  for (const child of Object.values(node)) visit(child, found);
}

const isCall = (node: object): node is CallExpression => 'type' in node && node.type === 'CallExpression';

/** `test` of `test('…')`, `test.skip('…')` and `test.each([…])('…')`. */
function rootName(callee: CallExpression['callee'] | Expression): string {
  if (callee.type === 'Identifier') return callee.value;
  if (callee.type === 'CallExpression') return rootName(callee.callee);
  if (callee.type === 'MemberExpression') return rootName(callee.object);
  return '';
}

function textOf(expression: Expression | undefined): string | undefined {
  if (expression?.type === 'StringLiteral') return expression.value;
  if (expression?.type === 'TemplateLiteral') return expression.quasis.map(({ raw }) => raw).join('…');
  return undefined;
}

describe('nobody reads tests that are too long', () => {
  test('there are test files', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(titlesIn('tests/test-files.test.ts')).toContain('there are test files');
  });

  test('a title has at most 100 characters', () => {
    const long = files.flatMap((file) =>
      titlesIn(file).flatMap((title) => ([...title].length > LONGEST_TITLE ? [`${file}: ${title}`] : [])),
    );
    expect(long).toEqual([]);
  });

  test('a test file has at most 400 lines', () => {
    const long = files.filter((file) => read(file).trimEnd().split('\n').length > MOST_LINES);
    expect(long).toEqual([]);
  });
});
