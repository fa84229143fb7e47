import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { storedQueues } from '@topup/core/queue';
import { NEEDED_FUNCTIONS, NEEDED_MIGRATION, type RoleFor, SESSION_SETTINGS } from '@topup/core/shared';
import { FOR_EVERYBODY } from './functions';
import { RIGHTS, type Rights } from './rights';
import { openSession, type Say, type Session } from './session';

type GrantOptions = {
  databaseUrl: string;
  role: string;
  /** Undefined: api and worker, unless the role is one of another kind. */
  roleFor: RoleFor | undefined;
  /** When given, the role is created if there is none, and gets this password. */
  password?: string | undefined;
  queuesInPostgres: boolean;
  /** Also gives the role the settings that a pooler takes from our connections. */
  pooler: boolean;
  say: Say;
};

const PROCESSES: Record<RoleFor, string> = { service: 'api and worker', dashboard: 'the dashboard', ops: 'ops' };

/**
 * Gives a login role exactly the rights that api and worker, the dashboard, or `ops` need on the database. With
 * `queuesInPostgres` these include BullMQ's schema. `databaseUrl` must connect as the owner of the tables.
 *
 * Earlier grants on our tables are revoked first, so a second run changes nothing, and a run after a migration brings
 * the rights up to date. All of it is one transaction, so services that run as the role never lose a right meanwhile.
 * For which version they are is recorded: a newer one does not serve with them (`schemaGap`). An older one leaves those
 * of a newer one as they are, because they include its own.
 * @throws Error when there is no such role, or when it has more rights from elsewhere (as a superuser or the owner, by
 *   another role, by PUBLIC)
 */
export async function grant(options: GrantOptions): Promise<void> {
  const { databaseUrl, role, roleFor = 'service', password, queuesInPostgres, pooler, say } = options;
  const session = await openSession(databaseUrl, say);
  try {
    await session.lock();
    await requireMigrated(session);
    if (options.roleFor === undefined) await requireNoOtherKind(session, role);
    if (password !== undefined) await createRole(session, role, password);
    const { quoted, database } = await findRole(session, role);
    if (await hasNewerRights(session, role)) {
      say(`${role} keeps its rights of a newer version, which include those of this one`);
      return;
    }
    if (queuesInPostgres) await requireQueues(session);
    const tables = await findTables(session);
    const statements = [
      ...tables.map((table) => `REVOKE ALL ON ${table} FROM ${quoted}`),
      `REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM ${quoted}`,
      ...rightsOnSchema(quoted, database, RIGHTS[roleFor]),
      ...(await rightsOnFunctions(session, quoted, RIGHTS[roleFor].functions)),
      ...(queuesInPostgres ? [...(await jobSequences(session)), ...rightsOnQueues(quoted, database)] : []),
      ...(pooler ? sessionSettings(quoted, database) : []),
    ];
    await session.query(['BEGIN', ...statements].join(';\n'));
    const { rowCount } = await session.query(
      `INSERT INTO granted_role (role, migration, function_set)
       SELECT $1, $2, n FROM function_set WHERE digest = $3
       ON CONFLICT (role) DO UPDATE
         SET migration = EXCLUDED.migration, function_set = EXCLUDED.function_set, granted_at = now()`,
      [role, NEEDED_MIGRATION, NEEDED_FUNCTIONS],
    );
    if (rowCount === 0)
      throw new Error('The database lacks the functions of this version. Run `npm run db:migrate` first.');
    await assertNoExcessRights(session, role, tables, RIGHTS[roleFor]);
    await session.query('COMMIT');
    const more = `${queuesInPostgres ? ', queues included' : ''}${pooler ? ', also behind a pooler' : ''}`;
    say(`${role} may run ${PROCESSES[roleFor]} on ${database}${more}`);
  } finally {
    await session.close(); // without the COMMIT above, this rolls back
  }
}

async function requireMigrated(session: Session): Promise<void> {
  const { rows } = await session.query(`SELECT to_regclass('public.granted_role') IS NULL AS missing`);
  if (rows[0].missing) throw new Error('The database has no tables of this version. Run `npm run db:migrate` first.');
}

/** Without its kind, a role of the dashboard or of `ops` would silently become one of api and worker. */
async function requireNoOtherKind(session: Session, role: string): Promise<void> {
  const kind = await kindOf(session, role);
  if (kind === undefined || kind === 'service') return;
  throw new Error(
    `Role "${role}" has the rights of ${PROCESSES[kind]}, so nothing was granted. Add \`--for ${kind}\` to renew them. Only to make it a role of ${PROCESSES.service}, add \`--for service\`.`,
  );
}

