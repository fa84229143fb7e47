import { eventually, type PurchaseRow, type World } from '@topup/testkit';
import { tokenIssuedFor } from '../journey/support/sandbox';
import type { Buyer } from './buyer';

/**
 * What is sold prepaid is worth nothing without its token: when it was sold, the client is told the one that the provider issued, and exactly one message with it has
 * gone to the buyer. When it was not, there is neither.
 */
export async function expectToken(
  world: World,
  buyer: Buyer,
  { id, status, provider_ref }: PurchaseRow,
): Promise<void> {
  const told = await buyer.client().status(buyer.ref);
  if (status !== 'success') {
    expect(told).toMatchObject({ status: 424, body: { data: { token: '', units: null } } });
    expect(await notificationsOf(world, id)).toEqual([]);
    return;
  }
  const { token } = await tokenIssuedFor(world, provider_ref);
  expect(token).toMatch(/^\d{20}$/);
  expect(told).toMatchObject({ status: 200, body: { data: { token } } });
  // the 5 s after which the sweeper takes up what no job told of pass in the row instead of in the test
  await world.sql(
    'UPDATE notification SET next_attempt_at = clock_timestamp() WHERE purchase_id = $1 AND attempts = 0',
    [id],
  );
  const messages = await eventually(
    () => notificationsOf(world, id),
    (all) => all.length > 0 && all.every(({ state }) => state !== 'queued'),
  );
  expect(messages).toEqual([expect.objectContaining({ kind: 'token_sms', state: 'sent', attempts: 1 })]);
}

type Notification = { id: string; kind: string; state: string; attempts: number };

/** The messages to the buyer that a purchase has set off. */
export function notificationsOf(world: World, purchaseId: string): Promise<Notification[]> {
  return world.sql('SELECT id, kind, state, attempts FROM notification WHERE purchase_id = $1', [purchaseId]);
}
