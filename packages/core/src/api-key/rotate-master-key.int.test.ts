import { randomBytes } from 'node:crypto';
import { BY_TEST, eventually, fundedAccount, useDatabase } from '@topup/testkit';
import { setWebhookUrl } from '../account/account.store';
import { systemClock } from '../shared/clock';
import { purchasesIn } from '../testing/purchases';
import { createWebhookSecret, rotateWebhookSecret } from '../webhook/change-webhook-secret';
import { insertRequeryEvent } from '../webhook/event.store';
import { type EventBody, eventHash } from '../webhook/signed-event';
import { createWebhookScheduler } from '../webhook/webhook-scheduler';
import { endSecrets } from '../webhook/webhook-secret.store';
import { createKey } from './create-key';
import { revokeKey } from './key.store';
import { type MasterKeys, masterFingerprint, unseal } from './master-key';
import { rotateMasterKey, UnreadableKeys } from './rotate-master-key';
import { replaceSealed } from './sealed.store';

const OLD = randomBytes(32);
const NEW = randomBytes(32);
const BOTH: MasterKeys = { current: NEW, previous: OLD };
const fingerprint = masterFingerprint(NEW);

const database = useDatabase({ eachTest: true });
const purchases = purchasesIn(() => database.db);

describe('a change of the master key breaks the signatures of webhooks', () => {
  test('events are signed before and after the rotation, and when the previous secret is gone', async () => {
    const client = await clientWithKey(OLD);
    expect(await signsWith(client, { current: OLD })).toBe(true);
    expect(await signsWith(client, BOTH)).toBe(true);

    expect(await rotate()).toEqual({
      fingerprint,
      keys: 1,
      webhookSecrets: 0,
      rotated: 1,
      alreadyCurrent: 0,
      revokedUnreadable: 0,
    });

    expect(await signsWith(client, BOTH)).toBe(true);
    expect(await signsWith(client, { current: NEW })).toBe(true);
    expect(await signsWith(client, { current: OLD })).toBe(false);
  });

  test('events are signed while one key is rotated and another is not', async () => {
    const [first, second] = [await clientWithKey(OLD), await clientWithKey(NEW)];

    expect(await Promise.all([signsWith(first, BOTH), signsWith(second, BOTH)])).toEqual([true, true]);
    expect(await rotate()).toMatchObject({ rotated: 1, alreadyCurrent: 1 });
  });

  test('keys without a fingerprint are read and rotated, and have one afterwards', async () => {
    const [old, recent] = [await clientWithKey(OLD), await clientWithKey(NEW)];
    await database.db.$executeRaw`UPDATE api_key SET master_fingerprint = NULL`;
    expect(await Promise.all([signsWith(old, BOTH), signsWith(recent, BOTH)])).toEqual([true, true]);
    const sealed = await secretOf(recent.keyId);

    expect(await rotate()).toMatchObject({ keys: 2, rotated: 1, alreadyCurrent: 1 });

    expect(await secretOf(recent.keyId)).toEqual(sealed);
    expect(await underCurrent()).toBe(2);
    expect(await Promise.all([old, recent].map((client) => signsWith(client, { current: NEW })))).toEqual([true, true]);
  });
});

