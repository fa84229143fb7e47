import { createAccount } from '@topup/core/account';
import { insertAction } from '@topup/core/audit';
import type { Lookup, RequeryOutcome, SendOutcome, Variation } from '@topup/core/provider';
import { newId } from '@topup/core/shared';
import { insertUser } from '@topup/core/user';
import { getWalletBalance } from '@topup/core/wallet';
import { eventually } from '@topup/testkit';
import { METER, OPERATOR, type OperatorWorld, operatorWorld, PHONE } from '../testing/operator-world';
import { delivered, unknown } from '../testing/seller';

const TOKEN = '12345678901234567890';
const vended: SendOutcome = {
  ...delivered,
  meter: { token: TOKEN, bonusToken: null, units: '79.9', customerName: 'ADA OBI', address: '1 Marina, Lagos' },
} as SendOutcome;

let world: OperatorWorld;
let get: OperatorWorld['get'];
let post: OperatorWorld['post'];

beforeAll(async () => {
  world = await operatorWorld();
  ({ get, post } = world);
});
afterAll(() => world.close());

/** Every page of a list, to its end. */
async function pages(path: string): Promise<{ rows: Record<string, unknown>[]; pages: number }> {
  const rows: Record<string, unknown>[] = [];
  let next = '';
  for (let count = 1; ; count += 1) {
    const { body } = await get(`${path}${next && `${path.includes('?') ? '&' : '?'}cursor=${next}`}`).expect(200);
    rows.push(...body.rows);
    if (body.next === null) return { rows, pages: count };
    next = body.next;
  }
}

describe('who may', () => {
  const id = '0199f3a2-7c1e-7b60-9d3e-0123456789ab';
  test.each([
    ...[
      'overview',
      'accounts',
      `accounts/${id}`,
      'tiers',
      'purchases',
      'purchases/x',
      'provider',
      'queues',
      'backlog',
    ].map((path) => ['get', path] as const),
    ...['catalogue?tier=standard', 'catalogue/sync', 'books', `books/${id}`, 'actions', 'nothing'].map(
      (path) => ['get', path] as const,
    ),
    ...['accounts', `accounts/${id}/status`, `accounts/${id}/tier`, `accounts/${id}/fund`, `accounts/${id}/users`].map(
      (path) => ['post', path] as const,
    ),
    ...[`users/${id}/link`, `users/${id}/disable`, 'tiers', 'purchases/x/requery', 'purchases/x/settle'].map(
      (path) => ['post', path] as const,
    ),
    ...['catalogue/sync', 'catalogue/announce', 'catalogue/retire', 'catalogue/withdraw', 'catalogue/restore'].map(
      (path) => ['post', path] as const,
    ),
    ...['prices', 'prices/clear', 'books'].map((path) => ['post', path] as const),
  ])('a client’s user could look at, or into, everybody’s money: %s /%s', async (method, path) => {
    for (const role of ['owner', 'member'] as const)
      expect((await world.call(method, `/api/operator/${path}`, role).expect(403)).body).toMatchObject({
        code: 'not_an_operator',
      });
    await world.call(method, `/api/operator/${path}`, null).expect(401);
  });
});

