import { type Mode, modes } from '../../account/mode';
import { type AuditHead, readAuditHead } from '../../audit/seal.store';
import type { Db } from '../../shared/db';
import { toWire } from '../../shared/wire';
import { auditChecks } from './audit-checks.store';
import { type BooksTotals, type Finding, findViolations, type Grace, inSnapshot, sumBooks } from './books.store';
import { collectionChecks } from './collection-checks.store';
import { eventChecks } from './event-checks.store';
import { ledgerChecks } from './ledger-checks.store';
import { purchaseChecks } from './purchase-checks.store';
import { reconciliationChecks } from './reconciliation-checks.store';

/**
 * `sound`: no check found a violation. `findings` has one element per check, in the order of the codes: A01 to A25,
 * F01 to F03, R01 to R04 and X04. `totals` are of live accounts, `testTotals` of test accounts.
 */
export type BooksReport = {
  sound: boolean;
  totals: BooksTotals;
  testTotals: BooksTotals;
  findings: Finding[];
  auditHead: AuditHead | null;
};

/** A verification report as JSON: amounts are naira texts. */
export type BooksReportJson = {
  sound: boolean;
  totals: Record<string, unknown>;
  /** Of test accounts. A report that was stored before there were any has none. */
  testTotals?: Record<string, unknown>;
  findings: { id: string; title: string; count: number; rows: Record<string, unknown>[] }[];
};

export const toBooksReportJson = (report: BooksReport): BooksReportJson => toWire(report) as BooksReportJson;

const GRACE: Grace = { answerMs: 120_000, checkMs: 120_000, deliveryMs: 120_000, sealMs: 60_000 };

/** For a copy whose newest change is so old: nothing has run on it since, so all that is due is later by as much. */
export const graceOfCopy = (ageMs: number): Grace => ({
  answerMs: GRACE.answerMs + ageMs,
  checkMs: GRACE.checkMs + ageMs,
  deliveryMs: GRACE.deliveryMs + ageMs,
  sealMs: GRACE.sealMs + ageMs,
});

/**
 * Recomputes every balance and checks every invariant, in one snapshot and beside the running service: 45 s for a
 * million purchases on two cores. It cannot find missing events (see event-checks).
 * @param grace replaces single limits of lateness, which are 120 s each; 60 s for the audit log
 */
export function verifyBooks(db: Db, grace: Partial<Grace> = {}): Promise<BooksReport> {
  return inSnapshot(db, async (snapshot) => {
    const totals = await sumBooks(snapshot);
    const findings: Finding[] = [];
    for (const check of checks) {
      findings.push(await findViolations(snapshot, check, { ...GRACE, ...grace }));
    }
    findings.push(checkTotals(totals));
    return {
      sound: findings.every(({ count }) => count === 0),
      totals: totals.live,
      testTotals: totals.test,
      findings,
      auditHead: await readAuditHead(snapshot),
    };
  });
}

const checks = [
  ...ledgerChecks,
  ...purchaseChecks,
  ...eventChecks,
  ...auditChecks,
  ...reconciliationChecks,
  ...collectionChecks,
].toSorted((one, other) => (one.id < other.id ? -1 : 1));

/** The one check of sums instead of rows: it finds mistakes that the writer and the other checks have in common. */
function checkTotals(ofModes: Record<Mode, BooksTotals>): Finding {
  const rows = modes.flatMap((mode) => {
    const { fundedKobo, balancesKobo, heldKobo, spentKobo } = ofModes[mode];
    const missingKobo = fundedKobo - balancesKobo - heldKobo - spentKobo;
    return missingKobo === 0n ? [] : [{ mode, fundedKobo, balancesKobo, heldKobo, spentKobo, missingKobo }];
  });
  return {
    id: 'X04',
    title: 'the money paid in equals the money in wallets, held by pending purchases, and spent',
    count: rows.length,
    rows,
  };
}
