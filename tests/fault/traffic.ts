import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiAnswer, eventually, type World } from '@topup/testkit';
import { newBuyer } from './buyer';

/** One purchase of NGN 100 and the answer to it. */
export type Bought = { ref: string; answer: ApiAnswer };

/** Buys for the world's account at an even rate over `ms`; fulfilled when all answers have come. */
export async function buyMany(world: World, count: number, ms: number): Promise<Bought[]> {
  const bought: Promise<Bought>[] = [];
  for (let n = 0; n < count; n += 1) {
    const ref = randomUUID();
    bought.push(world.client.buyAirtime({ ref }).then((answer) => ({ ref, answer })));
    await sleep(ms / count);
  }
  return Promise.all(bought);
}

/** Every purchase returned 200, was sent once and was delivered once. */
export async function expectAllSold(world: World, bought: Bought[]): Promise<void> {
  expect(bought.map(({ answer }) => answer.status)).toEqual(bought.map(() => 200));
  const rows = await world.sql<{ provider_ref: string; status: string; sends: number }>(
    'SELECT provider_ref, status, sends FROM purchase WHERE request_ref = ANY ($1)',
    [bought.map(({ ref }) => ref)],
  );
  expect(rows.map(({ status, sends }) => ({ status, sends }))).toEqual(
    bought.map(() => ({ status: 'success', sends: 1 })),
  );
  const sent = new Set(rows.map(({ provider_ref }) => provider_ref));
  const { deliveries } = await world.ledger();
  expect(deliveries.filter(({ request_id }) => sent.has(request_id))).toHaveLength(bought.length);
}

/** From debit to claim, by the database's clock: some milliseconds by a job, 2,000 or more by the sweeper. */
export async function msUntilSent(world: World, ref: string): Promise<number> {
  const [row] = await world.sql<{ ms: number }>(
    'SELECT (extract(epoch FROM sent_at - created_at) * 1000)::float8 AS ms FROM purchase WHERE request_ref = $1 AND sent_at IS NOT NULL',
    [ref],
  );
  return row?.ms ?? Number.NaN;
}

/** The shortest of these. */
export async function msUntilFirstSent(world: World, bought: Bought[]): Promise<number> {
  const [row] = await world.sql<{ ms: number }>(
    'SELECT min(extract(epoch FROM sent_at - created_at) * 1000)::float8 AS ms FROM purchase WHERE request_ref = ANY ($1)',
    [bought.map(({ ref }) => ref)],
  );
  return row?.ms ?? Number.NaN;
}

/** Buys until a job, not the sweeper, sends a purchase: the queue is in use again. */
export async function untilSoldByJob(world: World, withinMs = 15_000): Promise<void> {
  await eventually(
    async () => {
      const { ref, buy } = await newBuyer(world);
      await buy();
      return msUntilSent(world, ref);
    },
    (ms) => ms < 1_500,
    withinMs,
  );
}

/**
 * Waits until all these purchases are final. Then every answer must be true, and the provider must have delivered each
 * success once and nothing else.
 */
export async function expectTrueAnswers(world: World, bought: Bought[], withinMs = 10_000): Promise<void> {
  const rows = await eventually(
    () =>
      world.sql<Row>('SELECT request_ref, provider_ref, status FROM purchase WHERE request_ref = ANY ($1)', [
        bought.map(({ ref }) => ref),
      ]),
    (all) => all.every(({ status }) => status !== 'initiated' && status !== 'pending'),
    withinMs,
  );
  const byRef = new Map(rows.map((row) => [row.request_ref, row]));
  const wrong = bought.filter(({ ref, answer }) => !isTrue(answer, byRef.get(ref)));
  expect(
    wrong.map(({ ref, answer }) => ({ answer: answer.status, text: answer.body.message, row: byRef.get(ref) })),
  ).toEqual([]);

  const { deliveries } = await world.ledger();
  const vends = (row: Row) => deliveries.filter(({ request_id }) => request_id === row.provider_ref).length;
  expect(rows.filter((row) => vends(row) !== (row.status === 'success' ? 1 : 0))).toEqual([]);
}

type Row = { request_ref: string; provider_ref: string; status: string };

function isTrue({ status, body }: ApiAnswer, row: Row | undefined): boolean {
  switch (status) {
    case 200:
      return row?.status === 'success';
    case 202:
      return row !== undefined;
    case 424:
      return row?.status === 'failed';
    case 400: // the balance
    case 429:
      return row === undefined;
    case 500:
      return row === undefined || body.message?.includes('outcome of this purchase is not known') === true;
    default:
      return false;
  }
}
