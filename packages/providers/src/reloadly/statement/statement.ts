import type { Lookup, StatementRow } from '@topup/core/provider';
import type { Oddity } from '../../http/look-up';
import { NOT_NAIRA } from '../lookups/read-balance';
import { STATUSES } from '../response-codes';
import { PAGE_SIZE, type ReportPage, type ReportRow } from './read-report';

const HOUR_MS = 3_600_000;

/** The dates of a question are read as wall time of UTC−4, the dates of the answer are UTC. */
const QUESTION_OFFSET_MS = -4 * HOUR_MS;

/** Wider than any zone that Reloadly may read the question in: the rows are cut to the range by their own dates. */
const MARGIN_MS = 36 * HOUR_MS;

/** A thousand pages are half a million rows: more is a list that does not end. */
const MOST_PAGES = 1_000;

export type AskPage = (query: Record<string, string>) => Promise<Lookup<Extract<ReportPage, { kind: 'page' }>>>;

/**
 * Reads the list of top-ups as movements of our money, from `from` on and before `to`, oldest first. A SUCCESSFUL
 * top-up is one debit; a REFUNDED one is a debit and a credit with no time of its own, or nothing when it does not say
 * its cost, because both are equal; the others move nothing yet.
 */
export async function readStatement(
  askPage: AskPage,
  from: Date,
  to: Date,
  onOddity: Oddity | undefined,
): Promise<Lookup<StatementRow[]>> {
  const listed = await readPages(askPage, from, to);
  if (listed.kind !== 'found') return listed;
  const inRange: ReportRow[] = [];
  for (const row of listed.value) {
    const { at, status } = row.topUp;
    if (at === null || status === null) return unavailable('a row of the list has no time or no status');
    if (at < from || at >= to) continue;
    const state = STATUSES.get(status);
    if (state === undefined) onOddity?.('a row of the list has a status that is not listed', { status });
    const fault = movesMoney(row) ? faultOf(row, onOddity) : null;
    if (fault !== null) return unavailable(fault);
    inRange.push(row);
  }
  const rows = inRange.flatMap(movementsOf);
  return { kind: 'found', value: rows.sort((a, b) => a.at.getTime() - b.at.getTime()) };
}

/** Why a top-up cannot be read as a movement of our money. A refunded one needs no cost: nothing is left of it. */
function faultOf({ topUp: { id, status, wallet } }: ReportRow, onOddity: Oddity | undefined): string | null {
  if (wallet.currency !== null && wallet.currency !== 'NGN') {
    onOddity?.(NOT_NAIRA, { about: 'statement' });
    return NOT_NAIRA;
  }
  if (wallet.costKobo !== null) return null;
  if (status !== 'REFUNDED') return 'a row of the list has no cost';
  onOddity?.('a refunded row of the list has no cost', { id });
  return null;
}

/** All rows of all pages, each once: page 0 is page 1 again, and a row may move to the next page meanwhile. */
async function readPages(askPage: AskPage, from: Date, to: Date): Promise<Lookup<ReportRow[]>> {
  const rows = new Map<string, ReportRow>();
  const range = { startDate: wallTime(from.getTime() - MARGIN_MS), endDate: wallTime(to.getTime() + MARGIN_MS) };
  let announced = 0;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await askPage({ ...range, page: String(page), size: String(PAGE_SIZE) });
    if (answer.kind !== 'found') return answer;
    const known = rows.size;
    for (const row of answer.value.rows) rows.set(row.topUp.id, row);
    if (page === 1) announced = answer.value.total;
    if (answer.value.isLast)
      return rows.size < announced
        ? unavailable('the pages hold fewer rows than they announce')
        : { kind: 'found', value: [...rows.values()] };
    if (rows.size === known) return unavailable('a page of the list holds nothing new');
  }
  return unavailable('the list does not end');
}

const movesMoney = ({ topUp: { status } }: ReportRow) => status === 'SUCCESSFUL' || status === 'REFUNDED';

function movementsOf(row: ReportRow): StatementRow[] {
  const { topUp, raw } = row;
  const { costKobo, beforeKobo, afterKobo } = topUp.wallet;
  if (!movesMoney(row) || topUp.at === null || costKobo === null) return [];
  const isRefunded = topUp.status === 'REFUNDED';
  // the balances of a refunded one may already be those after the refund
  const addsUp = beforeKobo !== null && afterKobo !== null && beforeKobo - afterKobo === costKobo;
  const hasBalances = addsUp || !isRefunded;
  const sale: StatementRow = {
    rowId: topUp.id,
    at: topUp.at,
    direction: 'debit',
    kind: 'sale',
    amountKobo: costKobo,
    providerRef: topUp.reference,
    providerTransactionId: topUp.id,
    balanceBeforeKobo: hasBalances ? beforeKobo : null,
    balanceAfterKobo: hasBalances ? afterKobo : null,
    raw,
  };
  if (!isRefunded) return [sale];
  const refund: StatementRow = {
    ...sale,
    rowId: `${topUp.id}-refund`,
    direction: 'credit',
    kind: 'reversal',
    balanceBeforeKobo: null,
    balanceAfterKobo: null,
  };
  // no money moved where the cost is shown as nothing
  return costKobo === 0n ? [] : [sale, refund];
}

const wallTime = (ms: number): string => new Date(ms + QUESTION_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

const unavailable = (reason: string): Extract<Lookup<never>, { kind: 'unavailable' }> => ({
  kind: 'unavailable',
  reason,
});
