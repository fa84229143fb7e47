import type { ProviderLookups, ProviderStatements } from '../../provider/provider.port';
import type { Db } from '../../shared/db';
import { lagosMidnight } from '../../time/lagos-time';
import type { Pull } from '../records';
import { insertSnapshot } from './balance.store';
import { readApiEnd, recordPull, recordRows } from './statement.store';
import { now } from './turn.store';

/** A provider that has a statement. */
export type StatementSourceProvider = Pick<ProviderStatements, 'statement'> & { name: string };

/** `fault`: why it could not be read to its end; what was read before is kept. */
export type Pulled = Omit<Pull, 'id' | 'at' | 'source'>;

/** Rows may come a day late, so each pull reads a day again. A question to the provider is of at most a day too. */
const DAY_MS = 86_400_000;

/**
 * Reads the statement of a provider up to now and keeps its rows: from a day before the first moment that was not read,
 * or from the start of yesterday in Lagos when nothing was, or from `from`. A second pull adds nothing twice.
 */
export async function pullStatement(
  db: Db,
  { name, statement }: StatementSourceProvider,
  { from }: { from?: Date } = {},
): Promise<Pulled> {
  const until = await now(db);
  const end = await readApiEnd(db, name);
  const since = from ?? (end === null ? lagosMidnight(until, 1) : new Date(end.getTime() - DAY_MS));
  const pulled: Pulled = { provider: name, since, until, rows: 0, added: 0, fault: null };
  for (let start = since; start < until; ) {
    const next = new Date(Math.min(start.getTime() + DAY_MS, until.getTime()));
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

/** Asks a provider for the balance of our account, and keeps it. Returns why there is none, or null. */
export async function takeBalance(
  db: Db,
  { name, balance }: Pick<ProviderLookups, 'balance'> & { name: string },
): Promise<string | null> {
  const askedAt = await now(db);
  const answer = await balance();
  if (answer.kind !== 'found') return answer.reason;
  await insertSnapshot(db, { provider: name, askedAt, balanceKobo: answer.value });
  return null;
}
