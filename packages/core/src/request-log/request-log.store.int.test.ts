import { randomUUID } from 'node:crypto';
import { fundedAccount, testPool, untilUnlocked, useDatabase } from '@topup/testkit';
import { createKey } from '../api-key/create-key';
import { type Db, openDatabase, sql } from '../shared/db';
import { newId } from '../shared/ids';
import { masterKey } from '../testing/known-account';
import {
  insertRequests,
  keepRequestLog,
  type LoggedRequest,
  listRequests,
  type RequestFilter,
  type RequestRow,
  readRequest,
} from './request-log.store';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const LARGE = 60_000;

const database = useDatabase();

type Key = { accountId: string; keyId: string };

async function newKey(): Promise<Key> {
  const accountId = await fundedAccount(database.db, 0n);
  const { id } = await createKey({ db: database.db, masterKey }, accountId, 'till 7');
  return { accountId, keyId: id };
}

type Fields = { method: string; path: string; status: number; errorCode: string; reference: string; answer: object };

function rowOf({ accountId, keyId }: Key, agoMs: number, fields: Partial<Fields> = {}): RequestRow {
  const { method = 'POST', path = '/v1/airtime/purchase', status = 200, errorCode = null, reference = null } = fields;
  const at = new Date(Date.now() - agoMs);
  const ids = [newId(at.getTime()), at.toISOString(), accountId, keyId, newId(at.getTime())] as const;
  const answer = fields.answer === undefined ? null : JSON.stringify(fields.answer);
  return [...ids, method, path, status, errorCode, 12, reference, null, answer];
}

/** A request so many milliseconds ago. */
async function add(key: Key, agoMs: number, fields: Partial<Fields> = {}): Promise<string> {
  const row = rowOf(key, agoMs, fields);
  await insertRequests(database.db, [row], { again: false });
  return row[0];
}

const ids = ({ rows }: { rows: LoggedRequest[] }) => rows.map(({ id }) => id);

describe('a client does not find what it sent', () => {
  test('each filter finds its requests, newest first, and no other account does', async () => {
    const [key, other] = [await newKey(), await newKey()];
    const first = await add(key, 40 * MINUTE_MS, { reference: 'order-1', answer: { status: 'successful' } });
    const second = await add(key, 30 * MINUTE_MS, {
      status: 400,
      errorCode: 'validation_failed',
      reference: 'order-1',
    });
    const third = await add(key, 20 * MINUTE_MS, { method: 'GET', path: '/v1/wallet/balance', status: 500 });
    const { rows } = await listRequests(database.db, key.accountId, {}, { limit: 10 });
    expect(rows).toMatchObject([{ id: third }, { id: second }, { id: first, keyName: 'till 7', apiKeyId: key.keyId }]);
    const [requestId, at] = [rows[1]?.requestId, rows[1]?.at];
    const cases: [RequestFilter, string[]][] = [
      [{ status: 200 }, [first]],
      [{ status: '4xx' }, [second]],
      [{ status: '5xx' }, [third]],
      [{ status: 400, errorCode: 'validation_failed' }, [second]],
      [{ errorCode: 'overloaded' }, []],
      [{ method: 'GET' }, [third]],
      [{ path: '/v1/airtime/purchase' }, [second, first]],
      [{ reference: 'order-1' }, [second, first]],
      [{ reference: 'order-1', status: '2xx' }, [first]],
      [{ requestId }, [second]],
      [{ requestId: randomUUID() }, []],
      [{ apiKeyId: other.keyId }, []],
      [{ from: at, to: rows[0]?.at }, [second]],
      [{ to: at }, [first]],
    ];
    for (const [filter, expected] of cases) {
      expect([filter, ids(await listRequests(database.db, key.accountId, filter, { limit: 10 }))]).toEqual([
        filter,
        expected,
      ]);
      expect((await listRequests(database.db, other.accountId, filter, { limit: 10 })).rows).toEqual([]);
    }
    expect(await readRequest(database.db, key.accountId, first)).toMatchObject({
      id: first,
      answer: { status: 'successful' },
    });
    expect(await readRequest(database.db, other.accountId, first)).toBeNull();
    expect(await readRequest(database.db, key.accountId, randomUUID())).toBeNull();
  });

  test('page by page, every request is there once, and a tail has them in the other order', async () => {
    const key = await newKey();
    const added: string[] = [];
    for (let n = 7; n > 0; n -= 1) added.push(await add(key, n * MINUTE_MS));
    const paged: string[] = [];
    let before: string | null = null;
    do {
      const page = await listRequests(database.db, key.accountId, {}, { limit: 2, before });
      paged.push(...ids(page));
      before = page.next;
    } while (before !== null);
    expect(paged).toEqual(added.toReversed());
    const tail = await listRequests(database.db, key.accountId, {}, { limit: 4, after: added[1] ?? '' });
    expect([ids(tail), tail.next]).toEqual([added.slice(2, 6), added[5]]);
    const end = await listRequests(database.db, key.accountId, {}, { limit: 4, after: tail.next });
    expect([ids(end), end.next]).toEqual([added.slice(6), null]);
  });

  test('a tail leaves out what is so young that an older one may still be written', async () => {
    const key = await newKey();
    const old = await add(key, MINUTE_MS);
    await add(key, 0);
    expect(ids(await listRequests(database.db, key.accountId, {}, { limit: 4, after: old }))).toEqual([]);
  });

  test('a batch that is written twice is there once', async () => {
    const key = await newKey();
    const batch = [rowOf(key, 0)];
    await insertRequests(database.db, batch, { again: false });
    await insertRequests(database.db, batch, { again: true });
    expect((await listRequests(database.db, key.accountId, {}, { limit: 10 })).rows).toHaveLength(1);
  });
});