describe('accounts', () => {
  test('an operator could open an account that has no tier, or the name of another: both are refused and named', async () => {
    const { body } = await post('/accounts', { name: 'Kuda Shops', tier: 'standard' }).expect(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Kuda Shops',
      tier: 'standard',
      status: 'active',
      balance: '0.00',
      createdAt: expect.any(String),
    });
    expect(await world.recordedOf('Kuda Shops')).toEqual([
      { action: 'account.create', note: null, details: { tier: 'standard' }, userEmail: OPERATOR },
    ]);
    expect((await post('/accounts', { name: 'Kuda Shops', tier: 'standard' }).expect(409)).body).toMatchObject({
      code: 'name_taken',
      fields: { name: expect.any(String) },
    });
    expect((await post('/accounts', { name: 'Another', tier: 'gold' }).expect(400)).body.fields).toEqual({
      tier: 'There is no tier "gold".',
    });
    expect((await post('/accounts', { name: ' ', tier: 5 }).expect(400)).body.fields).toEqual({
      name: 'name must be one line of 1 to 200 characters that does not look like an id',
      tier: 'tier must be one line of 1 to 200 characters',
    });
    expect(await world.db.account.count({ where: { name: 'Another' } })).toBe(0);
  });

  test('an account beyond the first page could not be found: every one is listed once, and by a part of its name or its id', async () => {
    const names = Array.from({ length: 55 }, (_, n) => `Paged ${String(n).padStart(2, '0')}`);
    for (const name of names) await createAccount(world.db, { name, tier: 'standard' });
    const listed = await pages('/accounts?search=paged');
    expect([listed.pages, listed.rows.map(({ name }) => name)]).toEqual([2, names]);
    const { id } = await world.db.account.findUniqueOrThrow({ where: { name: 'Paged 07' } });
    expect((await get(`/accounts?search=${id}`)).body.rows).toMatchObject([{ id, name: 'Paged 07' }]);
    expect((await get('/accounts?search=%25')).body.rows).toEqual([]);
    for (const cursor of ['!', 'x=', Buffer.from('a\nb').toString('base64url')])
      expect((await get(`/accounts?cursor=${cursor}`).expect(400)).body).toMatchObject({
        code: 'invalid_cursor',
        fields: { cursor: 'is not known here' },
      });
  });

  test('a client that must be stopped would buy on: it is suspended and resumed, each recorded once however often it is asked', async () => {
    const { id, name } = await world.account();
    for (const status of ['suspended', 'suspended', 'active'])
      expect((await post(`/accounts/${id}/status`, { status }).expect(200)).body).toMatchObject({ id, status });
    expect((await world.recordedOf(name)).map(({ action }) => action)).toEqual(['account.suspend', 'account.resume']);
    await post(`/accounts/${id}/status`, { status: 'gone' }).expect(400);
    await post('/accounts/0199f3a2-7c1e-7b60-9d3e-0123456789ab/status', { status: 'active' }).expect(404);
    await get('/accounts/nobody').expect(404);
  });

  test('a client would go on at the old prices: its tier is changed, and both are recorded', async () => {
    await post('/tiers', { name: 'silver', markupPercent: '7.5' }).expect(200);
    const { id, name } = await world.account();
    expect((await post(`/accounts/${id}/tier`, { tier: 'silver' }).expect(200)).body.tier).toBe('silver');
    await post(`/accounts/${id}/tier`, { tier: 'silver' }).expect(200);
    expect(await world.recordedOf(name)).toMatchObject([
      { action: 'account.tier', details: { from: 'standard', to: 'silver' } },
    ]);
    await post(`/accounts/${id}/tier`, { tier: 'nonesuch' }).expect(400);
    expect((await get(`/accounts/${id}`)).body.tier).toBe('silver');
  });

  test('a double click would pay in twice: once per reference, and another amount under it is refused with the figures of then', async () => {
    const { id, name } = await world.account();
    const payment = { amount: '250.50', reference: 'TRF-1', note: 'transfer of 22 November' };
    const both = await Promise.all([post(`/accounts/${id}/fund`, payment), post(`/accounts/${id}/fund`, payment)]);
    const figures = { amount: '250.50', balanceBefore: '10000.00', balanceAfter: '10250.50' };
    expect(both.map(({ body }) => body).sort((a, b) => b.funded - a.funded)).toEqual([
      { funded: true, ...figures },
      { funded: false, ...figures },
    ]);
    const { body } = await post(`/accounts/${id}/fund`, { ...payment, amount: '300' }).expect(409);
    expect(body).toMatchObject({
      code: 'reference_used',
      message: expect.stringContaining('NGN 250.50, which took the wallet from 10000.00 to 10250.50'),
    });
    expect(await getWalletBalance(world.db, id)).toBe(1_025_050n);
    expect(await world.recordedOf(name)).toEqual([
      {
        action: 'wallet.fund',
        note: payment.note,
        details: { amount: '250.50', reference: 'TRF-1', balanceAfter: '10250.50' },
        userEmail: OPERATOR,
      },
    ]);
    for (const [field, value] of [
      ['amount', '-5'],
      ['amount', 5],
      ['amount', '0'],
      ['reference', ''],
      ['note', undefined],
    ] as const)
      expect(
        Object.keys((await post(`/accounts/${id}/fund`, { ...payment, [field]: value }).expect(400)).body.fields),
      ).toEqual([field]);
    const detail = (await get(`/accounts/${id}`)).body;
    expect(detail).toMatchObject({ balance: '10250.50', webhookUrl: 'https://client.example/…', keys: [] });
    expect(detail.entries).toMatchObject([
      { kind: 'funding', amount: '250.50', reference: 'TRF-1', purchaseReference: null },
      { reference: 'opening' },
    ]);
  });
});

describe('users', () => {
  test('somebody could be let into an account, or kept in it, without a trace: they are invited, given a link and disabled, each recorded', async () => {
    const { id } = await world.account();
    const { body } = await post(`/accounts/${id}/users`, {
      name: 'Ada Obi',
      email: 'Ada@Client.example',
      role: 'owner',
    }).expect(201);
    expect(body).toMatchObject({
      user: { name: 'Ada Obi', email: 'ada@client.example', role: 'owner', invited: true },
      link: expect.stringMatching(/^https:\/\/dashboard\.example\/set-password\?token=/),
    });
    const taken = await post(`/accounts/${id}/users`, {
      name: 'Other',
      email: 'ada@client.example',
      role: 'member',
    }).expect(409);
    expect(taken.body).toMatchObject({ code: 'email_taken', fields: { email: expect.any(String) } });
    expect((await get(`/accounts/${id}`)).body.users).toEqual([body.user]);
    const { link } = (await post(`/users/${body.user.id}/link`).expect(200)).body;
    expect(link).not.toBe(body.link);
    await post(`/users/${body.user.id}/disable`).expect(200);
    expect((await get(`/accounts/${id}`)).body.users).toEqual([]);
    for (const path of ['link', 'disable']) await post(`/users/${body.user.id}/${path}`).expect(404);
    const recorded = await world.recordedOf('ada@client.example');
    expect(recorded.map(({ action }) => action)).toEqual(['user.invite', 'user.link', 'user.disable']);
    expect(JSON.stringify(recorded)).not.toContain('token=');
    const bad = await post(`/accounts/${id}/users`, { name: '', email: 'x', role: 'operator' }).expect(400);
    expect(Object.keys(bad.body.fields)).toEqual(['name', 'email', 'role']);
    await post('/accounts/0199f3a2-7c1e-7b60-9d3e-0123456789ab/users', {
      name: 'x',
      email: 'x@y.example',
      role: 'owner',
    }).expect(404);
  });

  test('an operator could get in as another and leave that one’s name on what they do: operators are not managed from here', async () => {
    const user = await insertUser(world.db, {
      accountId: null,
      role: 'operator',
      name: 'Other',
      email: 'other-operator@topup.example',
    });
    if (user === 'email_taken') throw new Error(user);
    for (const path of ['link', 'disable'])
      expect((await post(`/users/${user.id}/${path}`).expect(403)).body.code).toBe('is_an_operator');
    expect(await world.recordedOf(user.email)).toEqual([]);
  });
});

