import { fundedAccount, grantedRole, testPool, useDatabase } from '@topup/testkit';
import { setAccountStatus, setWebhookUrl } from '../../account/account.store';
import { newId } from '../../shared/ids';
import { purchasesIn } from '../../testing/purchases';
import { insertUser, setPassword } from '../../user/user.store';
import { failingSince, listFailingEndpoints, readEndpointState } from './failing-endpoints.store';
import { mailFailingEndpoints } from './mail-failing-endpoints';

const database = useDatabase({ max: 10, eachTest: true });
const { sent } = purchasesIn(() => database.db);
const HOUR_MS = 3_600_000;

/** An account with these deliveries, the oldest first: + was delivered, - was not. They ended so long ago. */
async function accountWith(deliveries: string, agoMs = 60_000): Promise<string> {
  const id = await fundedAccount(database.db, 0n);
  await setWebhookUrl(database.db, id, 'https://client.example/hook');
  await deliver(id, deliveries, agoMs);
  return id;
}

async function deliver(accountId: string, deliveries: string, agoMs: number): Promise<void> {
  const finishedAt = new Date(Date.now() - agoMs);
  const events = ['airtime.purchase.success', 'data.purchase.failed', 'transaction.requery'];
  await database.db.webhookEvent.createMany({
    data: [...deliveries].map((sign, n) => ({
      accountId,
      event: events[n % events.length] ?? '',
      status: 'success',
      details: 'x',
      askedBy: 'a test',
      state: sign === '+' ? 'delivered' : 'undelivered',
      finishedAt,
    })),
  });
}

const ago = (at: Date | null): number => Date.now() - (at?.getTime() ?? 0);

const failing = async () => (await listFailingEndpoints(database.db, 10)).map(({ accountId }) => accountId);

describe('a webhook fails and no operator is told, or one that works is reported', () => {
  test('ten in a row are failing, whenever that was; nine are not, nor are ten with a delivery since', async () => {
    const long = await accountWith(`+${'-'.repeat(10)}`, 48 * HOUR_MS);
    const lately = await accountWith('-'.repeat(12));
    await accountWith(`+${'-'.repeat(9)}`, 2 * HOUR_MS);
    await accountWith(`${'-'.repeat(15)}+`, 2 * HOUR_MS);
    await accountWith('');
    expect(await failing()).toEqual([long, lately]);
    const [first] = await listFailingEndpoints(database.db, 1);
    expect(first).toEqual({
      accountId: long,
      name: (await database.db.account.findUniqueOrThrow({ where: { id: long } })).name,
      since: expect.any(Date),
    });
    expect(Date.now() - (first?.since.getTime() ?? 0)).toBeGreaterThan(47 * HOUR_MS);
    await deliver(long, '+', 0);
    expect(await failing()).toEqual([lately]);
  });

  test('half of the last hour is failing, of ten or more; less than half, or of longer ago, is not', async () => {
    const half = await accountWith('-+-+-+-+-+');
    await accountWith('-+-+-+-+-++');
    await accountWith('-+-+-+-+');
    const before = await accountWith('-+'.repeat(20), 2 * HOUR_MS);
    await deliver(before, '+++++-++++', 60_000);
    expect(await failing()).toEqual([half]);
  });

  test('accounts without a URL, suspended ones and test accounts are not listed', async () => {
    const [gone, suspended, live] = [
      await accountWith('-'.repeat(10)),
      await accountWith('-'.repeat(10)),
      await accountWith(''),
    ];
    await setWebhookUrl(database.db, gone, null);
    await setAccountStatus(database.db, suspended, 'suspended');
    const twin = await database.db.account.findFirstOrThrow({ where: { twinOf: live } });
    await setWebhookUrl(database.db, twin.id, 'https://client.example/test');
    await deliver(twin.id, '-'.repeat(10), 0);
    expect(await failing()).toEqual([]);
  });
});