describe('a list reads a month of requests', () => {
  let key: Key;
  let one: Db;

  beforeAll(async () => {
    key = await newKey();
    await fill(key);
    one = testPool(database.url, 1);
  });
  afterAll(() => one.$disconnect());

  test.each<RequestFilter>([
    {},
    { status: 404 },
    { status: '5xx' },
    { errorCode: 'overloaded' },
    { method: 'PUT' },
    { path: '/v1/nothing' },
    { reference: 'nobody' },
    { reference: 'always' },
    { reference: 'always', status: 500 },
    { requestId: newId(Date.now() - 10 * MINUTE_MS) },
    { apiKeyId: randomUUID() },
  ])('a page reads a bounded part of it, and the next page begins where it ended (%j)', async (filter) => {
    const reads: number[] = [];
    let before: string | null = null;
    for (let pages = 0; pages < 3; pages += 1) {
      const start = await blocksRead(one);
      const page = await listRequests(one, key.accountId, filter, { limit: 50, before });
      reads.push((await blocksRead(one)) - start);
      if (page.next === null) break;
      expect(before === null || page.next < before).toBe(true);
      before = page.next;
    }
    expect(Math.max(...reads)).toBeLessThan(2_500);
  });

  test('a filter that matches nothing comes to the end', async () => {
    let [before, pages]: [string | null, number] = [null, 0];
    do {
      const page = await listRequests(one, key.accountId, { method: 'PUT' }, { limit: 50, before });
      expect(page.rows).toEqual([]);
      before = page.next;
      pages += 1;
    } while (before !== null);
    expect(pages).toBe(LARGE / 5_000 + 1);
  });

  test('the count of blocks notices a walk through everything', async () => {
    const start = await blocksRead(one);
    await one.$queryRaw`SELECT count(answer) FROM request_log WHERE account_id = ${key.accountId}::uuid`;
    expect((await blocksRead(one)) - start).toBeGreaterThan(4_000);
  });
});