describe('the audit log', () => {
  test('money could be moved without a trace: when the record cannot be written, the action has not happened', async () => {
    const { id, name } = await world.account();
    const nobody = (path: string, body: object) =>
      world.call('post', `/api/operator${path}`, 'operator', '').send(body);
    await nobody(`/accounts/${id}/fund`, { amount: '5', reference: 'x', note: 'x' }).expect(500);
    await nobody(`/accounts/${id}/status`, { status: 'suspended' }).expect(500);
    const reference = await world.buy(id);
    await nobody(`/purchases/${reference}/settle`, { decision: 'refund', note: 'x' }).expect(500);
    expect((await get(`/accounts/${id}`)).body).toMatchObject({ status: 'active', balance: '9900.00' });
    expect(await world.recordedOf(name)).toEqual([]);
    expect((await world.stored(reference)).status).toBe('initiated');
  });

  test('what was done could be made undone in the record: it cannot be changed, removed or emptied', async () => {
    await expect(world.db.$executeRaw`UPDATE operator_action SET note = 'x'`).rejects.toThrow(
      'operator_action_is_append_only',
    );
    await expect(world.db.$executeRaw`DELETE FROM operator_action`).rejects.toThrow('operator_action_is_append_only');
    await expect(world.db.$executeRaw`TRUNCATE operator_action`).rejects.toThrow('operator_action_is_not_emptied');
  });

  test('who did it could not be found out: the record is searched by what, whom and whose, page by page', async () => {
    const { id, name } = await world.account();
    for (let n = 0; n < 50; n += 1)
      await insertAction(
        world.db,
        { userId: 'x', email: 'other@topup.example' },
        { action: 'wallet.fund', subject: name },
      );
    for (const status of ['suspended', 'active']) await post(`/accounts/${id}/status`, { status });
    const listed = await pages(`/actions?search=${encodeURIComponent(name.toUpperCase())}`);
    expect([listed.pages, listed.rows.length]).toEqual([2, 52]);
    expect(listed.rows[0]).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      by: OPERATOR,
      action: 'account.resume',
      subject: name,
      note: null,
      details: {},
    });
    expect(
      (await get('/actions?search=account.suspend')).body.rows.every(
        ({ action }: { action: string }) => action === 'account.suspend',
      ),
    ).toBe(true);
    await get('/actions?cursor=WyJ4Il0').expect(400);
  });
});

