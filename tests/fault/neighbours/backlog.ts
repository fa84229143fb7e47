import { jobCatalog } from '@topup/core/queue';
import { newId } from '@topup/core/shared';
import { createLog, openQueue } from '@topup/runtime';
import type { Rows } from './siege';

/** Items of one statement: 30 ms, so that nobody waits long for the wallets. */
const AT_ONCE = 500;
const log = createLog('backlog', 'error');

type BacklogOptions = {
  /** How long its clients wait. Then the sweeper answers in their place. Default 15 s. */
  windowMs?: number;
  /**
   * The purchases are claimed for this long, as by a worker that died before it sent them. Until then nobody looks at
   * them, and then a requery does. Default: they are not claimed.
   */
  leaseMs?: number;
};

/**
 * Airtime of NGN 100 for `phone`, accepted for the attackers in turn and not sent. The api's own function writes it; no
 * job announces it. Returns the ids, oldest first.
 */
export async function purchaseBacklog(
  { world, attackers }: Rows,
  count: number,
  phone: string,
  { windowMs = 15_000, leaseMs }: BacklogOptions = {},
): Promise<string[]> {
  const items = Array.from({ length: count }, (_, n) =>
    airtimeOf(attackers[n % attackers.length]?.account.id, phone, windowMs),
  );
  for (let from = 0; from < count; from += AT_ONCE) {
    const batch = items.slice(from, from + AT_ONCE);
    const rows = await world.sql<{ outcome: string }>(
      "SELECT outcome FROM accept_purchases($1, clock_timestamp() + interval '10 s', true, interval '2 s')",
      [JSON.stringify(batch)],
    );
    if (rows.some(({ outcome }) => outcome !== 'accepted')) throw new Error('the backlog was not accepted');
    if (leaseMs === undefined) continue;
    const claims = batch.map(({ id }) => ({ id, provider_ref: `backlog-${id}`, serves: ['vtpass'] }));
    await world.sql("SELECT FROM claim_purchases($1, gen_random_uuid(), $2 * interval '1 ms', interval '1 h')", [
      JSON.stringify(claims),
      leaseMs,
    ]);
  }
  return items.map(({ id }) => id);
}

/** Ten files of each attacker that run at once, each of so many orders of airtime for `phone`. */
export async function openFiles({ world, attackers }: Rows, rows: number, phone: string): Promise<void> {
  const accounts = attackers.map(({ account }) => account.id);
  await world.sql('UPDATE account SET buying_cap_kobo = 1000000000000 WHERE id = ANY ($1)', [accounts]);
  const terms = { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: phone };
  const order = { productType: 'AIRTIME', amountKobo: '10000', recipient: phone, details: { network: 'mtn', phone } };
  await world.sql(
    `WITH opened AS (
       INSERT INTO purchase_batch (id, account_id, code, source, file_name, state, rows, total_kobo, opened_by,
                                   confirmed_by, confirmed_at)
       SELECT gen_random_uuid(), account, left(gen_random_uuid()::text, 8), 'file', 'orders.csv', 'running', $2,
              $2 * 10000, account, account, now()
         FROM unnest($1::uuid[]) account, generate_series(1, 10)
       RETURNING id, account_id, code)
     INSERT INTO batch_row (batch_id, n, account_id, request_ref, product_type, ordered, amount_kobo)
     SELECT opened.id, n, account_id, code || '-' || n, 'AIRTIME',
            $3::jsonb || jsonb_build_object('requestRef', code || '-' || n), 10000
       FROM opened, generate_series(2, $2 + 1) n`,
    [accounts, rows, JSON.stringify({ ...order, description: 'MTN airtime', providerOrder: terms })],
  );
}

/** One queued event for each of these purchases. No job announces it. Returns the ids of the events. */
export async function eventBacklog({ world }: Rows, purchaseIds: string[]): Promise<string[]> {
  const rows = await world.sql<{ id: string }>(
    `INSERT INTO webhook_event (account_id, purchase_id, event, status, details)
     SELECT account_id, id, 'transaction.requery', status, description FROM purchase WHERE id = ANY ($1) ORDER BY id
     RETURNING id`,
    [purchaseIds],
  );
  return rows.map(({ id }) => id);
}

/** Adds the jobs for these rows, as the api does. */
export async function announce(
  { world, redisUrl }: Pick<Rows, 'world' | 'redisUrl'>,
  name: 'airtime' | 'webhooks',
  ids: string[],
): Promise<void> {
  const { queue, retention } = jobCatalog[name];
  const producer = await openQueue({ redisUrl, databaseUrl: world.databaseUrl }, queue, retention, log);
  for (const id of ids) producer.enqueue(id);
  await producer.close();
}

/** An item of accept_purchases. */
const airtimeOf = (accountId: string | undefined, phone: string, windowMs: number) => ({
  id: newId(),
  account_id: accountId,
  request_ref: newId(),
  product_type: 'AIRTIME',
  amount_kobo: '10000',
  recipient: phone,
  details: { network: 'mtn', phone },
  description: `MTN airtime of NGN 100.00 for ${phone}`,
  provider: 'vtpass',
  provider_order: { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: phone },
  window_ms: windowMs,
});
