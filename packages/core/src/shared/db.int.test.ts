import { eventually, testDatabase } from '@topup/testkit';
import { assertDatabaseKeepsPromises, type Db, databaseFault, isDatabaseTrouble, openDatabase } from './db';

/** All clocks but setTimeout, which pools close connections with. */
const NOT_TIMEOUTS = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
] as const;

let home: Awaited<ReturnType<typeof testDatabase>>;
let db: Db;
beforeAll(async () => {
  home = await testDatabase();
  db = openDatabase({ url: home.url, max: 1, name: 'settings-test', onError: () => undefined });
});
afterAll(async () => {
  await db?.$disconnect();
  await home?.drop();
});

test('a connection with the requested settings is accepted', async () => {
  await expect(assertDatabaseKeepsPromises(db)).resolves.toBeUndefined();
});

// SET stands for a pooler that drops start-up options: the check reads the settings in force
test.each([
  ['TimeZone', 'Africa/Lagos', 'times shift by an hour'],
  ['statement_timeout', '0', 'a statement is waited for without end'],
  ['lock_timeout', '0', 'a lock is waited for without end'],
  ['idle_in_transaction_session_timeout', '0', 'a lost client keeps its locks'],
  ['DateStyle', 'SQL, DMY', 'a day is read as a month'],
  ['search_path', 'nowhere, public', 'a table is another'],
  ['session_replication_role', 'replica', 'no trigger guards a wallet'],
  ['default_transaction_isolation', 'serializable', 'what is read after a lock is from before it'],
  ['synchronous_commit', 'off', 'a power cut takes back what was sold'],
])('with %s at %s %s: the check fails and names it', async (name, value) => {
  await db.$executeRaw`SELECT set_config(${name}, ${value}, false)`;
  await expect(assertDatabaseKeepsPromises(db)).rejects.toThrow(`${name} is ${value}`);
  await db.$executeRawUnsafe(`RESET ${name}`);
});

describe('a role or database has session settings of its own, and statements mean something else', () => {
  const name = () => new URL(home.url).pathname.slice(1);
  const HOSTILE = [
    ['DateStyle', 'SQL, DMY'],
    ['IntervalStyle', 'iso_8601'],
    ['TimeZone', 'Asia/Tokyo'],
    ['search_path', 'nowhere'],
    ['bytea_output', 'escape'],
    ['array_nulls', 'off'],
    ['standard_conforming_strings', 'off'],
  ];
  const setting = (of: Db) =>
    of.$queryRaw<unknown[]>`SELECT to_regclass('purchase') IS NOT NULL AS found,
        '2026-11-02T03:04:05.678Z'::timestamptz AS at, '02/03/2026'::date AS day, '{NULL}'::text[] AS nulls,
        '\\x00ff'::bytea AS bytes, (interval '1 day 2 hours')::text AS span, '\\' AS backslash`;

  test('every connection has ours, and reads what it reads elsewhere', async () => {
    const expected = await setting(db);
    for (const [key, value] of HOSTILE) await db.$executeRawUnsafe(`ALTER DATABASE ${name()} SET ${key} TO '${value}'`);
    const late = openDatabase({ url: home.url, max: 1, name: 'hostile-test', onError: () => undefined });
    try {
      expect(await setting(late)).toEqual(expected);
      await expect(assertDatabaseKeepsPromises(late)).resolves.toBeUndefined();
    } finally {
      await late.$disconnect();
      await db.$executeRawUnsafe(`ALTER DATABASE ${name()} RESET ALL`);
    }
  });
});

describe('a pooler of transactions gives each statement another server connection', () => {
  const prepared = (of: Db) => of.$queryRaw<{ name: string }[]>`SELECT name FROM pg_prepared_statements`;
  const timeZone = (of: Db) => of.$queryRaw`SELECT current_setting('TimeZone') AS zone`;
  const ours = { max: 1, name: 'pooler-test', onError: () => undefined };

  test('behind one, no statement has a name, and nothing is asked of a connection', async () => {
    await db.$executeRawUnsafe(`ALTER DATABASE ${new URL(home.url).pathname.slice(1)} SET TimeZone TO 'Asia/Tokyo'`);
    const [direct, pooled] = [
      openDatabase({ ...ours, url: home.url }),
      openDatabase({ ...ours, url: home.url, pooler: 'transaction' }),
    ];
    try {
      expect([await timeZone(direct), await timeZone(pooled)]).toEqual([[{ zone: 'UTC' }], [{ zone: 'Asia/Tokyo' }]]);
      expect(await prepared(direct)).not.toEqual([]);
      expect(await prepared(pooled)).toEqual([]);
      await expect(assertDatabaseKeepsPromises(pooled)).rejects.toThrow(/TimeZone is Asia\/Tokyo.*db:grant.*--pooler/);
    } finally {
      await Promise.all([direct.$disconnect(), pooled.$disconnect()]);
    }
  });

  test.each([
    ['query_wait_timeout', 'unreached'],
    ['pgbouncer cannot connect to server', 'unreached'],
    ['server login has been failing, try again later (server_login_retry)', 'unreached'],
    ['server conn crashed?', 'unknown'],
    ['query_timeout', 'unknown'],
  ])('its error "%s": what the statement did is %s', async (text, fault) => {
    const raised = db.$executeRawUnsafe(`DO $$ BEGIN RAISE EXCEPTION '${text}' USING ERRCODE = '08P01'; END $$`);
    expect(await raised.catch(databaseFault)).toBe(fault);
  });
});

describe('a declined connection looks like a statement that the database did not accept', () => {
  test.each([
    ['a database that is not there', { pathname: '/absent' }],
    ['a role that is not there', { username: 'absent' }],
  ])('%s: nothing was sent, and it is worth another try', async (_what, change) => {
    const { href: url } = Object.assign(new URL(home.url), change);
    const declined = openDatabase({ url, max: 1, name: 'declined-test', onError: () => undefined });
    try {
      const error = await declined.$queryRaw`SELECT 1`.catch((fault: unknown) => fault);
      expect([databaseFault(error), isDatabaseTrouble(error)]).toEqual(['unreached', true]);
    } finally {
      await declined.$disconnect();
    }
  });
});

describe('the first purchase after a rest waits for new connections', () => {
  type Row = { pid: number };
  afterEach(() => jest.useRealTimers());

  test('of the connections of a pool that rests, one stays', async () => {
    jest.useFakeTimers({ doNotFake: [...NOT_TIMEOUTS] });
    const resting = openDatabase({ url: home.url, max: 3, name: 'rest-test', onError: () => undefined });
    const server = () => resting.$queryRaw<Row[]>`SELECT pg_backend_pid() AS pid, pg_sleep(0.2)::text AS slept`;
    const running = () => db.$queryRaw<Row[]>`SELECT pid FROM pg_stat_activity WHERE application_name = 'rest-test'`;
    try {
      const before = (await Promise.all([server(), server(), server()])).flat().map(({ pid }) => pid);
      expect(new Set(before).size).toBe(3);
      jest.advanceTimersByTime(3_600_000);
      jest.useRealTimers();
      const [{ pid } = { pid: 0 }] = await server();
      expect(before).toContain(pid);
      await eventually(running, (rows) => rows.length === 1);
    } finally {
      await resting.$disconnect();
    }
  });
});
