import type { RequeryOutcome, SendOutcome } from '@topup/core/provider';
import { takeDuePurchases } from '@topup/core/purchase';
import { getWalletBalance } from '@topup/core/wallet';
import { openOperatorWorld } from '../../testing/operator-world';
import { delivered, unknown } from '../../testing/seller';

const { world, get, post } = openOperatorWorld();

describe('a customer who waits although the provider has an answer', () => {
  const { mismatch: _, ...toldDelivered } = { ...delivered } as Extract<SendOutcome, { kind: 'delivered' }>;
  test.each<[string, RequeryOutcome, string]>([
    ['delivered', { ...toldDelivered, mismatch: null }, 'Delivered by the provider.'],
    [
      'rejected',
      { kind: 'rejected', reversed: false, code: '016', reason: 'Failed.', fault: 'order' },
      'Refused by the provider (code 016): Failed.',
    ],
    [
      'undecided',
      { kind: 'open', reason: 'status pending', stuck: true },
      'Still pending at the provider: status pending. The provider asks for a manual review.',
    ],
    ['unknown to it', { kind: 'missing' }, 'The provider has no such order.'],
    ['not answered', { kind: 'unanswered', reason: 'HTTP 502' }, 'The provider did not answer: HTTP 502.'],
  ])('a requery by hand tells it, and lets a worker record it: %s', async (_what, outcome, answer) => {
    const { id } = await world().account();
    const reference = await world().buy(id);
    await world().send(reference, unknown);
    world().provider.requery = () => outcome;
    expect((await post(`/purchases/${reference}/requery`).expect(200)).body).toEqual({
      status: 'initiated',
      answer: `${answer} A worker also checks it within seconds and records the outcome.`,
    });
    expect(await world().recordedOf(reference)).toMatchObject([{ action: 'purchase.requery' }]);
    const due = await takeDuePurchases(world().db, ['AIRTIME'], { sent: true, limit: 9, except: [], holdMs: 9_000 });
    expect(due.map(({ requestRef }) => requestRef)).toEqual([reference]);
    expect(await getWalletBalance(world().db, id)).toBe(990_000n); // who asks for it moves no money
  });

  test('a purchase that is unsent or in flight is refused, and nothing is audited', async () => {
    const { id } = await world().account();
    const reference = await world().buy(id);
    expect((await post(`/purchases/${reference}/requery`).expect(409)).body.code).toBe('never_sent');
    await world().send(reference, null);
    expect((await post(`/purchases/${reference}/requery`).expect(409)).body.code).toBe('in_flight');
    await post('/purchases/never-seen/requery').expect(404);
    expect(await world().recordedOf(reference)).toEqual([]);
  });

  test('a delivery that the provider reversed goes to review, and no money moves', async () => {
    const { id } = await world().account();
    const reference = await world().buy(id);
    await world().send(reference, delivered);
    world().provider.requery = () => ({
      kind: 'rejected',
      reversed: true,
      code: '040',
      reason: 'Reversed.',
      fault: 'order',
    });
    expect((await post(`/purchases/${reference}/requery`)).body).toEqual({
      status: 'success',
      answer: 'Reversed by the provider (code 040): Reversed.',
    });
    const { body } = await get(`/purchases/${reference}`);
    expect(body).toMatchObject({ status: 'success', needsReview: true });
    expect(body.timeline.at(-1)).toMatchObject({ kind: 'review' });
    expect(await getWalletBalance(world().db, id)).toBe(990_000n);
  });
});