describe('purchases', () => {
  test('an operator could not find the purchase a customer asks about: by every filter and every number, masked in the list', async () => {
    const [one, other] = [await world.account(), await world.account()];
    const done = await world.buy(one.id);
    await world.send(done, delivered);
    const open = await world.buy(one.id);
    await world.send(open, unknown);
    const light = await world.buy(other.id, 'ELECTRICITY');
    await world.send(light, { ...vended, mismatch: `for ${METER}9, not ${METER}` } as SendOutcome);
    const references = async (query: string) =>
      (await pages(`/purchases?${query}`)).rows.map(({ reference }) => reference);

    expect(await references(`account=${one.id}`)).toEqual([open, done]);
    expect(await references(`account=${one.id}&status=success`)).toEqual([done]);
    expect(await references(`account=${one.id}&status=initiated`)).toEqual([open]);
    expect(await references(`account=${one.id}&product=ELECTRICITY`)).toEqual([]);
    expect(await references('product=ELECTRICITY')).toEqual([light]);
    expect(await references('review=true')).toEqual([light]);
    expect(await references(`search=${done}`)).toEqual([done]);
    expect(await references(`search=${(await world.stored(open)).id}`)).toEqual([open]);
    expect(await references(`search=${(await world.stored(open)).providerRef}`)).toEqual([open]);
    expect(await references(`search=${METER}`)).toEqual([light]);
    expect(await references(`search=%2B234 803 000 0001&account=${one.id}`)).toEqual([open, done]);
    expect(await references('search=nothing-like-it')).toEqual([]);
    const [row] = (await get(`/purchases?search=${METER}`)).body.rows;
    expect(row).toMatchObject({
      recipient: '*******3444',
      description: 'ikeja-electric prepaid electricity',
      reason: 'for *******34449, not *******3444',
      account: other,
      needsReview: true,
      amount: '100.00',
    });
    expect(JSON.stringify((await get('/purchases')).body)).not.toMatch(new RegExp(`${METER}|${PHONE}`));
    for (const query of [
      'status=odd',
      'product=odd',
      'account=odd',
      'cursor=odd',
      `cursor=${Buffer.from('1.x').toString('base64url')}`,
    ])
      await get(`/purchases?${query}`).expect(400);
  });

  test('a purchase could be missing from the list, or stand there twice: pages of one account and of all are whole', async () => {
    const { id } = await world.account();
    for (let n = 0; n < 51; n += 1) await world.buy(id);
    // by id: two of the same millisecond are in no other order
    const stored = await world.db.purchase.findMany({ where: { accountId: id }, orderBy: { id: 'desc' } });
    const bought = stored.map(({ requestRef }) => requestRef);
    const ofAccount = await pages(`/purchases?account=${id}`);
    expect([ofAccount.pages, ofAccount.rows.map(({ reference }) => reference)]).toEqual([2, bought]);
    const all = (await pages('/purchases')).rows.map(({ reference }) => reference);
    expect([all.length, new Set(all).size]).toEqual([await world.db.purchase.count(), all.length]);
    expect(all.slice(0, 51)).toEqual(bought);
  });

  test('a token could be read by whoever looks over a shoulder: it is told to those who ask for it, and that they did is recorded', async () => {
    const { id, name } = await world.account();
    const reference = await world.buy(id, 'ELECTRICITY');
    await world.send(reference, vended);
    const { body } = await get(`/purchases/${reference}`).expect(200);
    expect(JSON.stringify(body)).not.toContain(TOKEN);
    expect(body).toMatchObject({
      reference,
      account: { id, name },
      recipient: METER,
      status: 'success',
      amount: '100.00',
      cost: '97.00',
      balanceBefore: '10000.00',
      balanceAfter: '9900.00',
      refundedAmount: null,
      sends: 1,
      takesToken: false,
      result: { token: '****************7890', units: '79.9' },
      actions: [],
    });
    expect(body.timeline.map(({ kind }: { kind: string }) => kind)).toEqual(['accepted', 'sent', 'settled']);
    expect(body.history.map(({ to }: { to: string }) => to)).toEqual(['initiated', 'success']);
    const shown = (await get(`/purchases/${reference}?token=true`).expect(200)).body;
    expect(shown.result.token).toBe(TOKEN);
    expect(shown.actions).toMatchObject([{ action: 'purchase.show_token', by: OPERATOR }]);
    await get('/purchases/never-heard-of').expect(404);
  });

  describe('asking the provider now', () => {
    const { mismatch: _, ...toldDelivered } = { ...delivered } as Extract<SendOutcome, { kind: 'delivered' }>;
    test.each<[string, RequeryOutcome, string, string]>([
      ['delivered', { ...toldDelivered, mismatch: null }, 'success', 'The provider has delivered it.'],
      [
        'rejected',
        { kind: 'rejected', reversed: false, code: '016', reason: 'Failed.', fault: 'order' },
        'failed',
        'The provider rejected it (code 016): Failed.',
      ],
      [
        'undecided',
        { kind: 'open', reason: 'status pending', stuck: true },
        'initiated',
        'The provider has not decided it yet: status pending. It asks for a person.',
      ],
      ['unknown to it', { kind: 'missing' }, 'initiated', 'The provider knows no such order.'],
      [
        'not answered',
        { kind: 'unanswered', reason: 'HTTP 502' },
        'initiated',
        'The provider did not answer: HTTP 502.',
      ],
    ])('a customer would wait for the sweeper: %s', async (_what, outcome, status, answer) => {
      const { id } = await world.account();
      const reference = await world.buy(id);
      await world.send(reference, unknown);
      world.provider.requery = () => outcome;
      expect((await post(`/purchases/${reference}/requery`).expect(200)).body).toEqual({ status, answer });
      expect(await world.stored(reference)).toMatchObject({ status });
      expect(await world.recordedOf(reference)).toMatchObject([{ action: 'purchase.requery' }]);
      expect(await getWalletBalance(world.db, id)).toBe(status === 'failed' ? 1_000_000n : 990_000n);
    });

    test('one that was never sent, or is being sent, would be asked about in vain: it is refused, and nothing is recorded', async () => {
      const { id } = await world.account();
      const reference = await world.buy(id);
      expect((await post(`/purchases/${reference}/requery`).expect(409)).body.code).toBe('never_sent');
      await world.send(reference, null);
      expect((await post(`/purchases/${reference}/requery`).expect(409)).body.code).toBe('in_flight');
      await post('/purchases/never-heard-of/requery').expect(404);
      expect(await world.recordedOf(reference)).toEqual([]);
    });

    test('a delivery that the provider took back would go unseen: it is put before a person, and no money moves', async () => {
      const { id } = await world.account();
      const reference = await world.buy(id);
      await world.send(reference, delivered);
      world.provider.requery = () => ({
        kind: 'rejected',
        reversed: true,
        code: '040',
        reason: 'Reversed.',
        fault: 'order',
      });
      expect((await post(`/purchases/${reference}/requery`)).body).toEqual({
        status: 'success',
        answer: 'The provider took it back (code 040): Reversed.',
      });
      const { body } = await get(`/purchases/${reference}`);
      expect(body).toMatchObject({ status: 'success', needsReview: true });
      expect(body.timeline.at(-1)).toMatchObject({ kind: 'review' });
      expect(await getWalletBalance(world.db, id)).toBe(990_000n);
    });
  });

  describe('settling by hand', () => {
    /** Under review: the provider has asked for a person. */
    async function underReview(product: 'AIRTIME' | 'ELECTRICITY' = 'AIRTIME') {
      const { id } = await world.account();
      const reference = await world.buy(id, product);
      await world.send(reference, unknown);
      await world.db
        .$executeRaw`UPDATE purchase SET needs_review = true, next_check_at = NULL WHERE request_ref = ${reference}`;
      return { id, reference };
    }

    test('a customer without airtime would not get the money back: it is refunded once, its client told, and the evidence kept', async () => {
      const { id, reference } = await underReview();
      const body = { decision: 'refund', note: `told by the provider: ${PHONE} got nothing` };
      expect((await post(`/purchases/${reference}/settle`, body).expect(200)).body).toEqual({
        status: 'failed',
        changed: true,
      });
      expect((await post(`/purchases/${reference}/settle`, body).expect(200)).body).toEqual({
        status: 'failed',
        changed: false,
      });
      expect(await getWalletBalance(world.db, id)).toBe(1_000_000n);
      const { body: told } = await get(`/purchases/${reference}`);
      expect(told).toMatchObject({ status: 'failed', needsReview: false, refundedAmount: '100.00' });
      expect(told.actions).toEqual([
        {
          id: expect.any(String),
          at: expect.any(String),
          by: OPERATOR,
          action: 'purchase.settle',
          subject: reference,
          note: 'told by the provider: *******0001 got nothing',
          details: { decision: 'refund', outcome: 'settled', status: 'failed', amount: '100.00' },
        },
      ]);
      const kinds = told.timeline.map(({ kind, amount = '' }: { kind: string; amount?: string }) =>
        `${kind} ${amount}`.trim(),
      );
      expect(kinds.filter((kind: string) => kind !== 'pending')).toEqual([
        'accepted -100.00',
        'sent',
        'settled',
        'refunded 100.00',
        'event',
      ]);
      const event = told.timeline.find(({ kind }: { kind: string }) => kind === 'event').delivery;
      expect(event).toMatchObject({ event: 'airtime.purchase.failed', state: 'queued' });
      expect(world.enqueued.events).toContain(event.id);
    });

    test('a token that was told on the phone would not reach the customer: with success it is kept, sent, and not recorded', async () => {
      const { id, reference } = await underReview('ELECTRICITY');
      expect((await get(`/purchases/${reference}`)).body.takesToken).toBe(true);
      const body = { decision: 'success', note: `the disco gave ${TOKEN}`, token: '1234-5678-9012-3456-7890' };
      expect((await post(`/purchases/${reference}/settle`, body).expect(200)).body).toEqual({
        status: 'success',
        changed: true,
      });
      expect(await getWalletBalance(world.db, id)).toBe(990_000n);
      const [notification] = await world.db.notification.findMany({
        where: { purchaseId: (await world.stored(reference)).id },
      });
      expect(world.enqueued.notifications).toContain(notification?.id);
      const recorded = await world.recordedOf(reference);
      expect(recorded).toMatchObject([{ action: 'purchase.settle', details: { decision: 'success', token: 'given' } }]);
      expect(JSON.stringify(recorded)).not.toContain(TOKEN);
    });

    test('a review of what stands as it should would stay open: it is closed, and that is recorded', async () => {
      const { id } = await world.account();
      const reference = await world.buy(id);
      await world.send(reference, { ...delivered, mismatch: 'another amount' } as SendOutcome);
      const body = { decision: 'success', note: 'the customer has it' };
      expect((await post(`/purchases/${reference}/settle`, body)).body).toEqual({ status: 'success', changed: false });
      expect((await get(`/purchases/${reference}`)).body).toMatchObject({
        needsReview: false,
        actions: [{ details: { outcome: 'confirmed' } }],
      });
      expect((await post(`/purchases/${reference}/settle`, { decision: 'refund', note: 'taken back' })).body).toEqual({
        status: 'refunded',
        changed: true,
      });
      expect(await getWalletBalance(world.db, id)).toBe(1_000_000n);
    });

    test('a decision that cannot be true would be taken: each is refused in words, and nothing is recorded', async () => {
      const { id } = await world.account();
      const reference = await world.buy(id);
      const settle = async (decision: string, more: object = {}) =>
        (await post(`/purchases/${reference}/settle`, { decision, note: 'x', ...more })).body;
      expect(await settle('success')).toMatchObject({ code: 'never_sent' });
      await world.send(reference, null);
      expect(await settle('refund')).toMatchObject({
        code: 'in_flight',
        message: expect.stringMatching(/until \d{4}-/),
      });
      expect(await settle('success', { token: TOKEN })).toMatchObject({
        code: 'takes_no_token',
        fields: { token: expect.any(String) },
      });
      expect(await settle('success', { token: '123' })).toMatchObject({
        code: 'validation_failed',
        fields: { token: expect.any(String) },
      });
      expect(await settle('maybe', { note: 'two\nlines' })).toMatchObject({
        fields: { decision: expect.any(String), note: expect.any(String) },
      });
      const refunded = await world.buy(id);
      await post(`/purchases/${refunded}/settle`, { decision: 'refund', note: 'not wanted' }).expect(200);
      expect(
        (await post(`/purchases/${refunded}/settle`, { decision: 'success', note: 'x' }).expect(409)).body.code,
      ).toBe('was_refunded');
      await post('/purchases/never-heard-of/settle', { decision: 'refund', note: 'x' }).expect(404);
      expect(await world.recordedOf(reference)).toEqual([]);
    });
  });
});

