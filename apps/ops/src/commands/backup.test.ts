import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runOps } from '../testing/run-ops';

// The tests that need pgBackRest and PostgreSQL are in tests/backups.

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'topup-backup-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

describe('an operator cannot see why there is no backup', () => {
  test.each([['run'], ['list'], ['verify']])('backup %s: pgBackRest is not installed', async (command) => {
    expect(await runOps({ PATH: directory }, ['backup', command])).toEqual({
      code: 1,
      stdout: '',
      lines: ['pgbackrest is not installed on this machine, or not on the PATH.'],
    });
  });

  test.each([
    ['pgBackRest 2.44', 'pgBackRest 2.45 or newer is needed. This is "pgBackRest 2.44".'],
    ['pgBackRest 1.99', 'pgBackRest 2.45 or newer is needed. This is "pgBackRest 1.99".'],
    ['something else', 'pgBackRest 2.45 or newer is needed. This is "something else".'],
  ])('the version is %s', async (printed, line) => {
    const elsewhere = mkdtempSync(path.join(directory, 'old-'));
    writeFileSync(path.join(elsewhere, 'pgbackrest'), `#!/bin/sh\necho '${printed}'\n`, { mode: 0o755 });
    const { code, lines } = await runOps({ PATH: elsewhere }, ['backup', 'list']);
    expect({ code, lines }).toEqual({ code: 1, lines: [line] });
  });

  test.each([[['run', '--type', 'copy']], [['verify', '--to', 'yesterday']], [['list', '--repo', '0']]])(
    '%j is wrong usage',
    async (words) => {
      expect(await runOps({ PATH: directory }, ['backup', ...words])).toMatchObject({ code: 2, stdout: '' });
    },
  );
});

describe('a verification that never began says that the backup is unsound', () => {
  test.each([[[]], [['--set', '20000101-000000F']]])(
    'as root, without room, or for no backup (%j): nothing is recorded',
    async (more) => {
      const place = mkdtempSync(path.join(directory, 'one-'));
      const backup = {
        label: '20261122-020003F',
        type: 'full',
        timestamp: { start: 1, stop: 2 },
        database: { id: 1, 'repo-key': 1 },
        info: { size: 1e18, repository: { delta: 1 } },
      };
      const info = JSON.stringify([{ status: { code: 0 }, archive: [], backup: [backup] }]);
      const script = `#!/bin/sh\ncase "$*" in version) echo pgBackRest 2.50;; *) echo '${info}';; esac\n`;
      writeFileSync(path.join(place, 'pgbackrest'), script, { mode: 0o755 });
      const nowhere = { PATH: place, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/topup' };
      const { code, lines } = await runOps(nowhere, ['backup', 'verify', ...more]);
      expect({ code, lines }).toEqual({ code: 1, lines: [expect.not.stringContaining('could not be recorded')] });
    },
  );
});
