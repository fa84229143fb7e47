import type { Delivery, KeyRow, NewWebhookSecret } from '@topup/dashboard-contract';
import { openDeveloperWorld } from '../../testing/developer-world';

const world = openDeveloperWorld();

/** Writes so many failed deliveries of the account. */
const fail = (accountId: string, count: number) =>
  world.db.webhookEvent.createMany({
    data: Array.from({ length: count }, () => ({
      accountId,
      event: 'data.purchase.success',
      status: 'success',
      details: 'x',
      askedBy: 'a test',
      state: 'undelivered',
      finishedAt: new Date(),
    })),
  });

describe('a developer does not see that deliveries fail', () => {
  test('the state says since when, how many, and what the last success was', async () => {
    const { accountId, member } = await world.listened();
    const state = async () => (await member.get('/webhook/state')).body;
    await fail(accountId, 8);
    expect(await state()).toEqual({
      failingSince: null,
      rowSince: expect.any(String),
      lastDeliveredAt: null,
      day: { delivered: 0, failed: 9, sample: 1_000 },
    });
    await fail(accountId, 1);
    const failing = await state();
    expect(failing.failingSince).toBe(failing.rowSince);
    expect(failing.failingSince).not.toBeNull();
    await world.db.webhookEvent.updateMany({ where: { accountId }, data: { state: 'delivered' } });
    expect(await state()).toMatchObject({ failingSince: null, rowSince: null, lastDeliveredAt: expect.any(String) });
  });
});

describe('a developer cannot say which key or secret signs', () => {
  test('the newest active key signs, and the list says which is next', async () => {
    const { owner } = await world.team();
    const signs = async () => (await owner.get('/keys')).body.map((key: KeyRow) => [key.name, key.signs]);
    for (const name of ['first', 'second', 'third']) await owner.post('/keys', { name });
    expect(await signs()).toEqual([
      ['first', null],
      ['second', 'next'],
      ['third', 'now'],
    ]);
    const [, , third] = (await owner.get('/keys')).body;
    expect((await owner.post(`/keys/${third.id}/revoke`)).body.signs).toBeNull();
    expect(await signs()).toEqual([
      ['first', 'next'],
      ['second', 'now'],
      ['third', null],
    ]);
    expect((await owner.get('/webhook')).body.signedWith.name).toBe('second');
  });

  test('a delivery names what signed it then, and not what signs now', async () => {
    const one = await world.listened();
    const { owner, member } = one;
    const read = async (id: string): Promise<Delivery> => (await member.get(`/deliveries/${id}`)).body;
    const { body: secret }: { body: NewWebhookSecret } = await owner.post('/webhook/secrets');
    await owner.post('/keys', { name: 'second' });
    const { body: resent } = await member.post(`/deliveries/${one.delivery.id}/resend`);
    expect((await read(resent.id)).signedWith).toBeNull();
    await world.deliver(resent.id);
    await owner.post(`/keys/${one.key.id}/revoke`);
    await owner.post('/webhook/secrets/rotate', { id: secret.id, overlapHours: 1 });
    const { body: both } = await member.post(`/deliveries/${one.delivery.id}/resend`);
    await world.deliver(both.id);

    expect((await read(one.delivery.id)).signedWith).toMatchObject({ key: { name: 'first' }, secrets: [] });
    const signed = await read(resent.id);
    expect(signed.signedWith).toMatchObject({ key: { name: 'second' }, secrets: [expect.stringMatching(/^whsec_/)] });
    expect(signed.request.headers['webhook-signature']).toBe('v1,••••••••');
    expect(signed.response).toBe('<h1>oops</h1>');
    const twice = await read(both.id);
    expect(twice.signedWith?.secrets).toHaveLength(2);
    expect(twice.request.headers['webhook-signature']).toBe('v1,•••••••• v1,••••••••');
  });
});

describe('what failed is resent one at a time, or by somebody else', () => {
  test('a member counts, asks, sees the progress and cancels, within the account', async () => {
    const [one, other] = [await world.listened(), await world.listened()];
    const { member } = one;
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect((await member.get(`/webhook/resends/matching?since=${since}`)).body).toEqual({ events: 1, most: 10_000 });
    expect((await member.get('/webhook/resends/newest')).body).toEqual({ resend: null });
    const late = new Date(Date.now() + 60_000).toISOString();
    expect((await member.post('/webhook/resends', { since: late })).body).toMatchObject({ code: 'nothing_failed' });
    expect((await member.post('/webhook/resends', { since: 'soon' })).body.fields).toHaveProperty('since');
    expect((await member.post('/webhook/resends')).body.fields).toHaveProperty('since');

    const { status, body } = await member.post('/webhook/resends', { since });
    expect([status, body]).toEqual([202, { id: expect.any(String), events: 1 }]);
    expect((await member.post('/webhook/resends', { since })).body).toMatchObject({ code: 'under_way' });
    const ended = { delivered: 0, failed: 0, skipped: 0 };
    expect((await one.owner.get('/webhook/resends/newest')).body.resend).toEqual({
      id: body.id,
      since,
      createdAt: expect.any(String),
      total: 1,
      ...ended,
      stopped: null,
      finishedAt: null,
    });
    expect((await other.member.get('/webhook/resends/newest')).body).toEqual({ resend: null });
    const cancel = `/webhook/resends/${body.id}/cancel`;
    expect((await other.member.post(cancel)).body).toMatchObject({ code: 'not_running' });
    expect((await member.post(cancel)).status).toBe(200);
    expect((await member.post(cancel)).body).toMatchObject({ code: 'not_running' });
    const actions = await world.db.auditLog.findMany({ where: { accountId: one.accountId, subjectId: body.id } });
    expect(actions.map(({ action }) => action)).toEqual(['delivery.resend_failed', 'delivery.resend_cancel']);
  });

  test('deliveries are filtered by their response and by days', async () => {
    const { member, delivery } = await world.listened();
    const found = async (query: string) =>
      (await member.get(`/deliveries?${query}`)).body.rows.map(({ id }: Delivery) => id);
    expect(await found('http=5xx')).toEqual([delivery.id]);
    expect(await found('http=4xx')).toEqual([]);
    expect(await found(`http=5xx&search=${delivery.reference}`)).toEqual([delivery.id]);
    expect(await found(`from=${delivery.createdAt}`)).toEqual([delivery.id]);
    expect(await found(`to=${delivery.createdAt}`)).toEqual([]);
    expect((await member.get('/deliveries?http=6xx')).body.fields).toHaveProperty('http');
  });
});