describe('the provider, the queues, the whole', () => {
  test('a page that is looked at would wear the provider out: its float is asked for once in 15 seconds, and a fault is told', async () => {
    const before = world.provider.balanceReads;
    const [{ body }, { body: overview }] = await Promise.all([
      get('/provider').expect(200),
      get('/overview').expect(200),
    ]);
    expect(body).toMatchObject({
      name: 'vtpass',
      float: { amount: '123456.00', fault: null, askedAt: expect.any(String) },
    });
    expect(overview.float).toEqual(body.float);
    expect(world.provider.balanceReads).toBeLessThanOrEqual(before + 1);
    expect(body.lastHour.find(({ product }: { product: string }) => product === 'AIRTIME')).toMatchObject({
      sent: expect.any(Number),
      medianSeconds: expect.any(Number),
    });
  });

  test('the overview could lie: its figures are those of the tables', async () => {
    const { body } = await get('/overview').expect(200);
    const count = (where: object) => world.db.purchase.count({ where });
    const [{ sum }] = await world.db.$queryRaw<[{ sum: bigint }]>`SELECT sum(balance_kobo)::bigint AS sum FROM wallet`;
    expect(body).toMatchObject({
      accounts: {
        active: await world.db.account.count({ where: { status: 'active' } }),
        suspended: await world.db.account.count({ where: { status: 'suspended' } }),
      },
      balances: `${sum / 100n}.00`.replace(/\.00$/, `.${String(sum % 100n).padStart(2, '0')}`),
      open: { initiated: await count({ status: 'initiated' }), pending: await count({ status: 'pending' }) },
      review: await count({ needsReview: true }),
    });
    expect(body.points).toHaveLength(24);
    const last = body.points.at(-1);
    const counted = body.points.reduce(
      (all: number, { byStatus }: { byStatus: Record<string, number> }) =>
        all + Object.values(byStatus).reduce((a, b) => a + b, 0),
      0,
    );
    expect(counted).toBeGreaterThan(0);
    expect(Object.keys(last.byProduct).sort()).toEqual(['AIRTIME', 'CABLE_TV', 'DATA', 'ELECTRICITY']);
  });

  test('work that piles up would be seen by nobody: the queues are counted, and what the tables hold', async () => {
    const { body } = await get('/queues').expect(200);
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['airtime', 'data', 'webhooks', 'notifications']);
    expect(body[0]).toEqual({ name: 'airtime', waiting: 0, active: 0, delayed: 0, failed: 0, oldestSeconds: null });
    expect((await get('/backlog').expect(200)).body).toMatchObject({
      open: await world.db.purchase.count({ where: { finalAt: null } }),
      webhooksWaiting: expect.any(Number),
    });
  });

  test('the board of the queues could be opened by anybody: operators alone, and who has not signed in is led there', async () => {
    expect((await world.call('get', '/queues/', null).expect(303)).headers.location).toBe('/sign-in');
    await world.call('get', '/queues/', 'owner').expect(403);
    const page = await world.call('get', '/queues/').expect(200);
    expect([
      page.text.includes('Queues'),
      page.headers['content-security-policy']?.includes("frame-ancestors 'none'"),
    ]).toEqual([true, true]);
    expect((await world.call('get', '/queues/api/queues').expect(200)).body.queues).toHaveLength(4);
    await world.call('post', '/queues/api/queues').expect(405);
    await world.call('get', '/queues/api/queues', 'member').expect(403);
  });
});

