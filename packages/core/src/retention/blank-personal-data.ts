import type { By } from '../audit/actor';
import { withAuditLog } from '../audit/with-audit-log';
import type { Db } from '../shared/db';
import { type BlankedLot, blankPurchases, blankStatementRows } from './retention.store';

export type Blanked = Omit<BlankedLot, 'nextAfter'>;

/** 2,000 purchases take some 50 ms. Who wants one of them waits for no longer. */
const LOT = 2_000;

/**
 * Blanks what has been final for `days`: purchases, then the statement rows that were not reached through them, in lots
 * of one transaction each. A run that was stopped goes on with what is not blanked yet.
 */
export async function blankPersonalData(
  db: Db,
  { days, dryRun, lot = LOT, onLot = () => undefined }: BlankOptions,
): Promise<Blanked> {
  const total: Blanked = { purchases: 0, attempts: 0, events: 0, statementRows: 0 };
  for (let after: string | null = null; ; ) {
    const { nextAfter, ...counts }: BlankedLot = await blankPurchases(db, { days, after, lot, dryRun });
    for (const kind of Object.keys(counts) as (keyof Blanked)[]) total[kind] += counts[kind];
    onLot({ ...total });
    if (nextAfter === null) break;
    after = nextAfter;
  }
  for (let after = 0n; ; ) {
    const { nextAfter, statementRows } = await blankStatementRows(db, { days, after, lot, dryRun });
    total.statementRows += statementRows;
    onLot({ ...total });
    if (nextAfter === null) return total;
    after = nextAfter;
  }
}

type BlankOptions = { days: number; dryRun: boolean; lot?: number; onLot?: (total: Blanked) => void };

/** `blankPersonalData` for a person. What was blanked is recorded even if it breaks off; the next run does the rest. */
export async function blankByHand(db: Db, by: By, options: { days: number; dryRun: boolean }): Promise<Blanked> {
  let soFar: Blanked | null = null;
  try {
    return await blankPersonalData(db, {
      ...options,
      onLot: (counts) => {
        soFar = counts;
      },
    });
  } finally {
    if (!options.dryRun && soFar !== null) await record(db, by, options.days, soFar);
  }
}

const record = (db: Db, by: By, days: number, blanked: Blanked): Promise<void> =>
  withAuditLog(db, by, async () => {
    const texts = Object.entries({ days, ...blanked }).map(([name, count]) => [name, String(count)]);
    const action = { action: 'retention.run', subject: 'personal data', after: Object.fromEntries(texts) };
    const isAny = blanked.purchases > 0 || blanked.statementRows > 0;
    return { result: undefined, action: isAny ? action : null };
  });
