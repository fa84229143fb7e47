import { randomBytes } from 'node:crypto';
import { fundedAccount, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import type { Clock } from '../clock';
import type { Db } from '../db';
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
