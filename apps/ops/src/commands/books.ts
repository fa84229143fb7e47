import { type AuditValue, type BooksReport, formatNaira, verifyBooks } from '@topup/core';
import type { Command } from 'commander';
import { facts, type Report, reporting, time } from '../output';
import { withAuditDatabase } from '../with-database';

export function booksCommands(program: Command): void {
  const books = program.command('books').description('the books');
  books
    .command('verify')
    .description('recompute every balance and check every invariant; changes nothing, and the service may go on')
    .action(reporting(verify));
}

async function verify(): Promise<Report> {
  const report = await withAuditDatabase((db) => verifyBooks(db));
  const broken = report.findings.filter(({ count }) => count > 0).map(({ id }) => id);
  return {
    json: inNaira({ ...report, totals: { ...report.totals } }),
    text: asText(report),
    ...(report.sound ? {} : { badNews: `The books have drifted: ${broken.join(', ')}. Look into the rows before anything is corrected.` }),
  };
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
    ...rows.map((row) => `       ${JSON.stringify(inNaira(row))}`),
    ...(count > rows.length ? [`       and ${count - rows.length} more`] : []),
  ]);
  const head = `Books of ${totals.accounts} accounts, ${totals.purchases} purchases and ${totals.ledgerEntries} ledger entries, as of ${time(totals.asOf)}`;
  return [head, '', sums, '', ...checks, ...(sound ? ['', 'The books are sound.'] : [])].join('\n');
}

type Shown = AuditValue | object | undefined;

/** As the outside sees it: money as naira text under its plain name, other whole numbers too large for JSON as text. */
function inNaira(value: Shown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(inNaira);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  const entries = Object.entries(value).map(([name, each]: [string, Shown]) =>
    typeof each === 'bigint' && name.endsWith('Kobo') ? [name.slice(0, -'Kobo'.length), formatNaira(each)] : [name, inNaira(each)],
  );
  return Object.fromEntries(entries);
}
