import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { createKey } from '@topup/core/api-key';
import type { Db } from '@topup/core/shared';
import {
  COMPILE_QUICKLY,
  eventually,
  fundedAccount,
  newMasterKey,
  type TestDatabase,
  testDatabase,
  testPool,
} from '@topup/testkit';
import { Client } from 'pg';
import { type Ended, runOps } from '../testing/run-ops';

const PROGRAM = path.join(__dirname, '../../dist/main.js');
const WORDS = ['keys', 'rotate-master', '--json'];

const old = newMasterKey();
const fresh = newMasterKey();
const secrets = { KEY_ENCRYPTION_SECRET: fresh.text, KEY_ENCRYPTION_SECRET_PREVIOUS: old.text };

let home: TestDatabase;
let db: Db;
let sql: Client;
let accountId: string;

beforeEach(async () => {
  home = await testDatabase();
  db = testPool(home.url);
  sql = new Client(home.url);
  await sql.connect();
  accountId = await fundedAccount(db, 0n);
});
afterEach(async () => {
  await sql.end();
  await db.$disconnect();
  await home.drop();
});

test('an operator sees how many keys moved, and by a second run that none is left, or the previous secret is removed too early', async () => {
  await keys(2, old.masterKey);
  await keys(1, fresh.masterKey);
  const counts = { fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/), keys: 3, revokedUnreadable: 0 };

  expect(JSON.parse((await rotate()).stdout)).toEqual({ ...counts, rotated: 2, alreadyCurrent: 1 });
  expect(JSON.parse((await rotate()).stdout)).toEqual({ ...counts, rotated: 0, alreadyCurrent: 3 });
  const alone = await runOps({ DATABASE_URL: home.url, KEY_ENCRYPTION_SECRET: fresh.text }, ['keys', 'rotate-master']);
  expect(alone).toMatchObject({ code: 0, stdout: expect.stringMatching(/^rotated +0\nalready current +3$/m) });
});

test('a run that is killed in the middle leaves every key readable, and the next one finishes', async () => {
  const ids = await keys(5, old.masterKey);
  const last = [...ids].sort().at(-1) ?? '';
  await sql.query('BEGIN');
  await sql.query('SELECT FROM api_key WHERE id = $1 FOR UPDATE', [last]);

  const running = spawn(process.execPath, [COMPILE_QUICKLY, PROGRAM, ...WORDS], {
    env: environment(),
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => running.once('exit', resolve));
  await somebodyWaits();
  running.kill('SIGKILL');
  await ended;
  await sql.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'topup-ops' AND datname = current_database()`,
  );
  await sql.query('COMMIT');

  expect(JSON.parse((await rotate()).stdout)).toMatchObject({ keys: 5, rotated: 1, alreadyCurrent: 4 });
});

describe('what is wrong with the secrets is said in one sentence, and nothing is changed', () => {
  test('keys that neither opens', async () => {
    const ids = await keys(4, randomBytes(32));
    await keys(1, old.masterKey);
    const before = await stored();

    const { code, stdout, lines } = await rotate();

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const sentence =
      /^Nothing was changed: neither KEY_ENCRYPTION_SECRET nor KEY_ENCRYPTION_SECRET_PREVIOUS opens 4 of 5 keys \((.*) …\)\. Set the secret they were made with/;
    expect(lines).toEqual([expect.stringMatching(sentence)]);
    expect(ids).toEqual(expect.arrayContaining(sentence.exec(lines[0] ?? '')?.[1]?.split(', ') ?? ['none']));
    expect(await stored()).toEqual(before);
  });

  test.each<[string, Record<string, string>, string]>([
    ['no previous one', { KEY_ENCRYPTION_SECRET_PREVIOUS: '' }, 'KEY_ENCRYPTION_SECRET does not open 1 of 1 keys'],
    ['no current one', { KEY_ENCRYPTION_SECRET: '' }, 'KEY_ENCRYPTION_SECRET is required.'],
    [
      'one secret twice',
      { KEY_ENCRYPTION_SECRET: old.text },
      'KEY_ENCRYPTION_SECRET_PREVIOUS must be another than KEY_ENCRYPTION_SECRET',
    ],
    ['half a secret', { KEY_ENCRYPTION_SECRET_PREVIOUS: old.text.slice(2) }, 'must be 32 bytes in base64'],
  ])('%s', async (_, changes, fault) => {
    await keys(1, old.masterKey);
    const before = await stored();

    const { code, stdout, lines } = await rotate(changes);

    expect({ code, stdout, lines }).toEqual({ code: 1, stdout: '', lines: [expect.stringContaining(fault)] });
    expect(lines.join()).not.toContain(old.text.slice(2));
    expect(await stored()).toEqual(before);
  });
});

const environment = (changes: Record<string, string> = {}) => ({
  DATABASE_URL: home.url,
  DATA_DIR: '/nonexistent',
  ...secrets,
  ...changes,
});

const rotate = (changes?: Record<string, string>): Promise<Ended> => runOps(environment(changes), WORDS);

async function keys(count: number, masterKey: Buffer): Promise<string[]> {
  const made = Array.from({ length: count }, () => createKey({ db, masterKey }, accountId, 'test'));
  return (await Promise.all(made)).map(({ id }) => id);
}

const stored = () => db.apiKey.findMany({ orderBy: { id: 'asc' } });

/** Resolves once a statement waits for what `sql` holds. Asked by another connection: within a transaction the activity is seen but once. */
function somebodyWaits(): Promise<unknown> {
  return eventually(
    () =>
      db.$queryRaw<
        unknown[]
      >`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`,
    ({ length }) => length > 0,
  );
}
