import { storedQueues } from '@topup/core/queue';
import { RIGHTS, type Rights, type RoleFor } from './rights';
import { openSession, type Say, type Session } from './session';

export type GrantOptions = { databaseUrl: string; role: string; roleFor: RoleFor; queuesInPostgres: boolean; say: Say };

const PROCESSES: Record<RoleFor, string> = { service: 'api and worker', dashboard: 'the dashboard' };

/**
 * Lets an existing login role run api and worker, or the dashboard, on the database of `databaseUrl`, whose owner we come as: all that they need, and nothing else of ours.
 * Whatever the role had been granted on our tables before is taken back first, so repeating it changes nothing, and after a migration it brings the rights
 * up to date.
 * All or nothing, and services that run as the role notice nothing. With `queuesInPostgres`, BullMQ's schema too.
 * @throws Error when there is no such role, or when it could do more than that all the same (as a superuser or the owner, by another role, by PUBLIC)
 */
export async function grant({ databaseUrl, role, roleFor, queuesInPostgres, say }: GrantOptions): Promise<void> {
  const session = await openSession(databaseUrl, say);
  try {
    await session.lock();
    const quoted = await findRole(session, role);
    const tables = await findTables(session);
    const database = await currentDatabase(session);
    const statements = [
      ...tables.map((table) => `REVOKE ALL ON ${table} FROM ${quoted}`),
      ...rightsOnSchema(quoted, database, RIGHTS[roleFor]),
      ...(queuesInPostgres ? [...(await jobSequences(session)), ...rightsOnQueues(quoted, database)] : []),
    ];
    await session.pool.query(['BEGIN', ...statements].join(';\n'));
    await refuseExcess(session, role, tables, RIGHTS[roleFor]);
    await session.pool.query('COMMIT');
    say(`${role} may run ${PROCESSES[roleFor]} on ${database}${queuesInPostgres ? ', queues included' : ''}`);
  } finally {
    await session.close(); // without the COMMIT above, this undoes all of it
  }
}

/** Quoted for SQL. */
async function findRole(session: Session, role: string): Promise<string> {
  const { rows } = await session.pool.query(
    `SELECT quote_ident(rolname) AS quoted, rolcanlogin, rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS mighty
       FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  const [found] = rows;
  if (found === undefined) throw new Error(`There is no role "${role}": CREATE ROLE … LOGIN it first.`);
  if (!found.rolcanlogin) throw new Error(`Role "${role}" cannot log in: ALTER ROLE … LOGIN.`);
  if (found.mighty)
    throw new Error(
      `Role "${role}" is no role for a service: it must be NOSUPERUSER NOCREATEROLE NOCREATEDB NOREPLICATION NOBYPASSRLS. Nothing was granted.`,
    );
  return found.quoted;
}

/** Those of the service in schema public, quoted for SQL; what extensions have put there is not ours to grant. */
async function findTables(session: Session): Promise<string[]> {
  const { rows } = await session.pool.query(`
    SELECT quote_ident(c.relname) AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`);
  return rows.map(({ name }) => name);
}

async function currentDatabase(session: Session): Promise<string> {
  const { rows } = await session.pool.query('SELECT quote_ident(current_database()) AS name');
  return rows[0].name;
}

function rightsOnSchema(role: string, database: string, { tables, sequences, functions }: Rights): string[] {
  const granted = Object.entries(tables).filter(([, rights]) => rights.length > 0);
  return [
    `GRANT CONNECT ON DATABASE ${database} TO ${role}`,
    `REVOKE ALL ON SCHEMA public FROM ${role}`,
    `GRANT USAGE ON SCHEMA public TO ${role}`,
    ...granted.map(([table, rights]) => `GRANT ${rights.join(', ')} ON ${table} TO ${role}`),
    `GRANT USAGE ON SEQUENCE ${sequences.join(', ')} TO ${role}`,
    `GRANT EXECUTE ON FUNCTION ${functions.join(', ')} TO ${role}`,
  ];
}

/** BullMQ makes a sequence of each queue at its first job, which the role may not: so they are made here, named as BullMQ names them. */
async function jobSequences(session: Session): Promise<string[]> {
  const { rows } = await session.pool.query(
    `SELECT format('CREATE SEQUENCE IF NOT EXISTS bullmq.%I', bullmq.job_id_seq_name(queue)) AS statement FROM unnest($1::text[]) AS queue`,
    [storedQueues],
  );
  return rows.map(({ statement }) => statement);
}

/** BullMQ removes the jobs it is done with, and adds them by way of temporary tables. Nothing there is money or history. */
function rightsOnQueues(role: string, database: string): string[] {
  return [
    `GRANT TEMPORARY ON DATABASE ${database} TO ${role}`,
    `GRANT USAGE ON SCHEMA bullmq TO ${role}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA bullmq TO ${role}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA bullmq TO ${role}`,
    `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA bullmq TO ${role}`,
  ];
}

// Rights also come from being the owner, from other roles and from PUBLIC, none of which is ours to take away.
async function refuseExcess(
  session: Session,
  role: string,
  tables: string[],
  { tables: allowed }: Rights,
): Promise<void> {
  const { rows } = await session.pool.query(
    `SELECT privilege || ' on ' || name AS excess, privilege, name
       FROM unnest($2::text[]) AS name, unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) AS privilege
      WHERE has_table_privilege($1, name, privilege)
      UNION ALL
     SELECT 'CREATE on schema public', 'CREATE', '' WHERE has_schema_privilege($1, 'public', 'CREATE')
      UNION ALL
     SELECT 'CREATE on the database', 'CREATE', '' WHERE has_database_privilege($1, current_database(), 'CREATE')
      UNION ALL
     SELECT DISTINCT 'everything ' || quote_ident(o.rolname) || ' owns', 'MEMBER', '' FROM pg_class c JOIN pg_roles o ON o.oid = c.relowner
      WHERE c.oid = ANY ($2::text[]::regclass[]) AND pg_has_role($1, o.oid, 'MEMBER')`,
    [role, tables],
  );
  const excess = rows.filter(({ name, privilege }) => !allowed[name]?.includes(privilege)).map((row) => row.excess);
  if (excess.length > 0)
    throw new Error(
      `Role "${role}" has rights that no service should have, as an owner, by another role or by PUBLIC: ${excess.join(', ')}. Take them away first; nothing was granted.`,
    );
}