/** By the functions that only one kind calls; undefined before the first grant. */
async function kindOf(session: Session, role: string): Promise<RoleFor | undefined> {
  const { rows } = await session.query(
    `SELECT DISTINCT f.proname::text AS name FROM pg_proc f, aclexplode(f.proacl) a JOIN pg_roles r ON r.oid = a.grantee
      WHERE f.pronamespace = 'public'::regnamespace AND r.rolname = $1`,
    [role],
  );
  const kinds = Object.keys(PROCESSES) as RoleFor[];
  return kinds.find((kind) => {
    const others = kinds.filter((other) => other !== kind).flatMap((other) => RIGHTS[other].functions);
    return rows.some(({ name }) => RIGHTS[kind].functions.includes(name) && !others.includes(name));
  });
}

async function hasNewerRights(session: Session, role: string): Promise<boolean> {
  const { rowCount } = await session.query(
    `SELECT FROM granted_role g LEFT JOIN function_set ours ON ours.digest = $3
      WHERE role = $1 AND (migration > $2 OR function_set > ours.n) AND has_table_privilege($1, 'account', 'SELECT')`,
    [role, NEEDED_MIGRATION, NEEDED_FUNCTIONS],
  );
  return rowCount !== 0;
}

async function requireQueues(session: Session): Promise<void> {
  const { rows } = await session.query(`SELECT to_regnamespace('bullmq') IS NULL AS missing`);
  if (rows[0].missing)
    throw new Error('The database has no queues. Set REDIS_URL as the processes have it, or run `npm run db:migrate`.');
}

/** Creates the login role if there is none, and sets its password, even if the role exists. */
async function createRole(session: Session, role: string, password: string): Promise<void> {
  const { rows } = await session.query(
    `SELECT format(CASE WHEN EXISTS (SELECT FROM pg_roles WHERE rolname = $1) THEN 'ALTER ROLE %I PASSWORD %L'
                        ELSE 'CREATE ROLE %I LOGIN PASSWORD %L' END, $1::text, $2::text) AS statement`,
    [role, passwordVerifier(password)],
  );
  await session.query(rows[0].statement);
}

const ITERATIONS = 4_096; // PostgreSQL's own default, scram_iterations

/**
 * Computes the verifier that PostgreSQL stores for a password (SCRAM-SHA-256, RFC 5803). `ALTER ROLE … PASSWORD` takes
 * it in place of the password, which would otherwise be in the server's log of statements.
 * @param password printable ASCII
 */
function passwordVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  const keys = `${storedKey}:${hmac('Server Key').toString('base64')}`;
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${keys}`;
}

/** @returns the names of the role and of the database, quoted for SQL */
async function findRole(session: Session, role: string): Promise<{ quoted: string; database: string }> {
  const { rows } = await session.query(
    `SELECT quote_ident(rolname) AS quoted, quote_ident(current_database()) AS database, rolcanlogin,
            rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS privileged
       FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  const [found] = rows;
  if (found === undefined)
    throw new Error(`There is no role "${role}". Create it first: CREATE ROLE … LOGIN, or ROLE_PASSWORD and --create.`);
  if (!found.rolcanlogin) throw new Error(`Role "${role}" cannot log in. Allow it: ALTER ROLE … LOGIN.`);
  if (found.privileged)
    throw new Error(
      `Role "${role}" has too many privileges for a service, so nothing was granted. It must be NOSUPERUSER NOCREATEROLE NOCREATEDB NOREPLICATION NOBYPASSRLS.`,
    );
  return found;
}

/**
 * @returns the tables and views in schema public, quoted for SQL, without those of extensions, which are not ours to
 *   grant. A view lends the rights of its owner.
 */
async function findTables(session: Session): Promise<string[]> {
  const { rows } = await session.query(`
    SELECT quote_ident(c.relname) AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
       AND NOT EXISTS (SELECT FROM pg_depend d
                        WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`);
  return rows.map(({ name }) => name);
}

function rightsOnSchema(role: string, database: string, { tables, sequences }: Rights): string[] {
  const granted = Object.entries(tables).filter(([, rights]) => rights.length > 0);
  return [
    `GRANT CONNECT ON DATABASE ${database} TO ${role}`,
    `REVOKE ALL ON SCHEMA public FROM ${role}`,
    `GRANT USAGE ON SCHEMA public TO ${role}`,
    ...granted.map(([table, rights]) => `GRANT ${rights.join(', ')} ON ${table} TO ${role}`),
    `GRANT USAGE ON SEQUENCE ${sequences.join(', ')} TO ${role}`,
  ];
}

