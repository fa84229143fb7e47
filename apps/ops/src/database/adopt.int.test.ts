import { readFileSync } from 'node:fs';
import path from 'node:path';
import { verifyBooks } from '@topup/core/wallet';
import { emptyDatabase, grantedRole, type TestDatabase, testDatabase, testPool } from '@topup/testkit';
import { Client } from 'pg';
import { migrate, STANDARD_RULE } from './migrate';

const BEFORE = readFileSync(path.join(__dirname, '../testing/before-1.0.sql'), 'utf8');
const prismaDir = path.join(__dirname, '../../../../prisma');

const said: string[] = [];
let database: TestDatabase;
let db: Client;

beforeEach(async () => {
  said.length = 0;
  database = await emptyDatabase();
  db = new Client(database.url);
  await db.connect();
  await db.query(BEFORE);
});
afterEach(async () => {
  await db.end();
  await database.drop();
});

const adopt = () =>
  migrate({
    databaseUrl: database.url,
    prismaDir,
    queuesInPostgres: true,
    rule: STANDARD_RULE,
    say: (line) => void said.push(line),
  });
const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;
const outcomes = async (sql: string, items: object[]) =>
  (await db.query(sql, [JSON.stringify(items)])).rows.map(({ outcome }) => outcome);
const claim = (...purchases: number[]) =>
  outcomes(
    `SELECT id AS outcome FROM claim_purchases($1, gen_random_uuid(), interval '1 min', interval '100 years') ORDER BY id`,
    purchases.map((n) => ({ id: id(n), provider_ref: `late-${n}`, serves: ['vtpass', 'monnify'] })),
  );
const settle = (n: number, item: object) =>
  outcomes('SELECT outcome FROM record_settlements($1, true)', [
    { id: id(n), attempt: 1, cause: 'test', cause_code: 'other', message: 'test', evidence: {}, ...item },
  ]);
const order = { account_id: id(1).replace(/1$/, 'a'), product_type: 'AIRTIME', amount_kobo: 1_000, recipient: '0803' };
const accept = (...items: object[]) =>
  outcomes(
    `SELECT outcome FROM accept_purchases($1, now() + interval '1 min', true, interval '2 s') ORDER BY n`,
    items.map((item) => ({ ...order, details: {}, description: 'x', provider: 'vtpass', provider_order: {}, ...item })),
  );

describe('a database from before version 1.0 is lost, or differs from a new one', () => {
  test('its open purchases go on, each reference is of its account alone, and the books are sound', async () => {
    await adopt();
    expect(said).toContain('applied 20261203110000_baseline');
    expect(await claim(1, 2, 4)).toEqual([id(1), id(4)]); // 2 was sent before
    expect(await settle(1, { target_status: 'success', basis: 'answer', delivered: {} })).toEqual(['settled']);
    expect(await settle(2, { target_status: 'failed', basis: 'requery' })).toEqual(['settled']);
    expect(await settle(3, { target_status: 'success', basis: 'requery', delivered: {} })).toEqual(['settled']);
    const late = { target_status: 'failed', basis: 'requery' }; // of its closed attempt
    expect(await settle(4, late)).toEqual(['declined']);
    const delivered = { target_status: 'success', basis: 'answer', delivered: {} };
    expect(await settle(4, { ...delivered, attempt: 2 })).toEqual(['settled']);
    expect(await settle(7, { ...delivered, basis: 'requery', delivered: { token: '1' } })).toEqual(['settled']);

    const another = '00000000-0000-7000-8000-00000000000b';
    await db.query(`INSERT INTO account (id, name, tier_id) VALUES ('${another}', 'another', 1)`);
    await db.query(`SELECT fund_wallet('${another}', 5000, 'another opening', 'ops', NULL)`);
    expect(
      await accept(
        { id: id(8), request_ref: 'order-1' },
        { id: id(8), request_ref: 'order-1', account_id: another },
        { id: id(9), request_ref: 'order-9' },
      ),
    ).toEqual(['duplicate', 'accepted', 'accepted']);

    const pool = testPool(database.url, 2);
    try {
      const violated = (await verifyBooks(pool)).findings.filter(({ count }) => count > 0);
      expect(violated.map(({ title }) => title)).toEqual([expect.stringContaining('no event is being sent for long')]);
    } finally {
      await pool.$disconnect();
    }
  });

  test('processes of the version before go on, and roles get the rights of this one', async () => {
    await adopt();
    const role = await grantedRole(database.url);
    const asRole = new Client(role.url);
    await asRole.connect();
    try {
      const { rows } = await asRole.query(
        `SELECT has_migration('20261203104000_held_products') AS migrated, has_rights('20261203104000_held_products') AS
                granted`,
      );
      expect(rows).toEqual([{ migrated: true, granted: true }]);
    } finally {
      await asRole.end();
      await role.drop();
    }
  });

  test('it has the schema of a new one, but for four functions that the version before calls', async () => {
    await adopt();
    await adopt();
    expect(said.filter((line) => line === 'no pending migrations')).toHaveLength(1);
    const fresh = await testDatabase();
    const other = new Client(fresh.url);
    await other.connect();
    try {
      const [adopted, expected] = [await factsOf(db), await factsOf(other)];
      expect(expected.length).toBeGreaterThan(1_000);
      expect(expected.filter((fact) => !adopted.includes(fact))).toEqual([]);
      expect(adopted.filter((fact) => !expected.includes(fact)).map((fact) => fact.split('\n')[0])).toEqual([
        'function cause_code_of(text)',
        'function has_migration(text)',
        'function has_rights(text)',
        'function with_attempts(jsonb)',
      ]);
    } finally {
      await other.end();
      await fresh.drop();
    }
  });
});

