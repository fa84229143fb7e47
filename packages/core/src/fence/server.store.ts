import { type Asking, type Db, onlyRow } from '../shared/db';
import { type Fact, type Identity, identityIn, type ServerFound } from './judge-server';

const LACKING = `
  (SELECT count(*) FROM jsonb_to_recordset($1::jsonb) AS fact (kind text, id uuid, attempt smallint)
    WHERE NOT EXISTS (
      SELECT FROM purchase q
       WHERE q.id = fact.id
         AND CASE fact.kind WHEN 'accepted' THEN true
                            WHEN 'claimed' THEN q.attempt > fact.attempt OR q.attempt = fact.attempt AND q.sends = 1
                            ELSE q.final_at IS NOT NULL END))::integer`;

type Row = { standby: boolean; identity: string | null; known: string | null; database: string; lacking: number };

/** Reads the state of a connection's server. `database`: the object identifier of the database, the same on a copy. */
export async function readServer(connection: Asking, facts: Fact[]): Promise<ServerFound & { database: string }> {
  const rows = await connection.query<Row>(
    `SELECT pg_is_in_recovery() AS standby, this_server() AS identity, (SELECT identity FROM known_server) AS known,
            (SELECT oid FROM pg_database WHERE datname = current_database())::text AS database, ${LACKING} AS lacking`,
    [JSON.stringify(facts)],
  );
  const row = onlyRow(rows);
  return { ...row, identity: identityIn(row.identity), known: identityIn(row.known) };
}

/** How many of these facts the server lacks. */
export async function countLacking(connection: Asking, facts: Fact[]): Promise<number> {
  const [row] = await connection.query<{ lacking: number }>(`SELECT ${LACKING} AS lacking`, [JSON.stringify(facts)]);
  return row?.lacking ?? facts.length;
}

/** The name of what processes note on this database; null where the server does not say what it is. */
export async function readNotesName(db: Db): Promise<string | null> {
  const connection: Asking = { query: (text, values) => db.$queryRawUnsafe(text, ...values) };
  const { identity, database } = await readServer(connection, []);
  return identity === null ? null : nameOf(identity, database);
}

export const nameOf = ({ system }: Identity, database: string): string => `${system}:${database}`;

/** accept_server: whether the server is the recorded one now. */
export async function recordServer(connection: Asking, before: string): Promise<boolean> {
  const [row] = await connection.query<{ accepted: boolean }>('SELECT accept_server($1::text) AS accepted', [before]);
  return row?.accepted === true;
}

/** Facts of the newest purchases, for a process that has seen none itself. */
export function readNewestFacts(connection: Asking): Promise<Fact[]> {
  return connection.query<Fact>(
    `SELECT CASE WHEN final_at IS NOT NULL THEN 'final' WHEN sends = 1 THEN 'claimed' ELSE 'accepted' END AS kind,
            id, attempt
       FROM (SELECT id, attempt, sends, final_at FROM purchase ORDER BY id DESC LIMIT 16) newest`,
    [],
  );
}