/** Of each function that has the name: one with other arguments stays for the version before. */
async function rightsOnFunctions(session: Session, role: string, functions: string[]): Promise<string[]> {
  const { rows } = await session.query(
    `SELECT array_agg(DISTINCT f.proname::text) AS names,
            format('GRANT EXECUTE ON FUNCTION %s TO %s', string_agg(f.oid::regprocedure::text, ', '), $2::text) AS statement
       FROM pg_proc f WHERE f.pronamespace = 'public'::regnamespace AND f.proname = ANY ($1::text[])`,
    [functions, role],
  );
  const missing = functions.filter((name) => !rows[0].names?.includes(name));
  if (missing.length > 0)
    throw new Error(`There is no function ${missing.join(', ')}. Run \`npm run db:migrate\` first.`);
  return [rows[0].statement];
}

/** New sessions of the role begin with them. Those that the pooler has must end first (its command RECONNECT). */
function sessionSettings(role: string, database: string): string[] {
  return Object.entries(SESSION_SETTINGS).map(
    ([name, value]) => `ALTER ROLE ${role} IN DATABASE ${database} SET ${name} TO '${value}'`,
  );
}

/**
 * BullMQ creates a sequence at the first job of each queue. The role may not, so they are created here, under BullMQ's
 * names.
 */
async function jobSequences(session: Session): Promise<string[]> {
  const { rows } = await session.query(
    `SELECT format('CREATE SEQUENCE IF NOT EXISTS bullmq.%I', bullmq.job_id_seq_name(queue)) AS statement
       FROM unnest($1::text[]) AS queue`,
    [storedQueues],
  );
  return rows.map(({ statement }) => statement);
}

/** BullMQ deletes finished jobs, and adds jobs through temporary tables. Nothing in its schema is money or history. */
function rightsOnQueues(role: string, database: string): string[] {
  return [
    `GRANT TEMPORARY ON DATABASE ${database} TO ${role}`,
    `GRANT USAGE ON SCHEMA bullmq TO ${role}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA bullmq TO ${role}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA bullmq TO ${role}`,
    `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA bullmq TO ${role}`,
  ];
}

/**
 * A role can also have rights as an owner, from another role or from PUBLIC. Those are not ours to revoke.
 * @throws Error that names each right on our tables, to create objects, or to call a function that runs as its owner,
 *   that `allowed` does not have
 */
async function assertNoExcessRights(
  session: Session,
  role: string,
  tables: string[],
  { tables: allowed, functions }: Rights,
): Promise<void> {
  const { rows } = await session.query(
    `SELECT privilege || ' on ' || name AS excess, privilege, name
       FROM unnest($2::text[]) AS name,
            unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) AS privilege
      WHERE has_table_privilege($1, name, privilege)
      UNION ALL
     SELECT 'CREATE on schema public', 'CREATE', '' WHERE has_schema_privilege($1, 'public', 'CREATE')
      UNION ALL
     SELECT 'CREATE on the database', 'CREATE', '' WHERE has_database_privilege($1, current_database(), 'CREATE')
      UNION ALL
     SELECT 'EXECUTE on function ' || f.proname, 'EXECUTE', ''
       FROM pg_proc f
      WHERE f.pronamespace = 'public'::regnamespace AND f.prosecdef AND f.proname <> ALL ($3::text[])
        AND has_function_privilege($1, f.oid, 'EXECUTE')
        AND NOT EXISTS (SELECT FROM pg_depend d
                         WHERE d.classid = 'pg_proc'::regclass AND d.objid = f.oid AND d.deptype = 'e')
      UNION ALL
     SELECT DISTINCT 'everything ' || quote_ident(o.rolname) || ' owns', 'MEMBER', ''
       FROM pg_class c JOIN pg_roles o ON o.oid = c.relowner
      WHERE c.oid = ANY ($2::text[]::regclass[]) AND pg_has_role($1, o.oid, 'MEMBER')`,
    [role, tables, [...functions, ...FOR_EVERYBODY]],
  );
  const excess = rows.filter(({ name, privilege }) => !allowed[name]?.includes(privilege)).map((row) => row.excess);
  if (excess.length > 0)
    throw new Error(
      `Role "${role}" has rights that no service should have, as an owner, from another role or from PUBLIC: ${excess.join(', ')}. Revoke them first; nothing was granted.`,
    );
}
