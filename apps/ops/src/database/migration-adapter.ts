import {
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import type { Session } from './session';

/**
 * The session's adapter with two methods replaced that adapter-pg 7.10 does not get right for migrations: scripts run whole and in one
 * transaction, and the three catalogue columns of type "char" can be read.
 */
export function migrationAdapter(session: Session): SqlDriverAdapter {
  const { adapter } = session;
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    queryRaw: async (query) => withCharacters(await adapter.queryRaw(withoutCharType(query))),
    executeRaw: (query) => adapter.executeRaw(query),
    executeScript: (script) => runScript(session, script),
    startTransaction: (isolation) => adapter.startTransaction(isolation),
    getConnectionInfo: () => adapter.getConnectionInfo(),
    dispose: () => adapter.dispose(),
  };
}

// The engine notes each migration as started before its script and as finished after it. Noting the end in the script's own transaction
// too leaves no gap for a crash: a row without an end is a script that was rolled back.
const NOTE_END =
  'UPDATE "_prisma_migrations" SET finished_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL';

// adapter-pg splits a script at every semicolon, also inside a function body. Sent as one simple query it is one implicit transaction.
// On a client of our own: the pool throws a client away, and the lock with it, after any failed query.
async function runScript(session: Session, script: string): Promise<void> {
  const client = await session.pool.connect();
  const failure = await client.query(`${script}\n;${NOTE_END}`).then(
    () => undefined,
    (error: Partial<DatabaseError>) => error,
  );
  client.release(failure !== undefined && endsConnection(failure));
  if (failure !== undefined) throw asEngineError(failure, script);
}

// The whole story goes into the message and none into the code: for codes it knows, the engine swaps the message for a vaguer one.
function asEngineError(error: Partial<DatabaseError>, script: string): DriverAdapterError {
  const { message, code, position, detail, severity = 'ERROR' } = error;
  const line = position ? `, line ${script.slice(0, Number(position) - 1).split('\n').length}` : '';
  const text = `${message ?? String(error)}${code ? ` (${code}${line})` : ''}${detail ? ` ${detail}` : ''}`;
  return new DriverAdapterError({
    kind: 'postgres',
    severity,
    code: '',
    message: text,
    detail: undefined,
    column: undefined,
    hint: undefined,
  });
}

// Without a severity it did not come from the server; 57P01 to 57P04 are the server's last words.
const endsConnection = ({ severity, code }: Partial<DatabaseError>) =>
  severity === undefined || code?.startsWith('57P') === true;

/** What node-postgres adds to an error that the server sent; one of the connection has a `code` at most. */
type DatabaseError = Record<'message' | 'code' | 'position' | 'detail' | 'severity', string>;

// adapter-pg does not know the one-byte type "char"; the engine wants these columns as a character and stops on anything else.
const CHAR_COLUMN = /\b(constr\.contype|con\.confdeltype|con\.confupdtype)\b(?=,| AS)/g;
const CHARACTERS = new Set(['constraint_type', 'confdeltype', 'confupdtype']);

const withoutCharType = (query: SqlQuery): SqlQuery => ({ ...query, sql: query.sql.replace(CHAR_COLUMN, '$1::text') });

function withCharacters(result: SqlResultSet): SqlResultSet {
  const columnTypes = result.columnTypes.map((type, i) =>
    CHARACTERS.has(result.columnNames[i] ?? '') ? ColumnTypeEnum.Character : type,
  );
  return { ...result, columnTypes };
}
