import { createHash, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import type { Clock } from '../clock';
import type { Db } from '../db';
import type { AppError } from '../errors/error-catalog';
import { setAccountStatus } from './account.store';
import { newApiKey } from './api-key';
import { type Authenticate, createAuthenticate } from './authenticate';
import { createKey } from './create-key';
import { revokeKey } from './key.store';

let database: TestDatabase;
let db: Db;
let nowMs = 0;
const clock: Clock = { now: () => new Date(), monotonicMs: () => nowMs };
let authenticate: Authenticate;

beforeAll(async () => {
  database = await testDatabase();
  db = testPool(database.url);
  authenticate = createAuthenticate({ db, clock });
});
afterAll(async () => {
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
  while ((await used()) === null) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await used()).toBeInstanceOf(Date);
});

describe('how long the answer takes must not tell a guesser how near he is', () => {
  type Statement = { operation: string; digest: unknown };

  /** What a key makes us ask of the database, twice in a row, and what is answered. */
  async function steps(key: string): Promise<{ asked: Statement[]; answers: unknown[] }> {
    const asked: Statement[] = [];
    const watched = db.$extends({
      query: {
        $allOperations: ({ operation, args, query }) => {
          expect(inspect(args, { depth: null })).not.toContain(key);
          asked.push({ operation, digest: (args as { where?: { digest?: unknown } }).where?.digest });
          return query(args);
        },
      },
    }) as unknown as Db;
    const check = createAuthenticate({ db: watched, clock });
    const attempt = () =>
      check(`Bearer ${key}`).catch((error: AppError) => ({ code: error.code, message: error.message, detail: error.detail }));
    return { asked, answers: [await attempt(), await attempt()] };
  }

  const refusal = { code: 'unauthorized', message: 'Missing, invalid or revoked API key.', detail: undefined };
  const digestOf = (key: string) => new Uint8Array(createHash('sha256').update(key).digest());

  test('an unknown key, a revoked one and one of a suspended account take the same steps: one look-up by the digest of the whole key, each time', async () => {
    const [revoked, suspended] = [await newKey(), await newKey()];
    await revokeKey(db, revoked.id);
    await setAccountStatus(db, suspended.accountId, 'suspended');
    for (const key of [newApiKey(), revoked.key, suspended.key]) {
      const lookUp = { operation: 'findUnique', digest: digestOf(key) };
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
