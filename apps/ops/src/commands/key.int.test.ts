import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { createAuthenticator, createKey } from '@topup/core/api-key';
import { systemClock } from '@topup/core/shared';
import { COMPILE_QUICKLY, eventually, newMasterKey } from '@topup/testkit';
import { TIME, useOpsWorld } from '../testing/ops-world';
import { type OpsResult, runOps } from '../testing/run-ops';

const PROGRAM = path.join(__dirname, '../../dist/main.js');
const ROTATE = ['keys', 'rotate-master', '--json'];

const old = newMasterKey();
const current = newMasterKey();
const secrets = { KEY_ENCRYPTION_SECRET: current.text, KEY_ENCRYPTION_SECRET_PREVIOUS: old.text };

describe('a key opens the API too long, or is seen by others', () => {
  const world = useOpsWorld({ settings: () => secrets });
  const { ops, json } = world;

  test('a key works, is listed without its secret, and stops working when it is revoked', async () => {
    const accountId = await world.openAccount('keeper');
    const { id, key } = (await json('key', 'create', '--account', 'keeper', '--name', 'server')) as {
      id: string;
      key: string;
    };
    expect(await opens(key)).toMatchObject({ accountId, keyId: id });

    const listed = { id, name: 'server', display: expect.stringMatching(/^tup_live_.{4}….{4}$/), createdAt: TIME };
    const used = await eventually(
      () => json('key', 'list', '--account', accountId) as Promise<{ lastUsedAt: string | null }[]>,
      (keys) => keys[0]?.lastUsedAt !== null, // it is written while the request goes on
    );
    const unlimited = { scope: 'purchase', expires: 'never', addresses: 'any', daily_limit: 'none' };
    const none = Array(14).fill({ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), purchases: 0, spent: '0.00' });
    expect(used).toEqual([{ ...listed, lastUsedAt: TIME, revokedAt: null, ...unlimited, days: none }]);
    expect(await json('key', 'revoke', '--key', id)).toEqual({ id, revoked: true });

    await expect(opens(key)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await json('key', 'list', '--account', accountId)).toMatchObject([{ revokedAt: TIME }]);
    expect((await ops('key', 'revoke', '--key', id)).code).toBe(1);
  });

  test('a key is printed once, alone on its line, with a note that says so', async () => {
    await world.openAccount('reader');

    const { stdout } = await ops('key', 'create', '--account', 'reader', '--name', 'k');

    const [key = '', empty, note] = stdout.split('\n');
    expect(await opens(key)).toBeDefined();
    expect([empty, note]).toEqual(['', expect.stringContaining('is not shown again')]);
    expect((await ops('key', 'list', '--account', 'reader')).stdout).not.toContain(key);
  });

  test('a key is made with limits, and they are changed one by one', async () => {
    await world.openAccount('limiter');
    const { id, key } = (await json(
      ...['key', 'create', '--account', 'limiter', '--name', 'k', '--scope', 'read', '--daily-limit', '5000'],
      ...['--expires', '2099-01-01T00:00:00Z', '--cidr', '192.0.2.0/24,2001:db8::/48'],
    )) as { id: string; key: string };
    const limits = {
      scope: 'read',
      expires: '2099-01-01T00:00:00.000Z',
      addresses: '192.0.2.0/24, 2001:db8::/48',
      daily_limit: '5000.00',
    };
    expect(await json('key', 'list', '--account', 'limiter')).toMatchObject([{ id, ...limits }]);
    await expect(opens(key)).rejects.toMatchObject({ code: 'address_not_allowed' });
    expect(await opens(key, '192.0.2.9')).toMatchObject({ scope: 'read' });

    const changes = [
      [['--scope', 'purchase'], { scope: 'purchase' }],
      [['--cidr', 'any'], { addresses: 'any' }],
      [['--daily-limit', 'none', '--expires', 'never'], { daily_limit: 'none', expires: 'never' }],
    ] as const;
    for (const [words, changed] of changes) {
      Object.assign(limits, changed);
      expect(await json('key', 'limit', '--key', id, ...words)).toEqual({ id, ...limits });
    }
    expect(await opens(key)).toMatchObject({ scope: 'purchase' });
  });

  test.each<[string[], RegExp]>([
    [['--expires', '2001-01-01T00:00:00Z'], /would have expired at 2001-01-01T00:00:00.000Z/],
    [['--expires', '2099-01-01'], /must be a time with its offset/],
    [['--cidr', '0.0.0.0/0'], /"0.0.0.0\/0" would allow every address/],
    [['--cidr', ','], /names no network/],
    [['--scope', 'write'], /Allowed choices are read, purchase/],
    [['--daily-limit', '0'], /must be naira such as/],
  ])('%p is refused, for a new key and for a change', async (words, why) => {
    const account = `refuser ${words.join(' ')}`.slice(0, 60);
    await world.openAccount(account);
    const { id } = (await json('key', 'create', '--account', account, '--name', 'k')) as { id: string };
    for (const command of [
      ['create', '--account', account, '--name', 'k'],
      ['limit', '--key', id],
    ]) {
      const { code, lines } = await ops('key', ...command, ...words);
      expect([code, lines.join('\n')]).toEqual([expect.any(Number), expect.stringMatching(why)]);
      expect(code).not.toBe(0);
    }
    expect(await json('key', 'list', '--account', account)).toMatchObject([
      { id, scope: 'purchase', expires: 'never' },
    ]);
  });

  test('a change that names nothing, or a key that is revoked, is refused', async () => {
    await world.openAccount('ended');
    const { id } = (await json('key', 'create', '--account', 'ended', '--name', 'k')) as { id: string };
    expect((await ops('key', 'limit', '--key', id)).lines.join()).toContain('Give what the key may');
    await json('key', 'revoke', '--key', id);
    expect((await ops('key', 'limit', '--key', id, '--scope', 'read')).lines.join()).toContain('no active key');
  });

  test('the keys of a suspended account are declined until it is resumed', async () => {
    await world.openAccount('sleeper');
    const { key } = (await json('key', 'create', '--account', 'sleeper', '--name', 'k')) as { key: string };

    expect(await json('account', 'suspend', '--account', 'sleeper')).toMatchObject({
      name: 'sleeper',
      status: 'suspended',
    });
    await expect(opens(key)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await json('account', 'resume', '--account', 'sleeper')).toMatchObject({ status: 'active' });
    expect(await opens(key)).toBeDefined();
  });

  function opens(key: string, address?: string) {
    const { authenticate, close } = createAuthenticator({ db: world.db, clock: systemClock });
    return authenticate(`Bearer ${key}`, address).finally(close);
  }
});

