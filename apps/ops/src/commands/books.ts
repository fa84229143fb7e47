import { type Db, formatNaira } from '@topup/core/shared';
import { type BooksReport, insertVerification, toBooksReportJson, toJsonValue, verifyBooks } from '@topup/core/wallet';
import type { Command } from 'commander';
import { facts, type Report, reporting, time } from '../output';
import { sentenceOf } from '../refusal';
import { withAuditDatabase } from '../with-database';

export function booksCommands(program: Command): void {
  const books = program.command('books').description('the books');
  books
    .command('verify')
    .description(
      'recompute every balance and check every invariant; changes nothing but the history of such checks, and the service may go on',
    )
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
    text: [
      asText(report),
      ...(notKept === null ? [] : ['', `This check is not in the history of checks: ${notKept}`]),
    ].join('\n'),
    ...(report.sound
      ? {}
      : { badNews: `The books have drifted: ${broken.join(', ')}. Look into the rows before anything is corrected.` }),
  };
}

/** In the history of checks, which the dashboard shows. @returns why it could not be kept, which is no fault of the books: a copy may be read-only, or older */
async function keep(db: Db, report: BooksReport, tookMs: number): Promise<string | null> {
  return insertVerification(db, 'ops', tookMs, toBooksReportJson(report)).then(() => null, sentenceOf);
}

function asText({ totals, findings, sound }: BooksReport): string {
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
  const head = `Books of ${totals.accounts} accounts, ${totals.purchases} purchases and ${totals.ledgerEntries} ledger entries, as of ${time(totals.asOf)}`;
  return [head, '', sums, '', ...checks, ...(sound ? ['', 'The books are sound.'] : [])].join('\n');
}
