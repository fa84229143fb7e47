import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { eventually, fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import { setAccountStatus } from '../account/account.store';
import type { AppError } from '../errors/error-catalog';
import type { Clock } from '../shared/clock';
import type { Db } from '../shared/db';
import { newApiKey } from './api-key';
import { type Authenticator, createAuthenticator } from './authenticate';
import { createKey } from './create-key';
import { revokeKey } from './key.store';

let database: TestDatabase;
let db: Db;
let nowMs = 0;
const clock: Clock = { now: () => new Date(), monotonicMs: () => nowMs };
let authenticator: Authenticator;
const authenticate = (header: string | undefined) => authenticator.authenticate(header);

beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url);
  authenticator = createAuthenticator({ db, clock });
});
afterAll(async () => {
  authenticator.close();
  await db.$disconnect();
  await database.drop();
});

const newKey = async () => {
  const accountId = await fundedAccount(db, 0n);
  return { accountId, ...(await createKey({ db, masterKey: randomBytes(32) }, accountId, 'test')) };
};

test('a live key opens the account it belongs to, at once', async () => {
  const { accountId, id, key } = await newKey();
  await expect(authenticate(`Bearer ${key}`)).resolves.toEqual({ accountId, keyId: id });
});

test.each([[undefined], [''], ['Bearer'], ['Bearer '], ['Basic x'], ['Bearer nonsense'], [`Bearer ${newApiKey()}`]])(
  '%p is refused',
  async (header) => {
    await expect(authenticate(header)).rejects.toMatchObject({ code: 'unauthorized' });
  },
);

test('a revoked key is refused within a second, though it was used a moment ago', async () => {
  const { id, key } = await newKey();
  await authenticate(`Bearer ${key}`);
  expect(await revokeKey(db, id)).toBe(true);
  nowMs += 999;
  await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await revokeKey(db, id)).toBe(false);
});

test('a suspended account is refused within a second and let in again when it is resumed', async () => {
  const { accountId, key } = await newKey();
  await setAccountStatus(db, accountId, 'suspended');
  await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ code: 'unauthorized' });
  await setAccountStatus(db, accountId, 'active');
  await expect(authenticate(`Bearer ${key}`)).resolves.toMatchObject({ accountId });
});

test('its owner can see when a key was last used', async () => {
  const { id, key } = await newKey();
  await authenticate(`Bearer ${key}`);
  const used = async () => (await db.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt;
  await eventually(used, (at) => at instanceof Date);
});

describe('a key that is in use costs no look-up of its own, whatever becomes of it', () => {
  /** How often the database was asked for a key; what confirms those in use is not counted. */
  function watched(fail = () => false) {
    const asked = { lookUps: 0, confirmations: 0 };
    const watching = db.$extends({
      query: {
        $allOperations: ({ args, query }) => {
          const text = inspect(args, { depth: null });
          if (text.includes('NOT EXISTS')) asked.confirmations += 1;
          else if (text.includes('decode(asked.digest')) asked.lookUps += 1;
          if (fail()) throw new Error('away');
          return query(args);
        },
      },
    }) as unknown as Db;
    return { asked, ...createAuthenticator({ db: watching, clock }) };
  }

  test('a thousand busy keys would be two thousand look-ups a second: those in use are confirmed together', async () => {
    const { asked, authenticate: check, close } = watched();
    const keys = [await newKey(), await newKey(), await newKey()];
    for (const { key } of keys) await check(`Bearer ${key}`);
    for (const round of [1, 2, 3]) {
      nowMs += 800;
      await eventually(
        () => asked.confirmations,
        (count) => count > round,
      );
      await Promise.all(keys.map(({ key }) => check(`Bearer ${key}`)));
    }
    expect(asked.lookUps).toBe(3);
    close();
  });

  test('a client who never stops asking would be let in for ever: a revoked key and a suspended account are found out by the confirmation', async () => {
    const { asked, authenticate: check, close } = watched();
    const [revoked, suspended, live] = [await newKey(), await newKey(), await newKey()];
    for (const { key } of [revoked, suspended, live]) await check(`Bearer ${key}`);
    await revokeKey(db, revoked.id);
    await setAccountStatus(db, suspended.accountId, 'suspended');
    for (const { key } of [revoked, suspended])
      await eventually(
        () => check(`Bearer ${key}`).catch((error: AppError) => error.code),
        (answer) => answer === 'unauthorized',
      );
    expect(asked.lookUps).toBeLessThanOrEqual(5); // the refusals asked once more each, as every unknown key does
    await check(`Bearer ${live.key}`);
    close();
  });

  test('a database that is away would keep a revoked key alive: what it has not confirmed within a second is not believed', async () => {
    let away = false;
    const { authenticate: check, close } = watched(() => away);
    const { key } = await newKey();
    await check(`Bearer ${key}`);
    away = true;
    nowMs += 999;
    await expect(check(`Bearer ${key}`)).rejects.toThrow('away');
    away = false;
    await check(`Bearer ${key}`);
    close();
  });

  test('keys that nobody uses any more would be asked about for ever: after a minute they are forgotten', async () => {
    const { asked, authenticate: check, close } = watched();
    await check(`Bearer ${(await newKey()).key}`);
    nowMs += 60_001;
    await sleep(500); // one confirmation would have come, and the next not been planned
    const before = asked.confirmations;
    await sleep(500);
    expect(asked.confirmations).toBe(before);
    close();
  });
});

describe('how long the answer takes must not tell a guesser how near he is', () => {
  type Statement = { operation: string; values: unknown };

  /** What a key makes us ask of the database, twice in a row, and what is answered. */
  async function steps(key: string): Promise<{ asked: Statement[]; answers: unknown[] }> {
    const asked: Statement[] = [];
    const watched = db.$extends({
      query: {
        $allOperations: ({ operation, args, query }) => {
          expect(inspect(args, { depth: null })).not.toContain(key);
          asked.push({ operation, values: (args as { values?: unknown[] }).values });
          return query(args);
        },
      },
    }) as unknown as Db;
    const { authenticate: check, close } = createAuthenticator({ db: watched, clock });
    const attempt = () =>
      check(`Bearer ${key}`).catch((error: AppError) => ({
        code: error.code,
        message: error.message,
        detail: error.detail,
      }));
    const answers = [await attempt(), await attempt()];
    close();
    return { asked, answers };
  }

  const refusal = { code: 'unauthorized', message: 'Missing, invalid or revoked API key.', detail: undefined };
  const digestOf = (key: string) => createHash('sha256').update(key).digest('hex');

  test('an unknown key, a revoked one and one of a suspended account take the same steps: one look-up by the digest of the whole key, each time', async () => {
    const [revoked, suspended] = [await newKey(), await newKey()];
    await revokeKey(db, revoked.id);
    await setAccountStatus(db, suspended.accountId, 'suspended');
    for (const key of [newApiKey(), revoked.key, suspended.key]) {
      const lookUp = { operation: '$queryRaw', values: [[digestOf(key)]] };
      expect(await steps(key)).toEqual({ asked: [lookUp, lookUp], answers: [refusal, refusal] });
    }
  });

  test('a key with a wrong checksum or shape is asked nothing of, however much of it is that of a live key', async () => {
    const { key } = await newKey();
    const near = [
      `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
      key.slice(0, -1),
      `${key}A`,
      key.toUpperCase(),
      key.replace('live', 'test'),
    ];
    for (const wrong of near) expect(await steps(wrong)).toEqual({ asked: [], answers: [refusal, refusal] });
  });
});