describe('requests are kept forever, or are lost for want of a partition', () => {
  const home = useDatabase({ eachTest: true });
  const partitions = async () => {
    const rows = await home.db.$queryRaw<{ name: string }[]>`
      SELECT relid::regclass::text AS name FROM pg_partition_tree('request_log') WHERE isleaf ORDER BY 1`;
    return rows.map(({ name }) => name);
  };
  const dayName = (days: number) =>
    `request_log_${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')}`;
  const write = (days: number) =>
    home.db.$executeRaw`
      INSERT INTO request_log (id, at, account_id, api_key_id, request_id, method, path, status, duration_ms)
      SELECT gen_random_uuid(), now() + ${days}::integer * interval '1 day', gen_random_uuid(), gen_random_uuid(),
             gen_random_uuid(), 'GET', '/v1/x', 200, 1`;
  const rowsOf = async (name: string) => {
    const [row] = await home.db.$queryRawUnsafe<{ n: number }[]>(`SELECT count(*)::integer AS n FROM ${name}`);
    return row?.n;
  };
  const steps = async () => {
    const done: (string | null)[] = [];
    do done.push(await keepRequestLog(home.db));
    while (done.at(-1) !== null);
    return done.slice(0, -1);
  };

  test('the migration makes today and the next three days, and there is nothing left to do', async () => {
    expect(await partitions()).toEqual([...[0, 1, 2, 3].map(dayName), 'request_log_default']);
    expect(await steps()).toEqual([]);
  });

  test('a day that is missing is made, and what has landed in the default partition moves', async () => {
    await home.db.$executeRawUnsafe(`DROP TABLE ${dayName(0)}`);
    for (const days of [0, 0, -2, -30, -32]) await write(days);
    expect(await rowsOf('request_log_default')).toBe(5);
    expect(await steps()).toEqual([dayName(-30), dayName(-2), dayName(0)]);
    expect([await rowsOf(dayName(0)), await rowsOf(dayName(-2)), await rowsOf('request_log_default')]).toEqual([
      2, 1, 0,
    ]);
    expect(await rowsOf('request_log')).toBe(4);
  });

  test('a day goes when it is older than 30 days, with what it holds', async () => {
    for (const days of [-31, -30])
      await home.db.$executeRawUnsafe(
        `CREATE TABLE ${dayName(days)} PARTITION OF request_log
           FOR VALUES FROM ('${dayName(days).slice(-8)} 00:00+0') TO ('${dayName(days + 1).slice(-8)} 00:00+0')`,
      );
    await write(-31);
    await write(-30);
    expect(await steps()).toEqual([dayName(-31)]);
    expect(await rowsOf('request_log')).toBe(1);
  });

  test('it gives up at once while somebody reads, and succeeds afterwards', async () => {
    await home.db.$executeRawUnsafe(`DROP TABLE ${dayName(0)}`);
    await home.db.$transaction(async (reader) => {
      await reader.$queryRaw`SELECT count(*) FROM request_log`;
      await expect(keepRequestLog(home.db)).rejects.toThrow('lock timeout');
    });
    await untilUnlocked(home.db, 'request_log');
    expect(await steps()).toEqual([dayName(0)]);
  });

  test('of two processes only one does it', async () => {
    await home.db.$executeRawUnsafe(`DROP TABLE ${dayName(0)}`);
    await home.db.$transaction(async (busy) => {
      expect(await keepRequestLog(busy)).toBe(dayName(0));
      expect(await keepRequestLog(home.db)).toBeNull();
    });
  });
});

/** The blocks of the log and its indexes that the pool's connection has read so far. */
async function blocksRead(db: Db): Promise<number> {
  await db.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
  await db.$queryRaw`SELECT 1`;
  const [row] = await db.$queryRaw<{ blocks: number }[]>`
    SELECT sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::integer AS blocks
      FROM pg_statio_user_tables WHERE relname LIKE 'request_log%'`;
  return row?.blocks ?? 0;
}

/** Requests of three days, all with status 200; every tenth has the same reference. */
async function fill({ accountId, keyId }: Key): Promise<void> {
  const patient = openDatabase({
    url: database.url,
    max: 1,
    name: 'topup-test',
    onError: () => undefined,
    queryTimeoutMs: 80_000,
  });
  await patient.$executeRaw`SET statement_timeout = 0`;
  await patient.$executeRaw(sql`
    INSERT INTO request_log (id, at, account_id, api_key_id, request_id, method, path, status, duration_ms, reference,
                             request, answer)
    SELECT (lpad(to_hex(ms >> 16), 8, '0') || '-' || lpad(to_hex(ms & 65535), 4, '0') || '-7000-8000-'
            || lpad(to_hex(n), 12, '0'))::uuid,
           timestamptz 'epoch' + ms * interval '1 millisecond', ${accountId}::uuid, ${keyId}::uuid, gen_random_uuid(),
           'POST', '/v1/airtime/purchase', 200, 12, CASE WHEN n % 10 = 0 THEN 'always' END,
           jsonb_build_object('text', repeat('r', 200)), jsonb_build_object('text', repeat('a', 250))
      FROM generate_series(1, ${LARGE}::integer) n,
           LATERAL (SELECT (extract(epoch FROM now()) * 1000)::bigint - n * 4000 AS ms) made`);
  while ((await keepRequestLog(patient)) !== null);
  await patient.$executeRaw`VACUUM ANALYZE request_log`; // what has moved left dead rows
  await patient.$disconnect();
}