describe('a change of the master key loses the webhook secrets', () => {
  test('secrets are rotated with the keys, also one that signs for a few hours only', async () => {
    const { accountId } = await clientWithKey(OLD);
    const first = await secretOfAccount(accountId);
    const deps = { db: database.db, masterKey: NEW };
    const second = await rotateWebhookSecret(deps, accountId, { currentId: first.id, overlapHours: 24 });

    expect(await rotate()).toMatchObject({ keys: 1, webhookSecrets: 2, rotated: 2, alreadyCurrent: 1 });
    expect(await rotate()).toMatchObject({ keys: 1, webhookSecrets: 2, rotated: 0, alreadyCurrent: 3 });

    const rows = await database.db.webhookSecret.findMany({ orderBy: { id: 'asc' } });
    expect(rows.map((row) => unseal(row, { current: NEW }).secret)).toEqual(
      [first, second].map((made) => made.kind === 'created' && made.secret),
    );
  });

  test('a secret in use that does not open is named by its account, and a revoked one does not block', async () => {
    const { accountId } = await clientWithKey(OLD);
    await secretOfAccount(accountId, randomBytes(32));
    await expect(rotate()).rejects.toMatchObject({ names: [`webhook secret of account ${accountId}`], all: 2 });

    await endSecrets(database.db, accountId);

    expect(await rotate()).toMatchObject({ rotated: 1, revokedUnreadable: 1 });
  });
});

describe('an interrupted rotation leaves keys that nobody can read', () => {
  test('more keys than one batch are all rotated, and a second run rotates none', async () => {
    await manyKeys(230);

    expect(await rotate()).toMatchObject({ keys: 230, rotated: 230 });
    expect(await rotate()).toMatchObject({ keys: 230, rotated: 0, alreadyCurrent: 230 });
    expect(await underCurrent()).toBe(230);
  });

  test('a run cut off by the database has rotated some keys, and the next one rotates the rest', async () => {
    const ids = await manyKeys(130);
    const last = [...ids].sort().at(-1) ?? '';
    const cut = await whileLocked(last, async (waiting) => {
      const running = rotate().catch((error: unknown) => error);
      await database.db.$executeRaw`SELECT pg_terminate_backend(${await waiting()}::integer)`;
      return running;
    });
    expect(cut).toBeInstanceOf(Error);
    expect(await underCurrent()).toBe(129);

    expect(await rotate()).toMatchObject({ keys: 130, rotated: 1, alreadyCurrent: 129 });
    expect(await underCurrent()).toBe(130);
  });

  test('two rotations at the same time do the work of one, and the keys still open', async () => {
    const client = await clientWithKey(OLD);
    await manyKeys(50);

    const both = await Promise.all([rotate(), rotate()]);

    expect(both.reduce((sum, { rotated }) => sum + rotated, 0)).toBe(51);
    expect(await signsWith(client, { current: NEW })).toBe(true);
  });

  test('a row that was replaced meanwhile is left as it is', async () => {
    const { keyId } = await clientWithKey(OLD);
    const from = await secretOf(keyId);
    const replaced = randomBytes(80);
    const row = { kind: 'key', id: keyId, secretEncrypted: from } as const;
    expect(await replaceSealed(database.db, row, { to: replaced, masterFingerprint: fingerprint })).toBe(true);

    expect(await replaceSealed(database.db, row, { to: from, masterFingerprint: fingerprint })).toBe(false);

    expect(Buffer.from(await secretOf(keyId))).toEqual(replaced);
  });
});

describe('a wrong master key makes keys unreadable', () => {
  test.each<[string, MasterKeys, Buffer]>([
    ['the previous secret is wrong', { current: NEW, previous: randomBytes(32) }, OLD],
    ['the previous secret is missing', { current: NEW }, OLD],
    ['the current secret has a typing error', { current: randomBytes(32), previous: OLD }, NEW],
  ])('%s: the keys that do not open are named, and none is changed', async (_, masterKeys, lost) => {
    const clients = [
      { ...(await clientWithKey(OLD)), under: OLD },
      { ...(await clientWithKey(NEW)), under: NEW },
    ];
    const before = await database.db.apiKey.findMany({ orderBy: { id: 'asc' } });

    const error = await rotate(masterKeys).catch((error: unknown) => error);

    expect(error).toBeInstanceOf(UnreadableKeys);
    expect(error).toMatchObject({
      all: 2,
      names: clients.filter(({ under }) => under === lost).map(({ keyId }) => keyId),
    });
    expect(await database.db.apiKey.findMany({ orderBy: { id: 'asc' } })).toEqual(before);
  });

  test('a changed secret is unreadable, although its fingerprint is right', async () => {
    const { keyId } = await clientWithKey(OLD);
    await database.db.$executeRaw`
      UPDATE api_key SET secret_encrypted = set_byte(secret_encrypted, 40, get_byte(secret_encrypted, 40) # 1)`;

    await expect(rotate()).rejects.toMatchObject({ names: [keyId] });
  });

  test('keys that no secret opens block the rotation until they are revoked', async () => {
    const { keyId } = await clientWithKey(randomBytes(32));
    await clientWithKey(OLD);
    await expect(rotate()).rejects.toMatchObject({ names: [keyId] });

    await revokeKey(database.db, keyId);

    expect(await rotate()).toMatchObject({ keys: 2, rotated: 1, alreadyCurrent: 0, revokedUnreadable: 1 });
  });
});

