import { type Db, formatNaira } from '@topup/core/shared';
import { type BooksReport, insertVerification, toBooksReportJson, toJsonValue, verifyBooks } from '@topup/core/wallet';
import type { Command } from 'commander';
import { facts, type Report, reporting, time } from '../output';
import { toSentence } from '../refusal';
import { withAuditDatabase } from '../with-database';

export function booksCommands(program: Command): void {
  const books = program.command('books').description('the books');
  books
    .command('verify')
    .description('recompute every balance and check every invariant while the service runs; only writes the result')
    .action(reporting(verify));
}

async function verify(): Promise<Report> {
  const { report, notKept } = await withAuditDatabase(async (db) => {
    const startedMs = performance.now();
    const report = await verifyBooks(db);
    return { report, notKept: await keep(db, report, performance.now() - startedMs) };
  });
  const broken = report.findings.filter(({ count }) => count > 0).map(({ id }) => id);
  return {
    json: { ...toBooksReportJson(report), kept: notKept === null },
    text: [toText(report), ...(notKept === null ? [] : ['', `This verification could not be stored: ${notKept}`])].join(
      '\n',
    ),
    ...(report.sound
      ? {}
      : { problem: `The books have drifted: ${broken.join(', ')}. Look at the rows before you correct anything.` }),
  };
}

/**
 * Stores the verification for the dashboard. A copy of the database can be read-only or older, which is no fault of the
 * books.
 * @returns null, or why it could not be stored
 */
async function keep(db: Db, report: BooksReport, tookMs: number): Promise<string | null> {
  return insertVerification(db, 'ops', tookMs, toBooksReportJson(report)).then(() => null, toSentence);
}

function toText({ totals, findings, sound }: BooksReport): string {
  const sums = facts([
    ['paid in', formatNaira(totals.fundedKobo)],
    ['in wallets', formatNaira(totals.balancesKobo)],
    ['held by open purchases', formatNaira(totals.heldKobo)],
    ['spent', formatNaira(totals.spentKobo)],
  ]);
  const checks = findings.flatMap(({ id, title, count, rows }) => [
    `${id}  ${count === 0 ? 'ok' : `${count} found`}  ${title}`,
    ...rows.map((row) => `       ${JSON.stringify(toJsonValue(row))}`),
    ...(count > rows.length ? [`       and ${count - rows.length} more`] : []),
  ]);
  const size = `${totals.accounts} accounts, ${totals.purchases} purchases and ${totals.ledgerEntries} ledger entries`;
  const head = `Books of ${size}, as of ${time(totals.asOf)}`;
  return [head, '', sums, '', ...checks, ...(sound ? ['', 'The books are sound.'] : [])].join('\n');
}
