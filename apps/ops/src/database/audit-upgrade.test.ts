import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { useDatabase } from '@topup/testkit';
import { Client } from 'pg';

// The audit log gets another name and more columns. This does on it what version 0.1.0 does, before and after.

const MIGRATION = '20261122210000_audit_log';
const MIGRATIONS = path.join(__dirname, '../../../../prisma/migrations');
const names = readdirSync(MIGRATIONS)
  .filter((name) => statSync(path.join(MIGRATIONS, name)).isDirectory())
  .sort();

/** As that version's client of the database writes and reads them. */
const INSERT = {
  name: 'insert',
  text: `INSERT INTO "public"."operator_action" ("user_id", "user_email", "action", "subject", "note", "details")
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING "public"."operator_action"."id"`,
};
const SELECT = {
  name: 'select',
  text: `SELECT id, at, user_email AS "userEmail", action, account_id AS "accountId", request_ref AS "requestRef",
                subject, note, details FROM operator_action ORDER BY id`,
};

const home = useDatabase({ max: 1, beforeDrop: dropUpgraded });
let server: Client;
let name: string;
let db: Client;
/** A dashboard of that version: a role with its rights, connected since before the migration. */
let old: Client;

beforeAll(async () => {
  server = new Client(home.url);
  await server.connect();
  name = `${new URL(home.url).pathname.slice(1)}_audit`;
  await server.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  const url = Object.assign(new URL(home.url), { pathname: `/${name}` });
  db = new Client(url.href);
  await db.connect();
  await migrate((migration) => migration < MIGRATION);
  await db.query(`CREATE ROLE ${name} LOGIN PASSWORD 'test'`);
  await db.query(`GRANT SELECT, INSERT ON operator_action TO ${name}`);
  await db.query(`GRANT USAGE ON SEQUENCE operator_action_id_seq TO ${name}`);
  await db.query('REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC');
  await db.query('ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC');
  old = new Client(Object.assign(url, { username: name, password: 'test' }).href);
  await old.connect();
  await insert('u-1', 'ada@topup.example', 'user.invite', 'bo@client.example');
  await insert('ops', 'ops', 'provider.close', 'vtpass');
  await old.query(SELECT);
  await migrate((migration) => migration >= MIGRATION);
  // as 20261123010000_approvals gives it to the roles that decided on purchases
  await db.query(`GRANT EXECUTE ON FUNCTION decide_approval(uuid, boolean, uuid, uuid, text) TO ${name}`);
});

async function dropUpgraded(): Promise<void> {
  await old.end();
  await db.query(`DROP OWNED BY ${name}`);
  await db.end();
  await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await server.query(`DROP ROLE ${name}`);
  await server.end();
}

const migrate = async (wanted: (migration: string) => boolean) => {
  for (const migration of names.filter(wanted))
    await db.query(readFileSync(path.join(MIGRATIONS, migration, 'migration.sql'), 'utf8'));
};

const insert = async (userId: string, email: string, action: string, subject: string): Promise<string> =>
  // the `ops` of that version ran as the owner of the tables
  (await (userId === 'ops' ? db : old).query({ ...INSERT, values: [userId, email, action, subject, 'a note', '{}'] }))
    .rows[0].id;

describe('an operator acts in a process of version 0.1.0 while the new one is rolled out', () => {
  test('its actions are recorded and listed, with the statements that it has prepared', async () => {
    await insert('u-1', 'ada@topup.example', 'wallet.fund', 'acme');
    await insert('ops', 'ops', 'provider.open', 'vtpass');
    const { rows } = await old.query(SELECT);
    expect(rows.map(({ action }) => action)).toEqual(['user.invite', 'provider.close', 'wallet.fund', 'provider.open']);
    expect(rows[2]).toMatchObject({ userEmail: 'ada@topup.example', subject: 'acme', note: 'a note', details: {} });
  });

  test('what it wrote, before and since, is complete: the kind of actor, salt and digest', async () => {
    await insert('u-2', 'bo@topup.example', 'tier.create', 'gold');
    const { rows } = await db.query(`
      SELECT actor_kind, action, subject_is_person AS person, length(salt) AS salt,
             personal_digest = audit_personal_digest(a) AS digested FROM audit_log a ORDER BY id`);
    expect(rows[0]).toEqual({ actor_kind: 'operator', action: 'user.invite', person: true, salt: 16, digested: true });
    expect(rows[1]).toMatchObject({ actor_kind: 'ops', person: false, digested: true });
    expect(rows.at(-1)).toMatchObject({ actor_kind: 'operator', action: 'tier.create', salt: 16, digested: true });
    expect((await db.query('SELECT sealed FROM seal_audit_log(100)')).rows).toEqual([{ sealed: rows.length }]);
  });

  test('it sees what operators do, and nothing of what users and the system do', async () => {
    await db.query(
      `INSERT INTO audit_log (actor_kind, user_id, user_email, action, subject)
       VALUES ('user', 'x', 'owner@client.example', 'api_key.create', 'k'), ('operator', 'y', 'op', 'tier.create', 't')`,
    );
    const seen = (await old.query(SELECT)).rows.map(({ userEmail }) => userEmail);
    expect(seen.at(-1)).toBe('op');
    expect(seen).not.toContain('owner@client.example');
  });
});
