// Fails when a line of a comment or of a page is longer than 120 columns, when a comment, a text of the code or a page
// has a phrase that the style guide of CONTRIBUTING.md replaces, and when a page has a sentence of more than 35 words.
// The formatter wraps code, and leaves these alone. Left out: generated files, and in pages code blocks, wide tables
// and long links.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const COLUMNS = 120;
const WORDS = 35;
const FILES = ['*.ts', '*.tsx', '*.mjs', '*.cjs', '*.mts', '*.css', '*.sql', '*.prisma', '*.yml', '*.yaml', '*.md'];
const LEFT_OUT = [/\/generated\//, /^prisma\/migrations\//];
/** The style guide and this file name the phrases. */
const KEEP_PHRASES = ['CONTRIBUTING.md', 'scripts/check-text.mjs'];
const COMMENT = /^\s*(\/\/|\/\*|\*( |\/|$)|--|# )|\s(\/\/|--) /;

/** Phrases, each with what to write in its place. */
const PHRASES = [
  [/\bwhoever\b/i, 'anyone who, or name the person'],
  [/\bfor ever\b/i, 'forever'],
  [/, also (when|by|after|if|with|for|of|in|those|that)\b/i, 'even if, including, or a sentence of its own'],
  [/\b(is|are|was|were) answered\b/i, 'the API returns, or somebody answers'],
  [/\b(is|are) [245][0-3]\d\b(?!,\d| m?s\b)/, 'returns'],
  [/\bof ours\b/i, 'our, or name it'],
  [/\bby (itself|themselves)\b/i, 'automatically, or alone'],
  [/\bof (which|whom)\b/i, 'whose, that, or a sentence of its own'],
  [/\ball the same\b/i, 'still'],
  [/\bnothing of (it|them)\b/i, 'none of it, or name what'],
];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...FILES], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !LEFT_OUT.some((pattern) => pattern.test(file)));

const faults = files.flatMap((file) => {
  const text = readFileSync(path.join(ROOT, file), 'utf8').split('\n');
  const lines = file.endsWith('.md') ? withoutCode(text) : text;
  const found = file.endsWith('.md') ? faultsOfPage(lines) : wideComments(lines);
  return [...found, ...(KEEP_PHRASES.includes(file) ? [] : phrases(lines))].map((fault) => `${file}:${fault}`);
});

for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;

/** Each fault begins with the number of its line, if it has one. */
function faultsOfPage(lines) {
  return [...wideProse(lines), ...longSentences(lines)];
}

function wideComments(lines) {
  return lines.flatMap((line, i) => (isWide(line) && COMMENT.test(line) ? [tooWide(i)] : []));
}

function tooWide(i) {
  return `${i + 1}: wrap at ${COLUMNS} columns`;
}

/** The lines of a page, with those of code blocks empty. */
function withoutCode(lines) {
  let inCode = false;
  return lines.map((line) => {
    const isFence = line.trimStart().startsWith('```');
    if (isFence) inCode = !inCode;
    return inCode || isFence ? '' : line;
  });
}

/** Outside tables and lines with one long link. */
function wideProse(lines) {
  return lines.flatMap((line, i) => {
    const breakable = !line.startsWith('|') && !/^\S+$|\]\(\S{60,}\)/.test(line.trim());
    return breakable && isWide(line) ? [tooWide(i)] : [];
  });
}

function phrases(lines) {
  return lines.flatMap((line, i) =>
    PHRASES.flatMap(([pattern, instead]) => {
      const [found] = pattern.exec(line) ?? [];
      return found === undefined ? [] : [`${i + 1}: "${found.replace(/^, /, '')}": write ${instead}`];
    }),
  );
}

/** The first words of each long sentence of a paragraph. */
function longSentences(lines) {
  const paragraphs = lines.join('\n').split(/\n\s*\n/);
  return paragraphs
    .filter((text) => !/^\s*([|#\-*><]|\d+\.)/.test(text))
    .flatMap((text) =>
      text
        .split(/\s+/)
        .join(' ')
        .split(/(?<=[.!?])\s+/),
    )
    .filter((sentence) => sentence.split(' ').length > WORDS)
    .map((sentence) => ` more than ${WORDS} words: "${sentence.split(' ').slice(0, 8).join(' ')} …"`);
}

function isWide(line) {
  return [...line].length > COLUMNS;
}
