import { emptyDatabase, fundedAccount, switchApprovalsOff, testPool, useDatabase, withClient } from '@topup/testkit';
import { Client } from 'pg';
import { noteServer } from '../purchase/requery/quarantine.store';
import { settleByHand } from '../purchase/settle/settle-by-hand';
import { keepRequestLog } from '../request-log/request-log.store';
import { keepPurchaseHistory } from '../retention/retention.store';
import { newId } from '../shared/ids';
import { purchasesIn } from '../testing/purchases';
import { tableStatistics } from '../testing/table-statistics';
import { type ChangePlace, FIRST_PLACE, haveChanged, lastPlace, listChanges } from './changes.store';

const database = useDatabase({ eachTest: true });
const { sent, settle, row } = purchasesIn(() => database.db);
let accountId: string;

beforeEach(async () => {
  accountId = await fundedAccount(database.db, 1_000_000n);
});

const finish = async (id: string, target_status: 'success' | 'failed' = 'success') => {
  await settle({ id, target_status, basis: 'answer' });
  return id;
};
const sold = async () => finish(await sent(accountId, 'AIRTIME'));
const read = (after: ChangePlace = FIRST_PLACE, limit = 100) => listChanges(database.db, accountId, { after, limit });
const idsOf = (changes: Awaited<ReturnType<typeof read>>) => changes.map(({ purchase }) => purchase.id);
/** Reads to the end as a client does: `limit` changes at a time, each page after the last change of the one before. */
async function follow(after: ChangePlace, limit: number): Promise<string[]> {
  const page = await read(after, limit);
  const last = page.at(-1);
  return last === undefined ? [] : [...idsOf(page), ...(await follow(last.place, limit))];
}