describe('an account is told something else of its webhook than the operators', () => {
  test('nine in a row are well and ten fail, since the first of the row and not of the ten', async () => {
    const id = await accountWith('+', 30 * HOUR_MS);
    await deliver(id, '-----', 26 * HOUR_MS);
    await deliver(id, '----', HOUR_MS);
    const nine = await readEndpointState(database.db, id);
    expect([nine.failingSince, nine.day]).toEqual([null, { delivered: 0, failed: 4 }]);
    await deliver(id, '-'.repeat(10), 60_000);
    const state = await readEndpointState(database.db, id);
    expect(state).toEqual({
      failingSince: state.rowSince,
      rowSince: expect.any(Date),
      lastDeliveredAt: expect.any(Date),
      day: { delivered: 0, failed: 14 },
    });
    expect(Math.round(ago(state.rowSince) / HOUR_MS)).toBe(26);
    expect(Math.round(ago(state.lastDeliveredAt) / HOUR_MS)).toBe(30);
    expect((await listFailingEndpoints(database.db, 10))[0]?.since).toEqual(state.failingSince);
    await deliver(id, '+', 0);
    expect(await readEndpointState(database.db, id)).toMatchObject({
      rowSince: null,
      day: { delivered: 1, failed: 14 },
    });
  });

  test('half of an hour fails although the newest was delivered; an account without deliveries does not', async () => {
    const half = await accountWith('-+-+-+-+-+');
    expect(await readEndpointState(database.db, half)).toMatchObject({
      failingSince: expect.any(Date),
      rowSince: null,
      day: { delivered: 5, failed: 5 },
    });
    expect(await readEndpointState(database.db, await accountWith(''))).toEqual({
      failingSince: null,
      rowSince: null,
      lastDeliveredAt: null,
      day: { delivered: 0, failed: 0 },
    });
  });

  test('events of a test account from before it had a URL are no failures of that URL', async () => {
    const { id } = await database.db.account.findFirstOrThrow({ where: { twinOf: await accountWith('') } });
    const event = { accountId: id, event: 'data.purchase.failed', status: 'failed', details: 'x', askedBy: 'a test' };
    await database.db.webhookEvent.createMany({ data: Array.from({ length: 24 }, () => event) });
    expect(await database.db.webhookEvent.count({ where: { accountId: id, state: 'undelivered' } })).toBe(24);
    const well = { failingSince: null, rowSince: null, lastDeliveredAt: null, day: { delivered: 0, failed: 0 } };
    expect(await readEndpointState(database.db, id)).toEqual(well);
    await setWebhookUrl(database.db, id, 'https://client.example/test');
    expect(await readEndpointState(database.db, id)).toEqual(well);
    await deliver(id, '-', 30_000);
    const state = await readEndpointState(database.db, id);
    expect(state).toMatchObject({ failingSince: null, rowSince: expect.any(Date), day: { delivered: 0, failed: 1 } });
    expect(Math.round(ago(state.rowSince) / 10_000)).toBe(3);
    await deliver(id, '-'.repeat(9), 0);
    expect((await readEndpointState(database.db, id)).failingSince).toEqual(state.rowSince);
  });

  test('failures whose events were delivered by a resend do not count, those of other events do', async () => {
    const id = await accountWith('');
    const purchaseId = await sent(await fundedAccount(database.db, 100_000n), 'AIRTIME');
    const ended = { accountId: id, purchaseId, status: 'success', details: 'x', finishedAt: new Date() };
    const ids = Array.from({ length: 12 }, () => newId());
    const write = (rows: object[]) =>
      database.db.webhookEvent.createMany({
        data: rows.map((row) => ({ ...ended, event: 'transaction.requery', state: 'undelivered', ...row })),
      });
    await write(ids.map((one) => ({ id: one })));
    const resent = ids.map((resentFrom) => ({ resentFrom, state: 'delivered', askedBy: 'a test' }));
    await write(resent.slice(0, 6));
    expect(await failing()).toEqual([]);
    await write(ids.slice(0, 6).map(() => ({})));
    expect(await failing()).toEqual([id]);
    await write(resent.slice(6));
    expect(await failing()).toEqual([]);
  });
});