describe('a database that lacks migrations of that time is half adopted', () => {
  test.each([
    ['one', `migration_name = '20261203103000_resumed_losses'`],
    ['the last one', `migration_name = '20261203104000_held_products'`],
    ['all since version 0.1.0', `migration_name > '20261122130000_operator_records'`],
  ])('it lacks %s: nothing is changed, and the error says what to do', async (_, which) => {
    await db.query(`DELETE FROM _prisma_migrations WHERE ${which}`);
    const before = await factsOf(db);
    await expect(adopt()).rejects.toThrow(
      'This database is from before version 1.0 and lacks migrations of that time. Run `npm run db:migrate` of the ' +
        'last commit that has prisma/migrations/20261203104000_held_products, and then this again.',
    );
    expect(await factsOf(db)).toEqual(before);
  });
});

/**
 * The parts of the schema, one text each. Three things are left out: partitions, because the adopted database has older
 * ones; whether a constraint was checked for old rows; and the brackets of triggers, to which a dump adds.
 */
async function factsOf(client: Client): Promise<string[]> {
  await client.query('SET search_path = public');
  const { rows } = await client.query<{ fact: string }>(`
    WITH relation AS (SELECT * FROM pg_class
                       WHERE relnamespace = 'public'::regnamespace AND NOT relispartition)
    SELECT format('table %s %s %s', oid::regclass, reloptions, pg_get_partkeydef(oid)) AS fact
      FROM relation WHERE relkind IN ('r', 'p', 'v', 'S')
     UNION ALL
    SELECT format('column %s.%s %s %s %s %s %s', a.attrelid::regclass, a.attnum, a.attname,
                  format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation, a.attnotnull,
                  pg_get_expr(d.adbin, d.adrelid))
      FROM relation c JOIN pg_attribute a ON a.attrelid = c.oid
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE c.relkind IN ('r', 'p', 'v') AND a.attnum > 0 AND NOT a.attisdropped
     UNION ALL
    SELECT format('constraint %s %s %s', conrelid::regclass, conname, replace(pg_get_constraintdef(oid), ' NOT VALID', ''))
      FROM pg_constraint WHERE conrelid IN (SELECT oid FROM relation) AND contype IN ('c', 'f', 'p', 'u')
     UNION ALL
    SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid IN (SELECT oid FROM relation)
     UNION ALL
    SELECT translate(pg_get_triggerdef(oid), '()', '') FROM pg_trigger WHERE tgrelid IN (SELECT oid FROM relation) AND NOT tgisinternal
     UNION ALL
    SELECT format('view %s %s', oid::regclass, pg_get_viewdef(oid)) FROM relation WHERE relkind = 'v'
     UNION ALL
    SELECT concat('function ', oid::regprocedure, E'\n', pg_get_functiondef(oid),
                  prosecdef AND has_function_privilege('public', oid, 'EXECUTE'))
      FROM pg_proc WHERE pronamespace = 'public'::regnamespace
     UNION ALL
    SELECT format('type %s', typname) FROM pg_type
     WHERE typnamespace = 'public'::regnamespace AND typtype = 'c' AND typrelid NOT IN (SELECT oid FROM pg_class WHERE relkind <> 'c')
     ORDER BY 1`);
  return rows.map(({ fact }) => fact);
}