describe('a key is made under a master key that no worker has', () => {
  const world = useOpsWorld({ settings: () => ({ KEY_ENCRYPTION_SECRET: current.text }) });
  const create = (settings: Record<string, string>, ...words: string[]) =>
    runOps({ ...world.environment, ...settings }, [...words, '--account', 'maker', '--json']);
  const NEW = ['key', 'create', '--name', 'k'];

  test('key and webhook-secret create refuse it; during a rotation they make them under the new one', async () => {
    await world.openAccount('maker');
    await world.json(...NEW, '--account', 'maker');

    const wrong = { KEY_ENCRYPTION_SECRET: old.text };
    for (const words of [NEW, ['webhook-secret', 'create']]) {
      const { code, stdout, lines } = await create(wrong, ...words);
      expect({ code, stdout, lines }).toEqual({
        code: 1,
        stdout: '',
        lines: [
          expect.stringMatching(/^KEY_ENCRYPTION_SECRET \([0-9a-f]{16}\) opens 0 of 1 .* most are under [0-9a-f]{16}/),
        ],
      });
    }
    const rotating = { ...wrong, KEY_ENCRYPTION_SECRET_PREVIOUS: current.text };
    expect(await create(rotating, ...NEW)).toMatchObject({ code: 0 });
  });
});

