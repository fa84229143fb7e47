import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// The history would fill with subjects that no tool and no reader can use.

const SCRIPT = path.join(__dirname, '../scripts/check-commit.mjs');

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'topup-commit-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Git of this test alone: neither the settings of the machine nor a hook that runs us decide anything. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
};

function run(command: string, args: string[]): { ok: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: directory, env, encoding: 'utf8' });
  return { ok: status === 0, output: `${stdout}${stderr}`.trim() };
}

function check(message: string): { ok: boolean; output: string } {
  const file = path.join(directory, 'message');
  writeFileSync(file, message);
  return run(process.execPath, [SCRIPT, file]);
}

describe('the message of a commit', () => {
  test.each([
    ['a subject alone', 'fix: refund a purchase that was never sent\n'],
    ['a scope', 'feat(api): accept a null webhook URL'],
    ['a breaking change', 'refactor!: drop the old queue names'],
    ['a body', `docs: explain leases\n\n${'word '.repeat(16)}\n\nSecond paragraph.`],
    ['a long URL', `docs: link the standard\n\nSee https://example.com/${'x'.repeat(80)}`],
    ['a row of a table', `perf: read fewer pages\n\n| before | after |${' 1 |'.repeat(20)}`],
    ['comments of git', `test: cover leases\n\n# ${'Please enter the commit message. '.repeat(4)}`],
    [
      'the diff of a verbose commit',
      `test: cover leases\n\n# ${'-'.repeat(24)} >8 ${'-'.repeat(24)}\n${'diff '.repeat(20)}`,
    ],
    ['a merge', 'Merge branch main into docs'],
  ])('%s passes', (_, message) => {
    expect(check(message)).toEqual({ ok: true, output: '' });
  });

  test.each([
    ['no prefix', 'Refund a purchase', 'must begin with one of'],
    ['an unknown prefix', 'chore: tidy up', 'must begin with one of'],
    ['a prefix without a space', 'fix:refund', 'must begin with one of'],
    ['73 characters', `fix: ${'x'.repeat(68)}`, 'has 73 characters; 72 are allowed'],
    ['a full stop', 'fix: refund a purchase.', 'must not end with a full stop'],
    ['no blank line', 'fix: refund a purchase\nbecause it was not sent', 'a blank line must stand between'],
    ['a long line', `fix: refund a purchase\n\n${'word '.repeat(17)}`, 'a line of the body has more than 80'],
  ])('%s is declined', (_, message, reason) => {
    const { ok, output } = check(message);
    expect([ok, output]).toEqual([false, expect.stringContaining(reason)]);
    expect(output).toContain('CONTRIBUTING.md');
  });
});

describe('the commits that are new on a branch', () => {
  const git = (...args: string[]) => {
    const { ok, output } = run('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args]);
    if (!ok) throw new Error(output);
    return output;
  };
  const commit = (message: string) => {
    git('commit', '--quiet', '--allow-empty', '--message', message);
    return git('rev-parse', 'HEAD');
  };
  const checkNew = (...commits: string[]) => run(process.execPath, [SCRIPT, '--new', ...commits]);

  test('only the new ones are judged, each by its name', () => {
    git('init', '--quiet');
    const old = commit('An old subject without a prefix');
    const good = commit('fix: refund a purchase');
    const bad = commit('Another one');
    expect(checkNew(old, good, old)).toEqual({ ok: true, output: '' });
    const { ok, output } = checkNew(old, bad, old);
    expect([ok, output]).toEqual([false, expect.stringContaining(`${bad.slice(0, 10)}: Another one`)]);
    expect(output).not.toContain(good.slice(0, 10));
  });

  test('a base that git does not know is replaced by the fallback', () => {
    git('init', '--quiet');
    const old = commit('An old subject without a prefix');
    commit('fix: refund a purchase');
    expect(checkNew('0'.repeat(40), 'HEAD', old)).toEqual({ ok: true, output: '' });
    expect(checkNew('0'.repeat(40), 'HEAD', 'HEAD')).toEqual({ ok: true, output: '' });
  });
});
