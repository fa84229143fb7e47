import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SCRIPT = path.join(__dirname, '../scripts/check-migrations.mjs');

/** Git of this test alone: no setting of the machine decides anything. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};

let clone: string;
beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'topup-names-'));
  git('init', '--quiet', '--initial-branch=main');
  write('20261203110000_baseline');
  commit();
});
afterEach(() => rmSync(clone, { recursive: true }));

const git = (...args: string[]) => {
  const { status, stderr } = spawnSync('git', args, { cwd: clone, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
};
const commit = () => {
  git('add', '--all');
  git('commit', '--quiet', '--message=more');
};
const write = (...names: string[]) => {
  for (const name of names) {
    const directory = path.join(clone, 'prisma/migrations', name);
    mkdirSync(directory, { recursive: true });
    writeFileSync(path.join(directory, 'migration.sql'), `-- ${name}\n`);
  }
};
const check = () => {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, clone], { env, encoding: 'utf8' });
  return [status, stdout.trim()];
};
/** Names follow the first one, which may be in the future: by seconds. */
const name = (second: number) => `202612031100${String(second).padStart(2, '0')}_x`;
const smaller = (one: number, other: number) =>
  `prisma/migrations/${name(one)} must have a name greater than ${name(other)}`;

describe('a process does not wait for a migration whose name is not the greatest', () => {
  test('names in the order in which the migrations came are accepted, committed or not', () => {
    write(name(1), name(2));
    commit();
    write(name(3));
    expect(check()).toEqual([0, '']);
  });

  test('a smaller name is reported before its commit and after it', () => {
    write(name(5));
    commit();
    write(name(4));
    expect(check()).toEqual([1, smaller(4, 5)]);
    commit();
    expect(check()).toEqual([1, smaller(4, 5)]);
    git('mv', `prisma/migrations/${name(4)}`, `prisma/migrations/${name(6)}`);
    commit();
    write(name(7));
    commit();
    expect(check()).toEqual([0, '']);
  });

  test('a branch that is merged after a greater name is reported, although it was written before', () => {
    git('checkout', '--quiet', '-b', 'branch');
    write(name(4));
    commit();
    git('checkout', '--quiet', 'main');
    write(name(5));
    commit();
    expect(check()).toEqual([0, '']);
    git('merge', '--quiet', '--no-edit', 'branch');
    expect(check()).toEqual([1, smaller(4, 5)]);
  });

  test('a clone without history is judged by the dates alone', () => {
    write(name(5));
    commit();
    rmSync(path.join(clone, '.git'), { recursive: true });
    write(name(4));
    expect(check()).toEqual([0, '']);
  });

  test('a name without a time is reported', () => {
    write('2026_short');
    expect(check()).toEqual([1, 'prisma/migrations/2026_short must be <time>_<name>']);
  });

  test('one dated in the future is reported, unless it follows a name of the future closely', () => {
    write('20991231235959_far', '20991231235959_farther');
    expect(check()).toEqual([1, 'prisma/migrations/20991231235959_far is dated in the future']);
  });
});
