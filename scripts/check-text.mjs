// Fails when a line of a comment or of a page is longer than 120 columns. The formatter wraps code, and leaves these
// alone. Left out: generated files, and in pages tables, code blocks and long links.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const COLUMNS = 120;
const FILES = ['*.ts', '*.tsx', '*.mjs', '*.cjs', '*.mts', '*.css', '*.sql', '*.prisma', '*.yml', '*.yaml', '*.md'];
const LEFT_OUT = [/\/generated\//];
const COMMENT = /^\s*(\/\/|\/\*|\*( |\/|$)|--|# )|\s(\/\/|--) /;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...FILES], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !LEFT_OUT.some((pattern) => pattern.test(file)));

const faults = files.flatMap((file) => {
  const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n');
  return (file.endsWith('.md') ? wideProse(lines) : wideComments(lines)).map((n) => `${file}:${n}`);
});

for (const fault of faults) console.log(`${fault}: wrap at ${COLUMNS} columns`);
if (faults.length > 0) process.exitCode = 1;

/** The numbers of the comment lines that are too wide. */
function wideComments(lines) {
  return lines.flatMap((line, i) => (isWide(line) && COMMENT.test(line) ? [i + 1] : []));
}

/** The numbers of the lines that are too wide, outside tables, code blocks, and lines with one long link. */
function wideProse(lines) {
  let inCode = false;
  return lines.flatMap((line, i) => {
    if (line.trimStart().startsWith('```')) inCode = !inCode;
    const breakable = !inCode && !line.startsWith('|') && !/^\S+$|\]\(\S{60,}\)/.test(line.trim());
    return breakable && isWide(line) ? [i + 1] : [];
  });
}

function isWide(line) {
  return [...line].length > COLUMNS;
}
