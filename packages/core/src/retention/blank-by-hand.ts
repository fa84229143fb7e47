import type { By } from '../audit/actor';
import { withAuditLog } from '../audit/with-audit-log';
import type { Db } from '../shared/db';
import { type Blanked, blankPersonalData } from './blank-personal-data';

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

const record = (db: Db, by: By, days: number, { purchases, attempts, events, statementRows }: Blanked): Promise<void> =>
  withAuditLog(db, by, async () => {
    const texts = { days, purchases, attempts, events, statementRows };
    const after = Object.fromEntries(Object.entries(texts).map(([name, count]) => [name, String(count)]));
    const isAny = purchases > 0 || statementRows > 0;
    return {
      result: undefined,
      action: isAny ? { action: 'retention.run', subject: 'personal data', after } : null,
    };
  });
