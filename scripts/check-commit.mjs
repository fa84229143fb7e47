// The commit-message check. As a hook: check-commit.mjs <file with the message>. For commits that are new on a branch:
// check-commit.mjs --new <base> <head> <fallback base>. Prints what is wrong; exit code 1 if anything is.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const PREFIXES = ['feat', 'fix', 'refactor', 'docs', 'test', 'perf', 'build'];
const SUBJECT = new RegExp(`^(${PREFIXES.join('|')})(\\([a-z0-9-]+\\))?!?: \\S`);
const MAX_SUBJECT = 72;
/** Wrap at 72; a word that ends a little later is not worth another commit. */
const MAX_BODY = 80;

/** A line that cannot be wrapped: it has a URL, is a row of a table or indented code, or has no space. */
const isUnbreakable = (line) => line.includes('://') || /^(\||\t| {4})/.test(line) || !line.trim().includes(' ');

/** @returns what is wrong with a message, in words; empty when nothing is */
function faultsOf(message) {
  const [subject = '', separator, ...body] = message.trimEnd().split('\n');
  const faults = [];
  if (!SUBJECT.test(subject))
    faults.push(`the subject must begin with one of ${PREFIXES.join(', ')}, an optional scope, a colon and a space`);
  if ([...subject].length > MAX_SUBJECT)
    faults.push(`the subject has ${[...subject].length} characters; ${MAX_SUBJECT} are allowed`);
  if (subject.endsWith('.')) faults.push('the subject must not end with a full stop');
  if (separator !== undefined && separator !== '')
    faults.push('a blank line must stand between the subject and the body');
  for (const line of body)
    if ([...line].length > MAX_BODY && !isUnbreakable(line))
      faults.push(`a line of the body has more than ${MAX_BODY} characters: ${line}`);
  return faults;
}

/** The message as git will store it: without its comments and the diff of `git commit --verbose`. */
function withoutComments(text) {
  const [kept = ''] = text.split(/^# -+ >8 -+$/m);
  return kept
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trim();
}

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

function isCommit(name) {
  try {
    git('cat-file', '-e', `${name}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

/** Merges have the message that git makes. A base that is not there belongs to a new branch, or was replaced by force. */
function newMessages(base, head, fallback) {
  const known = isCommit(base) ? base : fallback;
  return git('rev-list', '--no-merges', '--reverse', `${known}..${head}`)
    .split('\n')
    .filter((commit) => commit !== '')
    .map((commit) => ({ name: commit.slice(0, 10), message: git('log', '-1', '--format=%B', commit) }));
}

function hookMessages(file) {
  const message = withoutComments(readFileSync(file, 'utf8'));
  return message === '' || message.startsWith('Merge ') ? [] : [{ name: 'commit message', message }];
}

const [first, ...rest] = process.argv.slice(2);
const messages = first === '--new' ? newMessages(...rest) : hookMessages(first);
const wrong = messages.filter(({ message }) => faultsOf(message).length > 0);
for (const { name, message } of wrong) {
  console.error(`${name}: ${message.split('\n')[0]}`);
  for (const fault of faultsOf(message)) console.error(`  - ${fault}`);
}
if (wrong.length > 0) {
  console.error('The rules are in CONTRIBUTING.md, under "Commits".');
  process.exitCode = 1;
}
