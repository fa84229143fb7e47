import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(__dirname, '..');

/** Every Markdown page of the repository, new ones included, as a path from its root. */
export const PAGES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((page) => page !== '')
  .sort();

/** The text of a file of the repository. */
export const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
