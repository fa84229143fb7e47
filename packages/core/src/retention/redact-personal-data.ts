import type { By } from '../audit/actor';
import { withAuditLog } from '../audit/with-audit-log';
import type { Db } from '../shared/db';
import { type RedactedLot, redactBatchRows, redactPurchases, redactStatementRows } from './retention.store';

export type Redacted = Omit<RedactedLot, 'nextAfter'> & { batchRows: number };

/** 2,000 purchases take some 50 ms. Who wants one of them waits for no longer. */
const LOT = 2_000;

/**
 * Redacts what has been final for `days`: purchases, then the statement rows that were not reached through them, then
 * what people wanted to buy and did not, in lots of one transaction each. A run that was stopped goes on with what is
 * not redacted yet.
 */
export async function redactPersonalData(
  db: Db,
  { days, dryRun, lot = LOT, onLot = () => undefined }: RedactOptions,
): Promise<Redacted> {
  const total: Redacted = { purchases: 0, attempts: 0, events: 0, statementRows: 0, batchRows: 0 };
  for (let after: string | null = null; ; ) {
    const { nextAfter, ...counts }: RedactedLot = await redactPurchases(db, { days, after, lot, dryRun });
    for (const kind of Object.keys(counts) as (keyof typeof counts)[]) total[kind] += counts[kind];
    onLot({ ...total });
    if (nextAfter === null) break;
    after = nextAfter;
  }
  for (let after = 0n; ; ) {
    const { nextAfter, statementRows } = await redactStatementRows(db, { days, after, lot, dryRun });
    total.statementRows += statementRows;
    onLot({ ...total });
    if (nextAfter === null) break;
    after = nextAfter;
  }
  for (let rows = lot; rows >= lot && (!dryRun || total.batchRows === 0); ) {
    rows = await redactBatchRows(db, { days, lot, dryRun });
    total.batchRows += rows;
    onLot({ ...total });
  }
  return total;
}

type RedactOptions = { days: number; dryRun: boolean; lot?: number; onLot?: (total: Redacted) => void };

/** `redactPersonalData` for a person. Records what it redacted even if it breaks off; the next run does the rest. */
export async function redactByHand(db: Db, by: By, options: { days: number; dryRun: boolean }): Promise<Redacted> {
  let soFar: Redacted | null = null;
  try {
    return await redactPersonalData(db, {
      ...options,
      onLot: (counts) => {
        soFar = counts;
      },
    });
  } finally {
    if (!options.dryRun && soFar !== null) await record(db, by, options.days, soFar);
  }
}

const record = (db: Db, by: By, days: number, redacted: Redacted): Promise<void> =>
  withAuditLog(db, by, async () => {
    const texts = Object.entries({ days, ...redacted }).map(([name, count]) => [name, String(count)]);
    const action = { action: 'retention.run', subject: 'personal data', after: Object.fromEntries(texts) };
    const isAny = redacted.purchases + redacted.statementRows + redacted.batchRows > 0;
    return { result: undefined, action: isAny ? action : null };
  });