type Client = { accountId: string; keyId: string; key: string };

const rotate = (masterKeys = BOTH) => rotateMasterKey({ db: database.db, masterKeys, by: BY_TEST });

async function clientWithKey(masterKey: Buffer): Promise<Client> {
  const accountId = await fundedAccount(database.db, 100_000n);
  await setWebhookUrl(database.db, accountId, 'https://client.example/hook');
  const { id: keyId, key } = await createKey({ db: database.db, masterKey }, accountId, 'test');
  return { accountId, keyId, key };
}

async function secretOfAccount(accountId: string, masterKey = OLD) {
  const made = await createWebhookSecret({ db: database.db, masterKey }, accountId);
  if (made.kind !== 'created') throw new Error(made.kind);
  return made;
}

async function manyKeys(count: number): Promise<string[]> {
  const accountId = await fundedAccount(database.db, 0n);
  const ids: string[] = [];
  while (ids.length < count) ids.push((await createKey({ db: database.db, masterKey: OLD }, accountId, 'test')).id);
  return ids;
}

const secretOf = async (id: string) => (await database.db.apiKey.findUniqueOrThrow({ where: { id } })).secretEncrypted;
const underCurrent = () => database.db.apiKey.count({ where: { masterFingerprint: fingerprint } });

/**
 * Whether an event of the client, delivered by a worker that knows `masterKeys`, leaves with the hash that the client
 * computes from its key.
 */
async function signsWith({ accountId, key }: Client, masterKeys: MasterKeys): Promise<boolean> {
  const purchase = await purchases.sent(accountId, 'AIRTIME');
  const eventId = (await insertRequeryEvent(database.db, purchase, null)) ?? '';
  const posted: EventBody[] = [];
  const poster = {
    post: async ({ body }: { body: string }) => {
      posted.push(JSON.parse(body));
      return { httpStatus: 200, durationMs: 1, error: null, response: null };
    },
  };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const observer = { webhookTried: () => undefined };
  const limits = { maxDeliveries: 1, maxPerHost: 1 };
  await createWebhookScheduler({
    db: database.db,
    clock: systemClock,
    log,
    observer,
    poster,
    masterKeys,
    ...limits,
  }).deliver(eventId);
  const [body] = posted;
  const event = await database.db.webhookEvent.findUniqueOrThrow({ where: { id: eventId } });
  expect(event.state).toBe(body === undefined ? 'queued' : 'delivered');
  return body !== undefined && body.hash === eventHash(key, body.reference);
}

/** Runs `work` while another transaction holds the row of that key; `waiting` gives the backend that waits for it. */
function whileLocked<T>(keyId: string, work: (waiting: () => Promise<number>) => Promise<T>): Promise<T> {
  return database.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM api_key WHERE id = ${keyId}::uuid FOR UPDATE`;
    return work(async () => {
      const blocked = () => database.db.$queryRaw<{ pid: number }[]>`
        SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`;
      const [found] = await eventually(blocked, ({ length }) => length > 0);
      return found?.pid ?? 0;
    });
  });
}
