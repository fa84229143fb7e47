import type { ProviderStatements } from '../../provider/provider.port';
import type { Db } from '../../shared/db';
import { lagosMidnight } from '../../time/lagos-time';
import { readApiEnd, recordPull, recordRows } from './statement.store';
import { now } from './turn.store';

/** A provider that has a statement. */
export type StatementSourceProvider = Pick<ProviderStatements, 'statement'> & { name: string };

/** `fault`: why it could not be read to its end; what was read before is kept. */
export type Pulled = { provider: string; since: Date; until: Date; rows: number; added: number; fault: string | null };

/** Rows may come a day late: so far back each pull reads again. */
const OVERLAP_MS = 86_400_000;
/** One question to the provider is of at most a day. */
const STEP_MS = 86_400_000;

/**
 * Reads the statement of a provider up to now and keeps its rows: from a day before the first moment that was not read,
 * or from the start of yesterday in Lagos when nothing was. `from`: from this moment instead; what is left out before
 * it is read by the next pull. A second pull adds nothing twice.
 */
export async function pullStatement(
  db: Db,
  { name, statement }: StatementSourceProvider,
  { from }: { from?: Date } = {},
): Promise<Pulled> {
  const until = await now(db);
  const end = await readApiEnd(db, name);
  const since = from ?? (end === null ? lagosMidnight(until, 1) : new Date(end.getTime() - OVERLAP_MS));
  const pulled: Pulled = { provider: name, since, until, rows: 0, added: 0, fault: null };
  for (let start = since; start < until; ) {
    const next = new Date(Math.min(start.getTime() + STEP_MS, until.getTime()));
    const answer = await statement(start, next);
    const span = { provider: name, source: 'api', since: start, until: next } as const;
    if (answer.kind !== 'found') {
      await recordPull(db, { ...span, rows: 0, added: 0, fault: answer.reason });
      return { ...pulled, fault: answer.reason };
    }
    const { added } = await recordRows(db, name, 'api', answer.value);
    await recordPull(db, { ...span, rows: answer.value.length, added, fault: null });
    pulled.rows += answer.value.length;
    pulled.added += added;
    start = next;
  }
  return pulled;
}
