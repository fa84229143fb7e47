import type { RoleFor } from '@topup/core/shared';
import { type GrantedRole, grantedRole, type TestDatabase, testDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { WRITTEN } from '../testing/written-columns';
import { RIGHTS } from './rights';

let home: TestDatabase;
let owner: Client;
const roles: { of: RoleFor; role: GrantedRole }[] = [];

beforeAll(async () => {
  home = await testDatabase();
  owner = new Client(home.url);
  await owner.connect();
  for (const of of Object.keys(RIGHTS) as RoleFor[]) roles.push({ of, role: await grantedRole(home.url, of) });
});
afterAll(async () => {
  for (const { role } of roles) await role.drop();
  await owner.end();
  await home.drop();
});

/** Reads from the database which columns the roles may write, in the form of WRITTEN without the reasons. */
async function readWritten(): Promise<string[]> {
  const { rows } = await owner.query<{ line: string }>(
    `WITH relation AS (
       SELECT oid, relname FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT relispartition),
     written AS (
       SELECT r.relname || '.' || a.attname AS of, role.of AS by, left(may, 1) AS letter
         FROM relation r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
        CROSS JOIN unnest($1::text[], $2::text[]) AS role (of, name) CROSS JOIN unnest('{INSERT,UPDATE}'::text[]) AS may
        WHERE has_column_privilege(role.name, r.oid, a.attnum, may)
       UNION ALL
       SELECT r.relname, role.of, left(may, 1)
         FROM relation r CROSS JOIN unnest($1::text[], $2::text[]) AS role (of, name)
        CROSS JOIN unnest('{DELETE,TRUNCATE,REFERENCES}'::text[]) AS may
        WHERE has_table_privilege(role.name, r.oid, may))
     SELECT of || ': ' || string_agg(by || ' ' || letters, ', ' ORDER BY by) AS line
       FROM (SELECT of, by, string_agg(letter, '' ORDER BY letter) AS letters FROM written GROUP BY of, by) each
      GROUP BY of`,
    [roles.map(({ of }) => of), roles.map(({ role }) => role.name)],
  );
  return rows.map(({ line }) => line).sort();
}

describe('a role writes a column that nobody has thought about', () => {
  test('each column that a role may write is classified, with a reason, and no other', async () => {
    const classified = WRITTEN.trim().split('\n');
    expect(classified.filter((line) => !/^[\w.]+: [^:]+: \S/.test(line))).toEqual([]);
    expect(classified.map((line) => line.split(': ').slice(0, 2).join(': ')).sort()).toEqual(await readWritten());
  });
});
