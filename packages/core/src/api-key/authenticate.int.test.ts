import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { eventually, fundedAccount, useDatabase } from '@topup/testkit';
import { setAccountLimits, setAccountStatus, setWebhookUrl } from '../account/account.store';
import { NO_OWN_LIMITS } from '../account/limits';
import type { AppError } from '../errors/error-catalog';
import type { Clock } from '../shared/clock';
import type { Db } from '../shared/db';
import { newApiKey } from './api-key';
import { type Authenticator, createAuthenticator } from './authenticate';
import { createKey } from './create-key';
import { revokeKey, touchKeys } from './key.store';

const database = useDatabase({ beforeDrop: () => authenticator.close() });
let nowMs = 0;
const clock: Clock = { now: () => new Date(), monotonicMs: () => nowMs };
let authenticator: Authenticator;
const authenticate = (header: string | undefined) => authenticator.authenticate(header);

beforeAll(async () => {
  authenticator = createAuthenticator({ db: database.db, clock });
});

const newKey = async () => {
  const accountId = await fundedAccount(database.db, 0n);
  return { accountId, ...(await createKey({ db: database.db, masterKey: randomBytes(32) }, accountId, 'test')) };
};

describe('a live key is declined, or a dead one accepted', () => {
  test('a live key opens the account that it belongs to, at once', async () => {
    const { accountId, id, key } = await newKey();
    await expect(authenticate(`Bearer ${key}`)).resolves.toEqual({
      accountId,
      keyId: id,
      mode: 'live',
      scope: 'purchase',
      limits: NO_OWN_LIMITS,
    });
  });

  test.each([
    [undefined],
    [''],
    ['Bearer'],
    ['Bearer '],
    ['Basic x'],
    ['Bearer nonsense'],
    [`Bearer ${newApiKey('live')}`],
  ])('%p is declined', async (header) => {
    await expect(authenticate(header)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  // fault C22
  test('a revoked key is declined within a second, though it was used a moment ago', async () => {
    const { id, key } = await newKey();
    await authenticate(`Bearer ${key}`);
    expect(await revokeKey(database.db, id)).toMatchObject({ id });
    nowMs += 999;
    await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await revokeKey(database.db, id)).toBeNull();
  });

  test('a suspended account is declined within a second, and accepted when it is resumed', async () => {
    const { accountId, key } = await newKey();
    await setAccountStatus(database.db, accountId, 'suspended');
    await expect(authenticate(`Bearer ${key}`)).rejects.toMatchObject({ code: 'unauthorized' });
    await setAccountStatus(database.db, accountId, 'active');
    await expect(authenticate(`Bearer ${key}`)).resolves.toMatchObject({ accountId });
  });

  test('the time of the last use is recorded', async () => {
    const { id, key } = await newKey();
    await authenticate(`Bearer ${key}`);
    const used = async () => (await database.db.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt;
    await eventually(used, (at) => at instanceof Date);
  });
});

describe('every request looks up its key in the database', () => {
  /** An authenticator whose statements are counted. Its look-ups answer after `lookedUp`. */
  function watched({ fail = (): boolean => false, lookedUp = () => Promise.resolve() } = {}) {
    const counts = { lookUps: 0, confirmations: 0, readAgain: 0 };
    const watching = database.db.$extends({
      query: {
        $allOperations: async ({ args, query }) => {
          const text = inspect(args, { depth: null });
          if (fail()) throw new Error('away');
          if (text.includes('FROM access_change')) counts.confirmations += 1;
          else if (text.includes('requested(id)')) counts.readAgain += 1;
          if (!text.includes('decode(requested.digest')) return query(args);
          const rows = await query(args);
          counts.lookUps += 1;
          await lookedUp();
          return rows;
        },
      },
    }) as unknown as Db;
    return { counts, ...createAuthenticator({ db: watching, clock }) };
  }

  test('the keys in use are confirmed together', async () => {
    const { counts, authenticate: check, close } = watched();
    const keys = [await newKey(), await newKey(), await newKey()];
    for (const { key } of keys) await check(`Bearer ${key}`);
    for (const round of [1, 2, 3]) {
      nowMs += 800;
      await eventually(
        () => counts.confirmations,
        (count) => count > round,
      );
      await Promise.all(keys.map(({ key }) => check(`Bearer ${key}`)));
    }
    expect(counts.lookUps).toBe(3);
    close();
  });

  test('keys in use are read again after a change, and not otherwise', async () => {
    const { counts, authenticate: check, close } = watched();
    const [used, changed] = [await newKey(), await newKey()];
    await check(`Bearer ${used.key}`);
    const confirmations = (more: number) => {
      const before = counts.confirmations;
      return eventually(
        () => counts.confirmations,
        (count) => count >= before + more,
      );
    };
    await confirmations(2);
    const before = counts.readAgain;
    await touchKeys(database.db, [used.id]);
    await setWebhookUrl(database.db, used.accountId, 'https://client.example/hook');
    await confirmations(2);
    expect(counts.readAgain).toBe(before);
    await revokeKey(database.db, changed.id);
    await confirmations(2);
    expect(counts.readAgain).toBe(before + 1);
    close();
  });

  test('a change is found that began before another one, and is committed after it', async () => {
    const { counts, authenticate: check, close } = watched();
    const [late, early, seen] = [await newKey(), await newKey(), await newKey()];
    for (const { key } of [late, early, seen]) await check(`Bearer ${key}`);
    const declined = (key: string) =>
      eventually(
        () => check(`Bearer ${key}`).catch((error: AppError) => error.code),
        (answer) => answer === 'unauthorized',
      );
    await database.db.$transaction(async (tx) => {
      await revokeKey(tx, late.id);
      await revokeKey(database.db, early.id);
      await declined(early.key);
      await check(`Bearer ${late.key}`);
    });
    await declined(late.key);
    expect(counts.lookUps).toBe(5);
    close();
  });

  test('a key that was revoked while its look-up was on the way is declined within a second', async () => {
    const held = { back: Promise.resolve() };
    const { counts, authenticate: check, close } = watched({ lookedUp: () => held.back });
    const [other, key] = [await newKey(), await newKey()];
    await check(`Bearer ${other.key}`);
    let release: () => void = () => undefined;
    held.back = new Promise((resolve) => {
      release = resolve;
    });
    const request = check(`Bearer ${key.key}`);
    await eventually(
      () => counts.lookUps,
      (count) => count === 2,
    );
    await revokeKey(database.db, key.id);
    const before = counts.readAgain;
    await eventually(
      () => counts.readAgain,
      (count) => count > before,
    );
    release();
    await expect(request).resolves.toMatchObject({ keyId: key.id });
    held.back = Promise.resolve();
    await eventually(
      () => check(`Bearer ${key.key}`).catch((error: AppError) => error.code),
      (answer) => answer === 'unauthorized',
    );
    close();
  });

  test('the confirmation finds a revoked key and a suspended account, however busy they are', async () => {
    const { counts, authenticate: check, close } = watched();
    const [revoked, suspended, live] = [await newKey(), await newKey(), await newKey()];
    for (const { key } of [revoked, suspended, live]) await check(`Bearer ${key}`);
    await revokeKey(database.db, revoked.id);
    await setAccountStatus(database.db, suspended.accountId, 'suspended');
    for (const { key } of [revoked, suspended])
      await eventually(
        () => check(`Bearer ${key}`).catch((error: AppError) => error.code),
        (answer) => answer === 'unauthorized',
      );
    expect(counts.lookUps).toBeLessThanOrEqual(5); // each of the two was looked up once more, like every unknown key
    await check(`Bearer ${live.key}`);
    close();
  });

  test('the confirmation finds limits that an operator sets, changes and takes back', async () => {
    const { counts, authenticate: check, close } = watched();
    const [{ accountId, key }, other] = [await newKey(), await newKey()];
    const limits = async () => (await check(`Bearer ${key}`)).limits;
    expect(await limits()).toEqual(NO_OWN_LIMITS);
    for (const purchases of [12_000, 10, null]) {
      await setAccountLimits(database.db, accountId, { ...NO_OWN_LIMITS, purchases });
      expect(await eventually(limits, (found) => found.purchases === purchases)).toEqual({
        ...NO_OWN_LIMITS,
        purchases,
      });
    }
    expect((await check(`Bearer ${other.key}`)).limits).toEqual(NO_OWN_LIMITS);
    expect(counts.lookUps).toBe(2);
    await setAccountLimits(database.db, accountId, { purchases: 1, status: 2, lookups: 3, other: 4 });
    const fresh = watched(); // a process that has not seen the key yet
    expect((await fresh.authenticate(`Bearer ${key}`)).limits).toEqual({
      purchases: 1,
      status: 2,
      lookups: 3,
      other: 4,
    });
    fresh.close();
    close();
  });

  test('a key that the database has not confirmed within a second is looked up again', async () => {
    let away = false;
    const { authenticate: check, close } = watched({ fail: () => away });
    const { key } = await newKey();
    await check(`Bearer ${key}`);
    away = true;
    nowMs += 999;
    await expect(check(`Bearer ${key}`)).rejects.toThrow('away');
    away = false;
    await check(`Bearer ${key}`);
    close();
  });

  test('a key that was not used for a minute is no longer confirmed', async () => {
    const { counts, authenticate: check, close } = watched();
    await check(`Bearer ${(await newKey()).key}`);
    nowMs += 60_001;
    await sleep(500); // one confirmation may have come, and none is planned after it
    const before = counts.confirmations;
    await sleep(500);
    expect(counts.confirmations).toBe(before);
    close();
  });
});

describe('the time of an answer reveals how close a guess is', () => {
  type Statement = { operation: string; values: unknown };

  /** The statements of two requests with this key, and their answers. */
  async function steps(key: string): Promise<{ statements: Statement[]; answers: unknown[] }> {
    const statements: Statement[] = [];
    const watched = database.db.$extends({
      query: {
        $allOperations: ({ operation, args, query }) => {
          expect(inspect(args, { depth: null })).not.toContain(key);
          statements.push({ operation, values: (args as { values?: unknown[] }).values });
          return query(args);
        },
      },
    }) as unknown as Db;
    const { authenticate: check, close } = createAuthenticator({ db: watched, clock });
    const attempt = () =>
      check(`Bearer ${key}`).catch(({ code, message, detail }: AppError) => ({ code, message, detail }));
    const answers = [await attempt(), await attempt()];
    close();
    return { statements, answers };
  }

  const error = {
    code: 'unauthorized',
    message: 'The API key is missing, not valid or revoked, or has no Bearer before it.',
    detail: undefined,
  };
  const digestOf = (key: string) => createHash('sha256').update(key).digest('hex');

  // fault C19
  test('unknown, revoked and suspended keys take one look-up by the digest of the whole key each time', async () => {
    const [revoked, suspended] = [await newKey(), await newKey()];
    await revokeKey(database.db, revoked.id);
    await setAccountStatus(database.db, suspended.accountId, 'suspended');
    for (const key of [newApiKey('live'), revoked.key, suspended.key]) {
      const lookUp = { operation: '$queryRaw', values: [[digestOf(key)]] };
      expect(await steps(key)).toEqual({ statements: [lookUp, lookUp], answers: [error, error] });
    }
  });

  test('a key with a wrong checksum or shape needs no look-up, however close it is to a live one', async () => {
    const { key } = await newKey();
    const near = [
      `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
      key.slice(0, -1),
      `${key}A`,
      key.toUpperCase(),
      key.replace('live', 'test'),
    ];
    for (const wrong of near) expect(await steps(wrong)).toEqual({ statements: [], answers: [error, error] });
  });
});