describe('a client reads what became of its purchases', () => {
  test('each end is there once, in an order that pages keep, and what is open or of another account is not', async () => {
    const ids = [await sold(), await finish(await sent(accountId, 'DATA'), 'failed'), await sold()];
    await sent(accountId, 'AIRTIME');
    const other = await fundedAccount(database.db, 10_000n);
    await finish(await sent(other, 'AIRTIME'));
    const all = await read();
    expect(idsOf(all)).toEqual(ids);
    expect(all.map(({ purchase }) => purchase.status)).toEqual(['success', 'failed', 'success']);
    for (const limit of [1, 2]) expect(await follow(FIRST_PLACE, limit)).toEqual(ids);
    const [first] = all;
    expect(first?.changedAt.getTime()).toBeCloseTo(Number(first?.purchase.finalAt?.getTime()), -2);
  });

  test('a reversal is one more change, and the first one stays the success that it was', async () => {
    await switchApprovalsOff(database.db);
    const ids = [await sold(), await sold()];
    const { requestRef } = await row(String(ids[0]));
    const by = {
      actor: { kind: 'ops', systemUser: 'ada', as: null },
      origin: { address: null, requestId: null },
    } as const;
    await settleByHand(
      database.db,
      by,
      { id: String(ids[0]), requestRef },
      { decision: 'refund', note: 'no' },
      undefined,
    );
    const all = await read();
    expect(idsOf(all)).toEqual([...ids, ids[0]]);
    expect(all.map(({ purchase }) => [purchase.status, purchase.message])).toEqual([
      ['success', 'Airtime purchase successful.'],
      ['success', 'test'],
      ['refunded', 'Airtime purchase was reversed after it was successful. Your wallet has been refunded.'],
    ]);
  });

  test('from now on: nothing of before, and everything after', async () => {
    await sold();
    const now = await lastPlace(database.db);
    expect(await read(now)).toEqual([]);
    const readers = [FIRST_PLACE, now].map((after) => ({ accountId, after }));
    expect(await haveChanged(database.db, readers)).toEqual([true, false]);
    const id = await sold();
    expect(idsOf(await read(now))).toEqual([id]);
    expect(await haveChanged(database.db, [...readers, { accountId: newId(), after: FIRST_PLACE }])).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('transactions commit in another order than they began', () => {
  test('a reader waits for the one that began first, and passes over nothing', async () => {
    const [early, late] = [await sent(accountId, 'AIRTIME'), await sent(accountId, 'AIRTIME')];
    const before = await sold();
    const held = new Client({ connectionString: database.url });
    await held.connect();
    try {
      await held.query('BEGIN');
      await held.query(
        `UPDATE purchase SET status = 'success', final_at = clock_timestamp(), next_check_at = NULL,
                               window_ends_at = NULL, claim_token = NULL WHERE id = $1`,
        [early],
      );
      await finish(late);
      const seen = await read();
      expect(idsOf(seen)).toEqual([before]);
      await held.query('COMMIT');
      const place = seen.at(-1)?.place ?? FIRST_PLACE;
      expect(idsOf(await read(place))).toEqual([early, late]);
      expect(await follow(FIRST_PLACE, 1)).toEqual([before, early, late]);
    } finally {
      await held.end();
    }
  });

  test('one that is rolled back, and one of another database, delay nobody', async () => {
    const ids = [await sold()];
    const other = await emptyDatabase();
    try {
      await withClient(other.url, async (client) => {
        await client.query('CREATE TABLE elsewhere (n integer)');
        await client.query('BEGIN');
        await client.query('INSERT INTO elsewhere VALUES (1)');
        ids.push(await sold());
        expect(idsOf(await read())).toEqual(ids);
        await client.query('ROLLBACK');
      });
    } finally {
      await other.drop();
    }
  });

  test('of forty readers and buyers at once, every reader sees every end once, in one order', async () => {
    const db = testPool(database.url, 12);
    const { sent, settle } = purchasesIn(() => db);
    const buy = async () => {
      const id = await sent(accountId, 'AIRTIME');
      await settle({ id, target_status: 'success', basis: 'answer' });
      return id;
    };
    let over = false;
    const watch = async (): Promise<string[]> => {
      const seen: string[] = [];
      let after = FIRST_PLACE;
      for (let last = false; ; last = over) {
        const page = await listChanges(db, accountId, { after, limit: 7 });
        seen.push(...idsOf(page));
        after = page.at(-1)?.place ?? after;
        if (last && page.length === 0) return seen;
      }
    };
    const readers = Array.from({ length: 4 }, watch);
    const bought = (await Promise.all(Array.from({ length: 36 }, buy))).sort();
    over = true;
    const orders = await Promise.all(readers);
    for (const seen of orders) {
      expect([...seen].sort()).toEqual(bought);
      expect(seen).toEqual(orders[0]);
    }
    await db.$disconnect();
  });
});

test('while partitions are added and dropped, a reader misses nothing and reads nothing twice', async () => {
  await database.db.$executeRaw`
    CREATE TABLE request_log_20260101 PARTITION OF request_log
      FOR VALUES FROM ('2026-01-01 00:00+0') TO ('2026-01-02 00:00+0')`;
  const ids: string[] = [];
  const seen: string[] = [];
  let after = FIRST_PLACE;
  const kept: (string | null)[] = [];
  for (const keep of [keepRequestLog, keepPurchaseHistory, keepRequestLog]) {
    const [step, id, page] = await Promise.all([keep(database.db), sold(), read(after)]);
    kept.push(step);
    ids.push(id);
    seen.push(...idsOf(page));
    after = page.at(-1)?.place ?? after;
  }
  expect(kept).toContain('request_log_20260101');
  seen.push(...idsOf(await read(after)));
  expect(seen).toEqual(ids);
});

test('on another server, which counts its transactions anew, changes come after those of the last one', async () => {
  const old = await sold();
  // a copy of a server that had counted further, with a clock that was ahead
  await database.db.$executeRaw`UPDATE purchase_change SET changed_in = changed_in + 1000000000`;
  await database.db.$executeRaw`UPDATE known_server SET identity = '1/00000001', since = now() + interval '1 hour'`;
  const ahead = await sold();
  await database.db.$executeRaw`
    UPDATE purchase_change SET changed_in = changed_in + 1000000000 WHERE purchase_id = ${ahead}::uuid`;
  const place = (await noteServer(database.db)) ? (await read()).at(-1)?.place : undefined;
  expect(place?.purchaseId).toBe(ahead);
  const after = await sold();
  expect(idsOf(await read(place))).toEqual([after]);
  expect(idsOf(await read())).toEqual([old, ahead, after]);
});

test('a page of a long history costs as much as the first one', async () => {
  const ids = [await sold(), await sold(), await sold()];
  await database.db.$executeRaw`
    INSERT INTO purchase_change (account_id, server_since, changed_in, purchase_id, status)
    SELECT a.id, k.since - interval '1 day', n / 3, md5(a.id::text || n)::uuid, 'success'
      FROM (SELECT ${accountId}::uuid AS id UNION SELECT gen_random_uuid() FROM generate_series(1, 3)) a,
           known_server k, generate_series(1, 15000) n`;
  await database.db.$executeRaw`ANALYZE purchase_change`;
  const one = testPool(database.url, 1);
  const blocksOf = async (after: ChangePlace) => {
    const page = () => listChanges(one, accountId, { after, limit: 100 });
    await page();
    const { blocksRead } = await tableStatistics(one, 'purchase_change');
    const rows = await page();
    return { rows, blocks: (await tableStatistics(one, 'purchase_change')).blocksRead - blocksRead };
  };
  const serverSinceUs = (await lastPlace(one)).serverSinceUs - 86_400_000_000n;
  const deep = await blocksOf({ ...FIRST_PLACE, serverSinceUs, transaction: 4_990n });
  expect(idsOf(deep.rows)).toEqual(ids);
  const first = await blocksOf(FIRST_PLACE);
  // 100 rows at most, each in a block of its own
  for (const { blocks } of [deep, first]) expect(blocks).toBeLessThan(120);
  await one.$disconnect();
});
