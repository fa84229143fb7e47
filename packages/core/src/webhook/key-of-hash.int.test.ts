import { fundedAccount, useDatabase } from '@topup/testkit';
import { setWebhookUrl } from '../account/account.store';
import { createKey } from '../api-key/create-key';
import { hasSigningKey, listSigningKeys, revokeKey, setKeyLimits } from '../api-key/key.store';
import { NO_KEY_LIMITS } from '../api-key/limits';
import { systemClock } from '../shared/clock';
import { insertTestEvent } from './manual-delivery.store';
import { type EventBody, eventHash } from './signed-event';
import { createWebhookScheduler } from './webhook-scheduler';

const database = useDatabase();
const masterKey = Buffer.alloc(32, 1);

const expire = (keyId: string) =>
  database.db.$executeRaw`UPDATE api_key SET expires_at = clock_timestamp() WHERE id = ${keyId}::uuid`;

/** An account with a webhook URL, and three keys, the oldest first. */
async function client() {
  const accountId = await fundedAccount(database.db, 0n);
  await setWebhookUrl(database.db, accountId, 'https://client.example/events');
  const keys = [];
  for (const name of ['oldest', 'middle', 'newest'])
    keys.push({ name, ...(await createKey({ db: database.db, masterKey }, accountId, name)) });
  const [oldest, middle, newest] = keys as [Key, Key, Key];
  return { accountId, keys, oldest, middle, newest };
}

type Key = { name: string; id: string; key: string };

/** The name of the key that makes the hash of an event that is sent now; null when none is sent. */
async function signerOf({ accountId, keys }: { accountId: string; keys: Key[] }): Promise<string | null> {
  const written = await insertTestEvent(database.db, 'transaction.requery', { accountId, askedBy: 'user-1' });
  if (written.kind !== 'written') return null;
  const posted: EventBody[] = [];
  await createWebhookScheduler({
    db: database.db,
    clock: systemClock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    observer: { webhookTried: () => undefined },
    poster: {
      async post({ body }) {
        posted.push(JSON.parse(body));
        return { httpStatus: 200, durationMs: 1, error: null, response: null };
      },
    },
    masterKeys: { current: masterKey },
    maxDeliveries: 1,
    maxPerHost: 1,
  }).deliver(written.id);
  const [body] = posted;
  return keys.find(({ key }) => body?.hash === eventHash(key, body?.reference ?? ''))?.name ?? null;
}

describe('events are signed with a key that the client no longer uses', () => {
  test('the newest key that may buy and is neither revoked nor expired makes the hash', async () => {
    const one = await client();
    expect(await signerOf(one)).toBe('newest');
    await expire(one.newest.id);
    expect(await signerOf(one)).toBe('middle');
    await revokeKey(database.db, one.middle.id);
    expect(await signerOf(one)).toBe('oldest');
    await setKeyLimits(database.db, { keyId: one.newest.id, accountId: null }, { expiresAt: null });
    expect(await signerOf(one)).toBe('newest');
  });

  test('a key that may only read signs nothing, however new it is, and cannot forge an event', async () => {
    const one = await client();
    const limits = { ...NO_KEY_LIMITS, scope: 'read' } as const;
    const auditor = await createKey({ db: database.db, masterKey }, one.accountId, 'auditor', limits);
    one.keys.push({ name: 'auditor', ...auditor });
    expect(await signerOf(one)).toBe('newest');
    expect((await listSigningKeys(database.db, one.accountId)).map(({ name }) => name)).toEqual([
      ...['newest', 'middle', 'oldest'],
    ]);
    for (const { id } of [one.newest, one.middle, one.oldest]) await expire(id);
    expect(await signerOf(one)).toBeNull();
    expect(await hasSigningKey(database.db, one.accountId)).toBe(false);
    await setKeyLimits(database.db, { keyId: auditor.id, accountId: null }, { scope: 'purchase' });
    expect(await signerOf(one)).toBe('auditor');
  });

  test('the other limits of a key do not matter to the hash', async () => {
    const one = await client();
    const limits = { ...NO_KEY_LIMITS, allowedCidrs: ['192.0.2.1/32'], dailyLimitKobo: 1n } as const;
    await setKeyLimits(database.db, { keyId: one.newest.id, accountId: null }, limits);
    expect(await signerOf(one)).toBe('newest');
  });

  test('an account whose keys have all expired is sent no event', async () => {
    const one = await client();
    for (const { id } of one.keys) await expire(id);
    expect(await signerOf(one)).toBeNull();
  });
});
