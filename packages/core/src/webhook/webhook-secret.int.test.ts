import { fundedAccount, fundedTwin, useDatabase } from '@topup/testkit';
import { Webhook } from 'standardwebhooks';
import { setWebhookUrl } from '../account/account.store';
import { fundTestWallet, resetTestAccount } from '../account/twin.store';
import { createKey } from '../api-key/create-key';
import { systemClock } from '../shared/clock';
import { purchasesIn } from '../testing/purchases';
import { createWebhookSecret, rotateWebhookSecret } from './change-webhook-secret';
import { insertRequeryEvent } from './event.store';
import { insertResend } from './manual-delivery.store';
import type { EventRequest } from './signed-event';
import { createWebhookScheduler } from './webhook-scheduler';
import type { NewSecret } from './webhook-secret';
import { endSecrets, listSigningSecrets } from './webhook-secret.store';

const database = useDatabase({ max: 8 });
const { sent } = purchasesIn(() => database.db);
const masterKey = Buffer.alloc(32, 1);
const deps = () => ({ db: database.db, masterKey });

async function client(account = fundedAccount(database.db, 100_000n)): Promise<string> {
  const accountId = await account;
  await setWebhookUrl(database.db, accountId, 'https://client.example/events');
  await createKey(deps(), accountId, 'test');
  return accountId;
}

async function created(outcome: ReturnType<typeof createWebhookSecret | typeof rotateWebhookSecret>) {
  const made = await outcome;
  if (made.kind !== 'created') throw new Error(made.kind);
  return made;
}

const create = (accountId: string) => created(createWebhookSecret(deps(), accountId));
const rotate = (accountId: string, { id: currentId }: NewSecret, overlapHours = 24) =>
  created(rotateWebhookSecret(deps(), accountId, { currentId, overlapHours }));

/** A worker. `requests` are what leaves it, `logged` its log. */
function worker(current = masterKey) {
  const requests: EventRequest[] = [];
  const logged: unknown[] = [];
  const log = (...line: unknown[]) => void logged.push(line);
  const { deliver } = createWebhookScheduler({
    db: database.db,
    clock: systemClock,
    log: { info: log, warn: log, error: log },
    observer: { webhookTried: () => undefined },
    poster: {
      async post(request) {
        requests.push(request);
        return { httpStatus: 200, durationMs: 1, error: null, response: null };
      },
    },
    masterKeys: { current },
    maxDeliveries: 4,
    maxPerHost: 4,
  });
  return { requests, logged, deliver };
}

/** The request of a new event of the account. */
async function delivered(accountId: string): Promise<EventRequest & { eventId: string }> {
  const eventId = await insertRequeryEvent(database.db, await sent(accountId, 'AIRTIME'), null);
  const { requests, deliver } = worker();
  await deliver(eventId ?? '');
  const [request] = requests;
  if (request === undefined || eventId === null) throw new Error('nothing was sent');
  return { ...request, eventId };
}

/** Whether the public library verifies a request with this secret. */
function verifies({ secret }: NewSecret, { headers, body }: EventRequest): boolean {
  try {
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    return true;
  } catch {
    return false;
  }
}

const signaturesOf = ({ headers }: EventRequest) => headers['webhook-signature']?.split(' ') ?? [];

describe('a receiver cannot tell a forged event from a true one', () => {
  test('with a secret, the public library verifies what is sent, and nothing that was changed', async () => {
    const accountId = await client();
    const secret = await create(accountId);
    expect(secret.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const request = await delivered(accountId);

    expect(verifies(secret, request)).toBe(true);
    const { headers, body, eventId } = request;
    expect(headers).toMatchObject({ 'webhook-id': eventId, 'X-Webhook-Id': eventId });
    const { timestamp, ...fields } = JSON.parse(body);
    expect(headers['webhook-timestamp']).toBe(String(Math.floor(Date.parse(timestamp) / 1000)));
    expect(Object.keys(fields)).toHaveLength(7);
    const changed: Partial<EventRequest>[] = [
      { body: body.replace('"status":"initiated"', '"status":"success"') },
      { headers: { ...headers, 'webhook-id': '01890a5d-ac96-774b-bcce-b302099a8057' } },
      { headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) } },
    ];
    for (const change of changed) expect(verifies(secret, { ...request, ...change })).toBe(false);
    expect(verifies(await create(await client()), request)).toBe(false);
  });

  test('without a secret there is no signature, and the other headers stay', async () => {
    const { headers, eventId } = await delivered(await client());
    expect(headers).toMatchObject({ 'webhook-id': eventId, 'webhook-timestamp': expect.stringMatching(/^\d{10}$/) });
    expect(headers).not.toHaveProperty('webhook-signature');
  });

  test('after a reset of the test account, events carry the signature of the same secret', async () => {
    const before = await client(fundedTwin(database.db, 0n));
    const secret = await create(before);
    const reset = await resetTestAccount(database.db, before);
    if (reset.kind !== 'reset') throw new Error(reset.kind);
    await fundTestWallet(database.db, reset.accountId, 100_000n);
    expect(verifies(secret, await delivered(reset.accountId))).toBe(true);
    expect(await listSigningSecrets(database.db, before)).toEqual([]);
  });

  test('a resend has the first webhook-id, and a signature of its own moment', async () => {
    const accountId = await client();
    const first = await delivered(accountId);
    const secret = await create(accountId);
    const resend = await insertResend(database.db, first.eventId, { accountId, askedBy: 'user-1' });
    const { requests, deliver } = worker();
    await deliver(resend.kind === 'written' ? resend.id : '');
    const [again] = requests;
    expect(again?.headers['webhook-id']).toBe(first.eventId);
    expect(again && verifies(secret, again)).toBe(true);
  });
});

