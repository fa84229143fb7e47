import { eventually } from '@topup/testkit';
import { Client as Sql } from 'pg';
import { type ApiWorld, airtime, apiWorld, delivered } from '../../testing/api-world';

let world: ApiWorld;
/** `watching` is not in the transaction of `holding`, whose view of pg_stat_activity stands still. */
let holding: Sql;
let watching: Sql;
beforeAll(async () => {
  world = await apiWorld();
  [holding, watching] = [new Sql(world.url), new Sql(world.url)];
  await Promise.all([holding.connect(), watching.connect()]);
});
afterAll(async () => {
  await Promise.all([holding.end(), watching.end()]);
  await world.close();
});

describe('the changes of one account take the connections that the queries of others need', () => {
  test('while its row is locked they wait with two connections, and others get answers', async () => {
    const [changing, other] = [await world.client(), await world.client()];
    world.provider.answer = () => delivered;
    await world.post('/v1/airtime/purchase', other, airtime({ request_ref: 'of-another' })).expect(200);
    await holding.query('BEGIN');
    await holding.query('SELECT FROM account WHERE id = $1 FOR UPDATE', [changing.accountId]);
    const changes = Array.from({ length: 10 }, (_, n) =>
      world.post('/v1/webhook/set', changing, { webhook_url: `https://example.com/${n}` }).then(({ status }) => status),
    );
    await eventually(waiting, (count) => count >= 2);
    const seen: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      seen.push(await waiting());
      await world.post('/v1/transaction/status', other, { request_ref: 'of-another' }).expect(200);
    }
    expect(Math.max(...seen)).toBeLessThanOrEqual(2);
    await holding.query('COMMIT');
    await Promise.all(changes);
  });
});

async function waiting(): Promise<number> {
  const { rows } = await watching.query<{ count: number }>(
    `SELECT count(*)::integer FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%webhook_url%'`,
  );
  return rows[0]?.count ?? 0;
}
