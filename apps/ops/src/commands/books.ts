import type { By } from '@topup/core/audit';
import { type Db, formatNaira, toWire } from '@topup/core/shared';
import { type BooksReport, keepVerification, toBooksReportJson, verifyBooks } from '@topup/core/wallet';
import { command, group } from '../declare';
import { facts, type Report, time } from '../output';
import { toSentence } from '../refusal';
import { type ActingAs, withAuditDatabase } from '../with-database';

export const booksCommands = group('books', 'the books', [
  command('verify', 'recompute every balance and check every invariant while the service runs', [], verify),
]);

async function verify(as: ActingAs): Promise<Report> {
  const { report, notKept } = await withAuditDatabase(as, async (db, by) => {
    const startedMs = performance.now();
    const report = await verifyBooks(db);
    return { report, notKept: await keep(db, by, report, performance.now() - startedMs) };
  });
  const broken = report.findings.filter(({ count }) => count > 0).map(({ id }) => id);
  return {
    json: { ...toBooksReportJson(report), kept: notKept === null },
    text: [toText(report), ...(notKept === null ? [] : ['', `This verification could not be stored: ${notKept}`])].join(
      '\n',
    ),
    ...(report.sound
      ? {}
      : { problem: `The books are unsound: ${broken.join(', ')}. Look at the rows before you correct anything.` }),
  };
}

/**
 * Stores the verification for the dashboard. A copy of the database can be read-only or older, which is no fault of the
 * books.
 * @returns null, or why it could not be stored
 */
const keep = (db: Db, by: By, report: BooksReport, tookMs: number): Promise<string | null> =>
  keepVerification(db, by, report, tookMs).then(() => null, toSentence);

function toText({ totals, testTotals, findings, sound, auditHead }: BooksReport): string {
  const checks = findings.flatMap(({ id, title, count, rows }) => [
    `${id}  ${count === 0 ? 'ok' : `${count} found`}  ${title}`,
    ...rows.map((row) => `       ${JSON.stringify(toWire(row))}`),
    ...(count > rows.length ? [`       and ${count - rows.length} more`] : []),
  ]);
  const head = `Books of ${sizeOf(totals)}, as of ${time(totals.asOf)}`;
  const chain = auditHead === null ? [] : ['', `The audit log ends at ${auditHead.n} ${auditHead.hash}`];
  const parts = [head, '', sumsOf(totals), '', `Test accounts: ${sizeOf(testTotals)}`, '', sumsOf(testTotals)];
  return [...parts, '', ...checks, ...chain, ...(sound ? ['', 'The books are sound.'] : [])].join('\n');
}

const sizeOf = ({ accounts, purchases, ledgerEntries }: BooksReport['totals']): string =>
  `${accounts} accounts, ${purchases} purchases and ${ledgerEntries} ledger entries`;

const sumsOf = ({ fundedKobo, balancesKobo, heldKobo, spentKobo }: BooksReport['totals']): string =>
  facts([
    ['paid in', formatNaira(fundedKobo)],
    ['in wallets', formatNaira(balancesKobo)],
    ['held by open purchases', formatNaira(heldKobo)],
    ['spent', formatNaira(spentKobo)],
  ]);