describe('prices and catalogue', () => {
  const list = (code: string, naira: bigint): Lookup<Variation[]> => ({
    kind: 'found',
    value: [{ code, name: `N${naira} 1GB - 30 days`, priceKobo: naira * 100n }],
  });
  const finished = async () =>
    (
      await eventually(
        () => get('/catalogue/sync'),
        ({ body }) => !body.running,
      )
    ).body;

  test('prices would be changed without a trace, or to a loss: tiers and prices are set, cleared, refused and recorded', async () => {
    world.provider.variations = (service) => (service === 'mtn-data' ? list('mtn-1gb', 1000n) : list('glo-1gb', 900n));
    expect((await post('/catalogue/sync').expect(202)).body).toMatchObject({ running: true });
    expect(await finished()).toMatchObject({
      running: false,
      summary: { added: 2, changed: 0, gone: 0, kept: 0 },
      fault: null,
    });
    expect((await post('/tiers', { name: 'bronze', markupPercent: '10' }).expect(200)).body).toMatchObject({
      name: 'bronze',
      markupPercent: '10.00',
    });
    await post('/tiers', { name: 'bronze', markupPercent: '10.00' }).expect(200);
    expect((await post('/tiers', { name: 'bronze', markupPercent: '12.5' }).expect(200)).body.markupPercent).toBe(
      '12.50',
    );
    expect((await world.recordedOf('bronze')).map(({ action, details }) => [action, details])).toEqual([
      ['tier.create', { markupPercent: '10.00' }],
      ['tier.markup', { from: '10.00', to: '12.50' }],
    ]);
    expect((await get('/tiers')).body.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['standard', 'bronze']),
    );

    const of = { tier: 'bronze', planId: 'mtn-1gb' };
    const row = async () =>
      (await get('/catalogue?tier=bronze')).body.find(({ planId }: { planId: string }) => planId === 'mtn-1gb');
    expect(await row()).toMatchObject({ cost: '1000.00', price: '1125.00', state: 'for_sale', priced: 'tier' });
    expect((await post('/prices', { ...of, price: '1050' }).expect(200)).body).toEqual({
      ...of,
      price: '1050.00',
      cost: '1000.00',
    });
    expect(await row()).toMatchObject({ price: '1050.00', priced: 'exact' });
    expect((await post('/prices', { ...of, price: '999' }).expect(409)).body).toMatchObject({
      code: 'below_cost',
      fields: { price: expect.any(String) },
    });
    await post('/prices', { ...of, price: '999', force: true }).expect(200);
    await post('/prices', { ...of, markupPercent: '20' }).expect(200);
    expect(await row()).toMatchObject({ price: '1200.00', priced: 'markup' });
    expect((await post('/prices/clear', of).expect(200)).body).toEqual({ ...of, cleared: true, price: '1125.00' });
    expect((await post('/prices/clear', of).expect(200)).body.cleared).toBe(false);
    expect((await world.recordedOf('mtn-1gb')).map(({ action }) => action)).toEqual([
      'price.set',
      'price.set',
      'price.set',
      'price.clear',
    ]);
    for (const body of [
      { ...of },
      { ...of, price: '5', markupPercent: '5' },
      { ...of, markupPercent: '5', force: true },
      { ...of, tier: 'x', price: '5' },
      { ...of, planId: 'x', price: '5' },
    ])
      await post('/prices', body).expect(400);
    await post('/prices/clear', { ...of, planId: 'x' }).expect(400);
    await get('/catalogue?tier=x').expect(400);
    await get('/catalogue').expect(400);
    for (const markupPercent of ['-1', '1001', 'x', 5]) await post('/tiers', { name: 'x', markupPercent }).expect(400);
  });

  test('a plan that must not be sold would be sold: it is withdrawn, restored, announced and retired, each recorded', async () => {
    const { id } = (await post('/catalogue/withdraw', { planId: 'glo-1gb' }).expect(200)).body;
    const state = async () =>
      (await get('/catalogue?tier=standard')).body.find((row: { id: number }) => row.id === id).state;
    expect(await state()).toBe('withdrawn');
    await post('/catalogue/withdraw', { planId: 'glo-1gb' }).expect(400);
    expect((await post('/catalogue/restore', { id }).expect(200)).body).toEqual({ id, planId: 'glo-1gb' });
    expect((await post('/catalogue/restore', { id }).expect(409)).body.code).toBe('not_withdrawn');
    await post('/catalogue/restore', { id: 999_999 }).expect(404);
    const announced = (
      await post('/catalogue/announce', { network: 'MTN', name: 'N500 2GB - 7 days', cost: '450' }).expect(201)
    ).body;
    await post('/catalogue/retire', announced).expect(200);
    expect((await post('/catalogue/retire', announced).expect(409)).body.code).toBe('not_announced');
    await post('/catalogue/announce', { network: 'ETISALAT', name: 'x', cost: '1' }).expect(400);
    await post('/catalogue/retire', { id: 'x' }).expect(400);
    expect((await world.recordedOf('glo-1gb')).map(({ action }) => action)).toEqual(['plan.withdraw', 'plan.restore']);
    expect((await world.recordedOf('N500 2GB - 7 days')).map(({ action }) => action)).toEqual(['plan.announce']);
  });

  test('two syncs at once, or one that hangs, would leave nobody wiser: its steps are told while it runs, a second is refused, faults are told', async () => {
    let answer: (value: { kind: 'unavailable'; reason: string }) => void = () => undefined;
    const held = new Promise<{ kind: 'unavailable'; reason: string }>((resolve) => {
      answer = resolve;
    });
    world.provider.variations = (service) => (service === 'mtn-data' ? list('mtn-1gb', 1100n) : held);
    await post('/catalogue/sync').expect(202);
    const running = await eventually(
      () => get('/catalogue/sync'),
      ({ body }) => body.steps.length === 1,
    );
    expect(running.body).toMatchObject({
      running: true,
      finishedAt: null,
      steps: [{ service: 'mtn-data', text: '1 plans in the provider’s list' }],
    });
    expect((await post('/catalogue/sync').expect(409)).body.code).toBe('under_way');
    answer({ kind: 'unavailable', reason: 'HTTP 503' });
    expect(await finished()).toMatchObject({
      summary: { added: 0, changed: 1, gone: 0, kept: 0 },
      fault: 'The provider gave no list of glo-data: try again later.',
      steps: [
        { service: 'mtn-data' },
        { service: 'glo-data', text: 'no list: HTTP 503' },
        { service: 'mtn-data', text: '0 added, 1 changed, 0 gone, 0 as they were' },
        { service: 'glo-data', text: 'left as it was' },
      ],
    });
  });

  test('a sync whose process died would run for ever: it is told as such, and the next one can begin', async () => {
    await world.db
      .$executeRaw`INSERT INTO catalogue_sync (id, started_by, seen_at) VALUES (${newId()}::uuid, 'x', now() - interval '61 seconds')`;
    expect((await get('/catalogue/sync')).body).toMatchObject({
      running: false,
      fault: expect.stringContaining('ended before it was done'),
    });
    await post('/catalogue/sync').expect(202);
    await world.runs.idle();
    expect(await world.db.catalogueSync.count({ where: { finishedAt: null } })).toBe(0);
  });
});

