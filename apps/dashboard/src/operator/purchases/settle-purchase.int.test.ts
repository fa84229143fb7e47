import type { SendOutcome } from '@topup/core/provider';
import { getWalletBalance } from '@topup/core/wallet';
import { switchApprovalsOff } from '@topup/testkit';
import { OPERATOR, openOperatorWorld, PHONE } from '../../testing/operator-world';
import { delivered, TOKEN, unknown } from '../../testing/seller';

const { world, get, post } = openOperatorWorld();

describe('a decision that moves money twice, too late or wrongly', () => {
  /** Under review: the provider has asked for a person. */
  async function underReview(product: 'AIRTIME' | 'ELECTRICITY' = 'AIRTIME') {
    const { id } = await world().account();
    const reference = await world().buy(id, product);
    await world().send(reference, unknown);
    await world().db
      .$executeRaw`UPDATE purchase SET needs_review = true, next_check_at = NULL WHERE request_ref = ${reference}`;
    return { id, reference };
  }

  test('a refund happens once, sends its event, and keeps the evidence', async () => {
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
    expect(await getWalletBalance(world().db, id)).toBe(1_000_000n);
    const { body: purchase } = await get(`/purchases/${reference}`);
    expect(purchase).toMatchObject({ status: 'failed', needsReview: false, refundedAmount: '100.00' });
    expect(purchase.actions).toMatchObject([
      {
        id: expect.any(String),
        at: expect.any(String),
        by: OPERATOR,
        action: 'purchase.settle',
        subject: reference,
        note: 'told by the provider: *******0001 got nothing',
        before: { status: 'initiated' },
        after: { status: 'failed' },
        details: { decision: 'refund', outcome: 'settled', amount: '100.00' },
      },
    ]);
    const kinds = purchase.timeline.map(({ kind, amount = '' }: { kind: string; amount?: string }) =>
      `${kind} ${amount}`.trim(),
    );
    expect(kinds.filter((kind: string) => kind !== 'pending')).toEqual([
      'accepted -100.00',
      'sent',
      'settled',
      'refunded 100.00',
      'event',
    ]);
    const event = purchase.timeline.find(({ kind }: { kind: string }) => kind === 'event').delivery;
    expect(event).toMatchObject({ event: 'airtime.purchase.failed', state: 'queued' });
    expect(world().enqueued.events).toContain(event.id);
  });

  test('the tokens given with success are stored and sent, and not audited', async () => {
    const { id, reference } = await underReview('ELECTRICITY');
    expect((await get(`/purchases/${reference}`)).body.takesToken).toBe(true);
    const others = { keyChangeTokens: `1111-2222-3333-4444-5555, ${'2'.repeat(20)}`, bonusToken: '9'.repeat(20) };
    const token = '1234-5678-9012-3456-7890';
    const body = { decision: 'success', note: `the disco gave ${TOKEN} and ${'2'.repeat(20)}`, token, ...others };
    expect((await post(`/purchases/${reference}/settle`, body).expect(200)).body).toEqual({
      status: 'success',
      changed: true,
    });
    expect(await getWalletBalance(world().db, id)).toBe(990_000n);
    const [notification] = await world().db.notification.findMany({
      where: { purchaseId: (await world().stored(reference)).id },
    });
    expect(world().enqueued.notifications).toContain(notification?.id);
    expect((await world().stored(reference)).result).toMatchObject({
      key_change_tokens: `11112222333344445555,${'2'.repeat(20)}`,
      token: TOKEN,
      bonus_token: '9'.repeat(20),
    });
    const recorded = await world().recordedOf(reference);
    expect(recorded).toMatchObject([{ action: 'purchase.settle', details: { decision: 'success', token: 'given' } }]);
    for (const each of [TOKEN, '2'.repeat(20), '9'.repeat(20), '11112222333344445555'])
      expect(JSON.stringify(recorded)).not.toContain(each);
  });

  test.each([
    ['no energy token', { bonusToken: TOKEN }, 409, 'token'],
    ['one number twice', { keyChangeTokens: TOKEN, token: TOKEN }, 409, 'token'],
    [
      'five key change tokens',
      { keyChangeTokens: [1, 2, 3, 4, 5].map((n) => String(n).repeat(20)).join(), token: TOKEN },
      400,
      'keyChangeTokens',
    ],
  ])('%s is refused at its field, and nothing changes', async (_what, tokens, status, field) => {
    const { reference } = await underReview('ELECTRICITY');
    const body = { decision: 'success', note: 'x', ...tokens };
    expect((await post(`/purchases/${reference}/settle`, body).expect(status)).body.fields).toEqual({
      [field]: expect.any(String),
    });
    expect(await world().stored(reference)).toMatchObject({ finalAt: null });
  });

  test('a confirmation closes the review and is audited', async () => {
    const { id } = await world().account();
    const reference = await world().buy(id);
    await world().send(reference, { ...delivered, mismatch: 'another amount' } as SendOutcome);
    const body = { decision: 'success', note: 'the customer has it' };
    expect((await post(`/purchases/${reference}/settle`, body)).body).toEqual({ status: 'success', changed: false });
    expect((await get(`/purchases/${reference}`)).body).toMatchObject({
      needsReview: false,
      actions: [{ details: { outcome: 'confirmed' } }],
    });
    const refund = { decision: 'refund', note: 'taken back' };
    expect((await post(`/purchases/${reference}/settle`, refund).expect(409)).body.code).toBe('approval_needed');
    await switchApprovalsOff(world().db);
    expect((await post(`/purchases/${reference}/settle`, refund)).body).toEqual({
      status: 'refunded',
      changed: true,
    });
    expect(await getWalletBalance(world().db, id)).toBe(1_000_000n);
  });

  test('an impossible decision is refused with its reason, and nothing is audited', async () => {
    const { id } = await world().account();
    const reference = await world().buy(id);
    const settle = async (decision: string, more: object = {}) =>
      (await post(`/purchases/${reference}/settle`, { decision, note: 'x', ...more })).body;
    const refusedSuccess = async () => (await get(`/purchases/${reference}`)).body.refusedSuccess;
    expect(await settle('success')).toMatchObject({ code: 'never_sent' });
    expect(await refusedSuccess()).toBe('never_sent');
    await world().send(reference, null);
    expect(await refusedSuccess()).toBeNull();
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
    const refunded = await world().buy(id);
    await post(`/purchases/${refunded}/settle`, { decision: 'refund', note: 'not wanted' }).expect(200);
    expect(
      (await post(`/purchases/${refunded}/settle`, { decision: 'success', note: 'x' }).expect(409)).body.code,
    ).toBe('was_refunded');
    expect((await get(`/purchases/${refunded}`)).body.refusedSuccess).toBe('was_refunded');
    await post('/purchases/never-seen/settle', { decision: 'refund', note: 'x' }).expect(404);
    expect(await world().recordedOf(reference)).toEqual([]);
  });
});
