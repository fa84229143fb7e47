import { eventually, type PurchaseRow, type World } from '@topup/testkit';
import { tokenIssuedFor } from '../journey/support/sandbox';
import type { Buyer } from './buyer';

/**
 * Prepaid electricity is worthless without its token. After a success the status has the token that the provider
 * issued, and one SMS was sent; otherwise there is neither.
 */
export async function expectToken(
  world: World,
  buyer: Buyer,
  { id, status, provider_ref }: PurchaseRow,
): Promise<void> {
  const answer = await buyer.client().status(buyer.ref);
  if (status !== 'success') {
    expect(answer).toMatchObject({ status: 424, body: { data: { token: '', units: null } } });
    expect(await notificationsOf(world, id)).toEqual([]);
    return;
  }
  const { token } = await tokenIssuedFor(world, provider_ref);
  expect(token).toMatch(/^\d{20}$/);
  expect(answer).toMatchObject({ status: 200, body: { data: { token } } });
  // makes the message 5 s older, when the sweeper sends what no job announced
  await world.sql(
    'UPDATE notification SET next_attempt_at = clock_timestamp() WHERE purchase_id = $1 AND attempts = 0',
    [id],
  );
  const messages = await eventually(
    () => notificationsOf(world, id),
    (all) => all.length > 0 && all.every(({ state }) => state !== 'queued'),
  );
  expect(messages).toEqual([expect.objectContaining({ kind: 'token_sms', state: 'skipped', attempts: 1 })]);
}

type Notification = { id: string; kind: string; state: string; attempts: number };

/** The notifications of a purchase. */
export function notificationsOf(world: World, purchaseId: string): Promise<Notification[]> {
  return world.sql('SELECT id, kind, state, attempts FROM notification WHERE purchase_id = $1', [purchaseId]);
}
