import { eventually } from '@topup/testkit';
import { type ApiWorld, airtime, apiWorld, LISTS_AT_ONCE } from '../testing/api-world';

const LOCK = 4711n;

let world: ApiWorld;

beforeAll(async () => {
  world = await apiWorld();
  // a list that waits until the test lets it go on
  await world.db.$executeRaw`ALTER FUNCTION account_entries RENAME TO account_entries_at_once`;
  await world.db.$executeRaw`
    CREATE FUNCTION account_entries(uuid, text, timestamptz, timestamptz, bigint, integer) RETURNS SETOF ledger_entry
    LANGUAGE plpgsql SET lock_timeout = '30s' AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(4711);
      RETURN QUERY SELECT * FROM account_entries_at_once($1, $2, $3, $4, $5, $6);
    END $$`;
});
afterAll(() => world.close());

const waitingLists = async () => {
  const [row] = await world.db.$queryRaw<{ n: number }[]>`
    SELECT count(*)::integer AS n FROM pg_locks l JOIN pg_database d ON d.oid = l.database
     WHERE l.locktype = 'advisory' AND l.objid = 4711 AND NOT l.granted AND d.datname = current_database()`;
  return row?.n ?? 0;
};

describe('the lists of one client hold up the purchases of another', () => {
  test('while twenty hang, a purchase is sold; then every list responds', async () => {
    const [reader, buyer] = [await world.client(), await world.client()];
    let lists: Promise<number>[] = [];
    await world.post('/v1/airtime/purchase', buyer, airtime()); // the first one takes longer
    await world.db.$transaction(
      async (holding) => {
        await holding.$queryRaw`SELECT pg_advisory_xact_lock(${LOCK})::text`;
        const read = () => world.get('/v1/wallet/entries', reader).then(({ status }) => status);
        lists = Array.from({ length: 20 }, read);
        await eventually(waitingLists, (n) => n === LISTS_AT_ONCE);
        const bought = await world.post('/v1/airtime/purchase', buyer, airtime());
        expect([bought.status, await waitingLists()]).toEqual([200, LISTS_AT_ONCE]);
      },
      { timeout: 30_000 },
    );
    expect(await Promise.all(lists)).toEqual(lists.map(() => 200));
  });
});