describe('a receiver declines true events while its secret is changed', () => {
  test('for the overlap events have both signatures, and then only that of the new secret', async () => {
    const accountId = await client();
    const old = await create(accountId);
    const current = await rotate(accountId, old);

    const both = await delivered(accountId);
    expect(signaturesOf(both)).toHaveLength(2);
    expect([verifies(old, both), verifies(current, both)]).toEqual([true, true]);
    expect(await listSigningSecrets(database.db, accountId)).toMatchObject([
      { id: current.id, endsAt: null },
      { id: old.id, endsAt: expect.any(Date) },
    ]);
    const [, { endsAt } = { endsAt: null }] = await listSigningSecrets(database.db, accountId);
    const hours = (Number(endsAt) - Date.now()) / 3_600_000;
    expect(hours > 23.9 && hours < 24.1).toBe(true);

    await database.db.$executeRaw`
      UPDATE webhook_secret SET ends_at = clock_timestamp() - interval '1 ms' WHERE id = ${old.id}::uuid`;
    const after = await delivered(accountId);
    expect(signaturesOf(after)).toHaveLength(1);
    expect([verifies(old, after), verifies(current, after)]).toEqual([false, true]);
  });

  test('a further rotation within the overlap drops the oldest', async () => {
    const accountId = await client();
    const first = await create(accountId);
    const second = await rotate(accountId, first);
    const third = await rotate(accountId, second);
    const request = await delivered(accountId);
    expect(signaturesOf(request)).toHaveLength(2);
    expect([first, second, third].map((secret) => verifies(secret, request))).toEqual([false, true, true]);
  });

  test('a secret that has leaked signs nothing more after a rotation without overlap', async () => {
    const accountId = await client();
    const leaked = await create(accountId);
    const current = await rotate(accountId, leaked, 0);
    const request = await delivered(accountId);
    expect(signaturesOf(request)).toHaveLength(1);
    expect([verifies(leaked, request), verifies(current, request)]).toEqual([false, true]);
  });

  test('two who create, or rotate, at the same moment change the secret once', async () => {
    const accountId = await client();
    const four = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 4 }, work));
    const creations = await four(() => createWebhookSecret(deps(), accountId));
    expect(creations.map(({ kind }) => kind).sort()).toEqual(['created', 'has_secret', 'has_secret', 'has_secret']);
    const currentId = creations.find((one) => one.kind === 'created')?.id ?? '';
    const rotations = await four(() => rotateWebhookSecret(deps(), accountId, { currentId, overlapHours: 24 }));
    expect(rotations.map(({ kind }) => kind).sort()).toEqual(['created', 'not_current', 'not_current', 'not_current']);
    expect(await listSigningSecrets(database.db, accountId)).toHaveLength(2);
  });

  test('nobody rotates the secret of another account', async () => {
    const [one, other] = [await client(), await client()];
    const { id: currentId } = await create(one);
    await create(other);
    expect(await rotateWebhookSecret(deps(), other, { currentId, overlapHours: 0 })).toEqual({ kind: 'not_current' });
    expect(await listSigningSecrets(database.db, one)).toMatchObject([{ id: currentId, endsAt: null }]);
  });

  test('revoking ends all of them; then there is no signature, until a new secret is created', async () => {
    const accountId = await client();
    await rotate(accountId, await create(accountId));
    expect([await endSecrets(database.db, accountId), await endSecrets(database.db, accountId)]).toEqual([true, false]);
    expect(signaturesOf(await delivered(accountId))).toEqual([]);
    const next = await create(accountId);
    expect(verifies(next, await delivered(accountId))).toBe(true);
  });
});

describe('a webhook secret is read by others', () => {
  test('it is encrypted at rest, and no log has it', async () => {
    const accountId = await client();
    const { id, secret, display } = await create(accountId);
    const row = await database.db.webhookSecret.findUniqueOrThrow({ where: { id } });
    expect(Buffer.from(row.secretEncrypted).includes(secret)).toBe(false);
    expect(JSON.stringify({ ...row, secretEncrypted: null })).not.toContain(secret.slice(10, -5));
    expect(display).toBe(`${secret.slice(0, 10)}…${secret.slice(-5)}`);
    const eventId = await insertRequeryEvent(database.db, await sent(accountId, 'AIRTIME'), null);
    const { logged, deliver, requests } = worker();
    await deliver(eventId ?? '');
    expect(logged.length).toBeGreaterThan(0);
    expect(JSON.stringify(logged)).not.toContain(secret.slice(10, -5));
    expect(JSON.stringify(logged)).not.toContain(requests[0]?.headers['webhook-signature']);
  });

  test('with a lost master key nothing leaves unsigned, and the log names the secret by its id', async () => {
    const accountId = await client();
    const { id } = await create(accountId);
    await database.db.$executeRaw`
      UPDATE webhook_secret SET secret_encrypted = set_byte(secret_encrypted, 40, get_byte(secret_encrypted, 40) # 1)
       WHERE id = ${id}::uuid`;
    const eventId = (await insertRequeryEvent(database.db, await sent(accountId, 'AIRTIME'), null)) ?? '';
    const { requests, logged, deliver } = worker();
    await deliver(eventId);
    expect(requests).toEqual([]);
    expect(JSON.stringify(logged)).toContain(id);
    expect(await database.db.webhookEvent.findUnique({ where: { id: eventId } })).toMatchObject({
      state: 'queued',
      claimedAt: null,
    });
  });
});