describe('the books', () => {
  const finished = async (id: string) =>
    (
      await eventually(
        () => get(`/books/${id}`),
        ({ body }) => body.finishedAt !== null,
      )
    ).body;

  test('money that is lost would be found by nobody: the books are verified in the background, and what was found is kept', async () => {
    const [first, second] = await Promise.all([post('/books'), post('/books')]);
    const begun = [first, second].find(({ status }) => status === 202)?.body;
    expect([first.status, second.status].sort()).toEqual([202, 409]);
    expect(begun).toMatchObject({ startedBy: OPERATOR, finishedAt: null, sound: null, broken: [], fault: null });
    const sound = await finished(begun.id);
    expect(sound).toMatchObject({
      sound: true,
      broken: [],
      fault: null,
      totals: { funded: expect.stringMatching(/^\d+\.\d\d$/) },
    });
    expect(sound.findings).toHaveLength(16);

    const { id } = await world.account();
    await world.db.$executeRaw`UPDATE wallet SET balance_kobo = balance_kobo + 500 WHERE account_id = ${id}::uuid`;
    const drifted = await finished((await post('/books').expect(202)).body.id);
    await world.db.$executeRaw`UPDATE wallet SET balance_kobo = balance_kobo - 500 WHERE account_id = ${id}::uuid`;
    expect(drifted).toMatchObject({ sound: false, broken: expect.arrayContaining(['A01', 'X04']) });
    expect(drifted.findings[0]).toMatchObject({
      id: 'A01',
      count: 1,
      rows: [{ accountId: id, balance: '10005.00', ledger: '10000.00' }],
    });
    expect((await get('/books')).body.rows.slice(0, 2)).toMatchObject([
      { id: drifted.id, sound: false },
      { id: begun.id, sound: true },
    ]);
    expect((await get('/overview')).body.books).toBeDefined();
    expect((await world.recordedOf('the books')).map(({ action }) => action)).toEqual(['books.verify', 'books.verify']);
    await expect(world.db.$executeRaw`UPDATE books_check SET sound = true WHERE sound = false`).rejects.toThrow(
      'books_check_stays',
    );
    await get('/books/nothing').expect(404);
    await get('/books/0199f3a2-7c1e-7b60-9d3e-0123456789ab').expect(404);
    await get('/books?cursor=x').expect(400);
  });

  test('a check whose process died would run for ever: it is told as such, and the next one can begin', async () => {
    const id = newId();
    await world.db
      .$executeRaw`INSERT INTO books_check (id, started_by, seen_at) VALUES (${id}::uuid, 'x', now() - interval '61 seconds')`;
    expect((await get(`/books/${id}`)).body).toMatchObject({
      sound: null,
      finishedAt: expect.any(String),
      fault: expect.stringContaining('ended before it was done'),
    });
    const next = (await post('/books').expect(202)).body;
    expect((await finished(next.id)).sound).toBe(true);
    expect(await world.db.booksCheck.count({ where: { finishedAt: null } })).toBe(0);
  });

  test('a check that is stopped with its process would be taken for one that goes on: it is told at once, and its late end changes nothing', async () => {
    const { id } = (await post('/books').expect(202)).body;
    await world.runs.stop();
    expect((await get(`/books/${id}`)).body).toMatchObject({ finishedAt: expect.any(String) });
    await world.runs.idle();
    expect((await get(`/books/${id}`)).body.finishedAt).not.toBeNull();
  });
});