/** An account with these deliveries, and an owner who can sign in. */
async function ownedAccount(deliveries: string): Promise<{ id: string; email: string }> {
  const [id, email] = [await accountWith(deliveries), `${newId()}@client.example`];
  const user = await insertUser(database.db, { accountId: id, role: 'owner', name: 'Ada', email });
  if (user.kind !== 'inserted') throw new Error(user.kind);
  await setPassword(database.db, user.id, 'scrypt$');
  return { id, email };
}

const mailsTo = (email: string) => database.db.mail.findMany({ where: { email } });
const look = () => mailFailingEndpoints(database.db, 100);
/** As if the mail had been written so long ago. */
const mailedAgo = (id: string, agoMs: number) =>
  database.db.account.update({ where: { id }, data: { webhookFailingMailedAt: new Date(Date.now() - agoMs) } });

describe('the owners do not learn that their webhook fails, or are mailed of it without end', () => {
  test('of many workers that look at once one mails, once for each time that it fails', async () => {
    const one = await ownedAccount('-'.repeat(9));
    const well = await ownedAccount('+'.repeat(9));
    expect(await look()).toBe(0);
    await deliver(one.id, '-', 60_000);
    for (let n = 0; n < 3; n += 1) await Promise.all(Array.from({ length: 8 }, look));
    const [mail, ...more] = await mailsTo(one.email);
    expect([more, await mailsTo(well.email)]).toEqual([[], []]);
    expect(mail?.subject).toBe('Your webhook deliveries are failing');
    expect(mail?.text).toContain('to https://client.example/…');
    expect(mail?.text).toContain('(Africa/Lagos)');
    expect(await database.db.auditLog.findMany({ where: { accountId: one.id } })).toMatchObject([
      { action: 'webhook.failing_mail', actorKind: 'system', after: { url: 'https://client.example/…' } },
    ]);

    await mailedAgo(one.id, 2 * HOUR_MS);
    await deliver(one.id, '---', 0);
    await look();
    expect(await mailsTo(one.email)).toHaveLength(1); // it still fails
    await deliver(one.id, `+${'+'.repeat(20)}`, 0);
    await look();
    await deliver(one.id, '-'.repeat(10), 0);
    await Promise.all(Array.from({ length: 8 }, look));
    expect(await mailsTo(one.email)).toHaveLength(2);
  });

  test('one that fails again within the hour is mailed about when the hour is over, if it still fails', async () => {
    const one = await ownedAccount('-'.repeat(10));
    await look();
    await deliver(one.id, '+'.repeat(20), 0);
    await look();
    await deliver(one.id, '-'.repeat(10), 0);
    await look();
    expect(await mailsTo(one.email)).toHaveLength(1);
    await mailedAgo(one.id, HOUR_MS + 1_000);
    await look();
    await look();
    expect(await mailsTo(one.email)).toHaveLength(2);
  });

  test('nobody is mailed about a suspended account; the role of the worker is enough', async () => {
    const [one, suspended] = [await ownedAccount('-'.repeat(10)), await ownedAccount('-'.repeat(10))];
    await setAccountStatus(database.db, suspended.id, 'suspended');
    const role = await grantedRole(database.url);
    const worker = testPool(role.url, 1);
    try {
      expect(await mailFailingEndpoints(worker, 100)).toBe(1);
    } finally {
      await worker.$disconnect();
      await role.drop();
    }
    expect([(await mailsTo(one.email)).length, (await mailsTo(suspended.email)).length]).toEqual([1, 0]);
    expect(await failingSince(database.db, suspended.id)).not.toBeNull();
  });
});
