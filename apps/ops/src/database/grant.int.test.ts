import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { SESSION_SETTINGS } from '@topup/core/shared';
import {
  COMPILE_QUICKLY,
  emptyDatabase,
  type GrantedRole,
  grantedRole,
  type TestDatabase,
  testDatabase,
} from '@topup/testkit';
import { Client } from 'pg';

const PROGRAM = path.join(__dirname, '../../dist/database.js');

let home: TestDatabase;
let owner: Client;
let role: GrantedRole;

beforeAll(async () => {
  home = await testDatabase();
  owner = new Client(home.url);
  await owner.connect();
  role = await grantedRole(home.url);
});
afterAll(async () => {
  await role.drop();
  await owner.end();
  await home.drop();
});

describe('db:grant gives a role more or less than the service needs', () => {
  test('a second run changes nothing, and revokes what was granted by hand', async () => {
    const before = await rights();
    await owner.query(`GRANT ALL ON ledger_entry, tier TO ${role.name}; GRANT CREATE ON SCHEMA public TO ${role.name}`);

    expect(await grant(role.name)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`${role.name} may run api and worker`),
    });

    expect(await rights()).toEqual(before);
  });

  test('without --for, a role of another kind keeps its rights, and the command to use is named', async () => {
    const name = await newRole('LOGIN');
    const may = async () =>
      (
        await owner.query(
          `SELECT has_table_privilege($1, 'ledger_entry', 'SELECT') AS reads,
                                 has_function_privilege($1, 'cancel_approval(uuid, text)', 'EXECUTE') AS cancels`,
          [name],
        )
      ).rows;
    for (const kind of ['dashboard', 'ops']) {
      expect(await database(['grant', '--role', name, '--for', kind])).toMatchObject({ code: 0 });
      expect(await grant(name)).toEqual({
        ...{ code: 1, stdout: '' },
        stderr: expect.stringMatching(
          new RegExp(`has the rights of .*${kind}, so nothing.* Add \`--for ${kind}\` to renew`),
        ),
      });
      expect(await may()).toEqual([{ reads: true, cancels: true }]);
    }
    expect(await database(['grant', '--role', name, '--for', 'service'])).toMatchObject({ code: 0 });
    expect(await may()).toEqual([{ reads: true, cancels: false }]);
  });

  test('before db:migrate it says what to run first, and creates no role', async () => {
    const empty = await emptyDatabase();
    const name = `topup_role_${randomUUID()}`;
    const settings = { DATABASE_URL: empty.url, ROLE_PASSWORD: 'a'.repeat(32) };
    expect(await database(['grant', '--role', name, '--create'], settings)).toEqual({
      ...{ code: 1, stdout: '' },
      stderr: 'The database has no tables of this version. Run `npm run db:migrate` first.\n',
    });
    expect((await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [name])).rows).toEqual([]);
    await empty.drop();
  });

  test('an older version, to which an operator goes back, leaves the rights of a newer one', async () => {
    const name = await newRole('LOGIN');
    await grant(name);
    await owner.query(`GRANT DELETE ON tier TO ${quoted(name)}`);
    await owner.query(`UPDATE granted_role SET migration = '29991231000000_newer' WHERE role = $1`, [name]);

    expect(await grant(name)).toMatchObject({ code: 0, stdout: expect.stringContaining('keeps its rights') });

    const found = await owner.query(`SELECT has_table_privilege($1, 'tier', 'DELETE') AS kept`, [name]);
    expect(found.rows).toEqual([{ kept: true }]);
  });

  test('after a dump without roles, PUBLIC may call functions: nothing is granted until a migration', async () => {
    await owner.query('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO PUBLIC');
    expect(await grant(role.name)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('EXECUTE on function decide_approval'),
    });
    expect(await database(['migrate'])).toMatchObject({ code: 0 });
    const { rows } = await owner.query(`
      SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef
         AND has_function_privilege('public', oid, 'EXECUTE')`);
    expect(rows).toEqual([{ proname: 'schema_gap' }]);
    expect(await grant(role.name)).toMatchObject({ code: 0 });
  });

  test('with the queues on Redis, the role has no rights on BullMQ’s schema', async () => {
    const name = await newRole('LOGIN');

    expect(await grant(name, { REDIS_URL: 'redis://127.0.0.1:6379' })).toMatchObject({ code: 0 });

    const { rows } = await owner.query(`SELECT has_schema_privilege($1, 'bullmq', 'USAGE') AS queues`, [name]);
    expect(rows).toEqual([{ queues: false }]);
  });

  test.each<[string, string, string]>([
    ['a superuser', 'LOGIN SUPERUSER', 'has too many privileges for a service'],
    ['a role that may create roles', 'LOGIN CREATEROLE', 'has too many privileges for a service'],
    ['a role that cannot log in', 'NOLOGIN', 'cannot log in'],
    [
      'a member of the owner that inherits nothing',
      'LOGIN NOINHERIT IN ROLE CURRENT_USER',
      'has rights that no service should have',
    ],
    ['a role that may write everywhere by another role', 'LOGIN IN ROLE pg_write_all_data', 'DELETE on ledger_entry'],
  ])('%s gets nothing, because limits on its rights would have no effect', async (_, attributes, fault) => {
    const name = await newRole(
      attributes.replace('CURRENT_USER', (await owner.query('SELECT quote_ident(current_user) AS me')).rows[0].me),
    );

    expect(await grant(name)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(fault) });

    const { rows } = await owner.query(`SELECT FROM pg_class, aclexplode(relacl) a WHERE a.grantee = $1::regrole`, [
      name,
    ]);
    expect(rows).toEqual([]);
  });

  test('an unknown role is named, and a command without a role prints the usage', async () => {
    expect(await grant('nobody; DROP TABLE purchase')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no role "nobody; DROP'),
    });
    expect(await database(['grant'])).toMatchObject({ code: 1, stderr: expect.stringContaining('usage: ') });
    expect(await database(['migrate', '--role', role.name])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('usage: '),
    });
    expect(await database(['grant', '--role', role.name, '--for', 'everything'])).toMatchObject({ code: 1 });
  });

  test('with --pooler, new sessions of the role begin with the settings that a pooler takes away', async () => {
    const name = await newRole('LOGIN', `Pooled "role" ${randomUUID()}`);
    const ofRole = async () => {
      const query =
        'SELECT setconfig FROM pg_db_role_setting WHERE setrole = (SELECT oid FROM pg_roles WHERE rolname = $1)';
      return (await owner.query(query, [name])).rows.flatMap(({ setconfig }) => setconfig).sort();
    };
    expect(await grant(name)).toMatchObject({ code: 0 });
    expect(await ofRole()).toEqual([]);
    expect(await database(['grant', '--role', name, '--pooler'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('also behind a pooler'),
    });
    expect(await ofRole()).toEqual(
      Object.entries(SESSION_SETTINGS)
        .map(([setting, value]) => `${setting}=${value}`)
        .sort(),
    );
  });

  test('through a pooler of transactions nothing is granted or migrated', async () => {
    const through = { DATABASE_POOLER: 'transaction', REDIS_URL: 'redis://127.0.0.1:6379' };
    for (const words of [['grant', '--role', role.name], ['migrate'], ['check']])
      expect(await database(words, through)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('needs the server itself, not a pooler'),
      });
  });

  test('where the functions of this version are not applied nothing is granted', async () => {
    const name = await newRole('LOGIN');
    const turn = () => owner.query('UPDATE function_set SET digest = reverse(digest)');
    await turn();
    expect(await grant(name)).toMatchObject({ code: 1, stderr: expect.stringContaining('npm run db:migrate') });
    await turn();
    const { rows } = await owner.query(`SELECT has_table_privilege($1, 'webhook_event', 'INSERT') AS may`, [name]);
    expect(rows).toEqual([{ may: false }]);
  });

  test('a name with quotes and spaces is quoted', async () => {
    const name = await newRole('LOGIN', `Top-Up "service" ${randomUUID()}`);

    expect(await grant(name)).toMatchObject({ code: 0 });

    expect(
      (await owner.query(`SELECT has_table_privilege($1, 'webhook_event', 'INSERT') AS may`, [name])).rows,
    ).toEqual([{ may: true }]);
  });

  const created: string[] = [];
  afterAll(async () => {
    for (const name of created) await owner.query(`DROP OWNED BY ${quoted(name)}; DROP ROLE ${quoted(name)}`);
  });

  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

  async function newRole(attributes: string, name = `topup_role_${randomUUID()}`): Promise<string> {
    await owner.query(`CREATE ROLE ${quoted(name)} ${attributes}`);
    created.push(name);
    return name;
  }

  async function rights(): Promise<unknown[]> {
    const { rows } = await owner.query(
      `SELECT kind, name, privilege_type AS may
         FROM (SELECT 'table' AS kind, relname::text AS name, relacl AS acl FROM pg_class
               UNION ALL SELECT 'column', attrelid::regclass || '.' || attname, attacl FROM pg_attribute
               UNION ALL SELECT 'schema', nspname::text, nspacl FROM pg_namespace
               UNION ALL SELECT 'function', proname::text, proacl FROM pg_proc) AS object, aclexplode(acl) AS a
        WHERE a.grantee = $1::regrole
        ORDER BY 1, 2, 3`,
      [role.name],
    );
    return rows;
  }
});

type Result = { code: number; stdout: string; stderr: string };

const grant = (name: string, settings?: Record<string, string>) => database(['grant', '--role', name], settings);

function database(args: string[], settings: Record<string, string> = {}): Promise<Result> {
  const env = { DATABASE_URL: home.url, DATA_DIR: '/nonexistent', ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [COMPILE_QUICKLY, PROGRAM, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}