describe('the previous secret is removed while keys still need it', () => {
  const world = useOpsWorld({ settings: () => secrets, eachTest: true });
  let accountId: string;

  beforeEach(async () => {
    accountId = await world.openAccount('owner of the keys');
  });

  test('the output counts the rotated keys, and a second run shows that none is left', async () => {
    await keys(2, old.masterKey);
    await keys(1, current.masterKey);
    const counts = {
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
      keys: 3,
      webhookSecrets: 0,
      revokedUnreadable: 0,
    };

    expect(JSON.parse((await rotate()).stdout)).toEqual({ ...counts, rotated: 2, alreadyCurrent: 1 });
    expect(JSON.parse((await rotate()).stdout)).toEqual({ ...counts, rotated: 0, alreadyCurrent: 3 });
    const alone = await runOps({ DATABASE_URL: world.url, KEY_ENCRYPTION_SECRET: current.text }, [
      'keys',
      'rotate-master',
    ]);
    expect(alone).toMatchObject({ code: 0, stdout: expect.stringMatching(/^rotated +0\nalready current +3$/m) });
    expect(alone.stdout).not.toContain('Restart it');
  });

  test('what was rotated is out of reach of processes with the old secret, and the command says so', async () => {
    await keys(1, old.masterKey);
    const { stdout } = await world.ops('keys', 'rotate-master');
    expect(stdout).toMatch(/^rotated +1$/m);
    expect(stdout).toContain('with only the old secret cannot read these keys. Restart it with both');
  });

  test('a run that is killed in the middle leaves every key readable, and the next one finishes', async () => {
    const ids = await keys(5, old.masterKey);
    const last = [...ids].sort().at(-1) ?? '';
    await world.sql.query('BEGIN');
    await world.sql.query('SELECT FROM api_key WHERE id = $1 FOR UPDATE', [last]);

    const running = spawn(process.execPath, [COMPILE_QUICKLY, PROGRAM, ...ROTATE], {
      env: { DATA_DIR: '/nonexistent', ...world.environment },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => running.once('exit', resolve));
    await aStatementWaits();
    running.kill('SIGKILL');
    await ended;
    await world.sql.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'topup-ops' AND datname = current_database()`,
    );
    await world.sql.query('COMMIT');

    expect(JSON.parse((await rotate()).stdout)).toMatchObject({ keys: 5, rotated: 1, alreadyCurrent: 4 });
  });

  test('keys that neither secret opens are counted and named, and nothing is changed', async () => {
    const ids = await keys(4, randomBytes(32));
    await keys(1, old.masterKey);
    const before = await stored();

    const { code, stdout, lines } = await rotate();

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const line =
      /^Nothing was changed\. The master keys given do not open 4 of 5 keys and webhook secrets \((.*) …\)\. KEY_ENCRYPTION_SECRET and KEY_ENCRYPTION_SECRET_PREVIOUS were tried\. Set the secret that encrypted them as/;
    expect(lines).toEqual([expect.stringMatching(line)]);
    expect(ids).toEqual(expect.arrayContaining(line.exec(lines[0] ?? '')?.[1]?.split(', ') ?? ['none']));
    expect(await stored()).toEqual(before);
  });

  test.each<[string, Record<string, string>, string]>([
    [
      'without the previous secret',
      { KEY_ENCRYPTION_SECRET_PREVIOUS: '' },
      'do not open 1 of 1 keys and webhook secrets (ID). Only KEY_ENCRYPTION_SECRET was tried.',
    ],
    ['without the current secret', { KEY_ENCRYPTION_SECRET: '' }, 'KEY_ENCRYPTION_SECRET is required.'],
    [
      'with one secret twice',
      { KEY_ENCRYPTION_SECRET: old.text },
      'KEY_ENCRYPTION_SECRET_PREVIOUS must be another than KEY_ENCRYPTION_SECRET',
    ],
    ['with half a secret', { KEY_ENCRYPTION_SECRET_PREVIOUS: old.text.slice(2) }, 'must be 32 bytes in hex or base64'],
  ])('%s: one line says so, and nothing is changed', async (_, changes, fault) => {
    const [id = ''] = await keys(1, old.masterKey);
    const before = await stored();

    const { code, stdout, lines } = await rotate(changes);

    const expected = fault.replace('ID', id);
    expect({ code, stdout, lines }).toEqual({ code: 1, stdout: '', lines: [expect.stringContaining(expected)] });
    expect(lines.join()).not.toContain(old.text.slice(2));
    expect(await stored()).toEqual(before);
  });

  const rotate = (changes: Record<string, string> = {}): Promise<OpsResult> =>
    runOps({ ...world.environment, ...changes }, ROTATE);

  async function keys(count: number, masterKey: Buffer): Promise<string[]> {
    const made = Array.from({ length: count }, () => createKey({ db: world.db, masterKey }, accountId, 'test'));
    return (await Promise.all(made)).map(({ id }) => id);
  }

  const stored = () => world.db.apiKey.findMany({ orderBy: { id: 'asc' } });

  /**
   * Resolves when a statement waits for a lock of `world.sql`. Asks on another connection, because a transaction reads
   * the activity only once.
   */
  function aStatementWaits(): Promise<unknown> {
    return eventually(
      () =>
        world.db.$queryRaw<unknown[]>`
          SELECT pid FROM pg_stat_activity
           WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`,
      ({ length }) => length > 0,
    );
  }
});
