import type { Lookup, StatementRow } from '@topup/core/provider';
import { readKobo } from '../../http/exact';
import { field, isRecord, readStatus, readText } from '../../http/json';
import type { Oddity } from '../../http/look-up';
import { OUR_REF } from '../../mint-ref';
import type { Answer } from '../answer/read-answer';
import type { Page } from '../lookups/read-catalogue';
import { MOVED } from '../response-codes';
import { readCount, readTime } from './read-cells';

const PAGE_SIZE = 100;
const MOST_PAGES = 5_000;
/** Ours, as a word or as a part of the narration of a transfer. */
const REFERENCE = new RegExp(`(?:^|/#/| )(${OUR_REF.source})(?:/#/| |$)`);
/** A movement of a bill has the id of its vend somewhere in its references or its narration. */
const VEND_ID = /\bMFBP[0-9A-Za-z]{12,40}\b/;

type AskPage = (query: Record<string, string>) => Promise<Lookup<Page>>;

/**
 * Reads a page of the statement. Its end is not established: it is taken from `last`, which other lists of Monnify
 * have, or from `nextPage`, which its lists of bills have. A page that shows neither is refused: half a statement would
 * look like rows that are missing.
 */
export function readStatementPage({ ok, httpStatus, body }: Answer): Lookup<Page> {
  if (!ok) return { kind: 'unavailable', reason: `HTTP ${httpStatus}: not successful` };
  const rows = field(body, 'content');
  const total = readCount(field(body, 'totalElements'));
  const next = nextOf(body);
  if (!Array.isArray(rows) || total === null || next === undefined)
    return { kind: 'unavailable', reason: 'the page has another shape than Monnify’s' };
  return { kind: 'found', value: { rows, next, total } };
}

/** The number of the next page, null after the last one; undefined when the page does not say. */
function nextOf(body: unknown): number | null | undefined {
  const last = field(body, 'last');
  const number = readCount(field(body, 'number'));
  if (last === true) return null;
  if (last === false) return number === null ? undefined : number + 1;
  const next = field(body, 'nextPage');
  return next === null ? null : (readCount(next) ?? undefined);
}

/**
 * Reads the movements of the wallet, from `from` on and before `to`, oldest first. A bill is debited gross and its
 * commission comes back as a second row. A row in another state than COMPLETED is told: it is left out when its
 * balances show that it moved nothing, and is `other` otherwise. Source: Monnify's pages "Wallet statement" and
 * "Settlement process".
 */
export async function readStatement(
  askPage: AskPage,
  from: Date,
  to: Date,
  onOddity: Oddity | undefined,
): Promise<Lookup<StatementRow[]>> {
  const listed = await readPages(askPage, from, to);
  if (listed.kind !== 'found') return listed;
  const inRange = listed.value.filter(({ at }) => at >= from && at < to);
  const unlisted = new Set(inRange.map(statusOf).filter((status) => status !== MOVED));
  for (const status of unlisted) onOddity?.('a row of the statement is not COMPLETED', { status });
  // the list is newest first, also within the moment that a debit and its commission share
  const rows = inRange.filter((row) => statusOf(row) === MOVED || !hasLeftBalance(row)).reverse();
  rows.sort((a, b) => a.at.getTime() - b.at.getTime());
  return { kind: 'found', value: withKinds(rows) };
}

/** All rows of all pages, each once, in their order. */
async function readPages(askPage: AskPage, from: Date, to: Date): Promise<Lookup<StatementRow[]>> {
  const found = new Map<string, StatementRow>();
  const window = { startDate: String(from.getTime()), endDate: String(to.getTime()), enableTimeFilter: 'true' };
  let announced = 0;
  for (let page: number | null = 0, pages = 0; page !== null; pages += 1) {
    if (pages === MOST_PAGES) return { kind: 'unavailable', reason: 'the list does not end' };
    const answer: Lookup<Page> = await askPage({ ...window, pageNo: String(page), pageSize: String(PAGE_SIZE) });
    if (answer.kind !== 'found') return answer;
    if (pages === 0) announced = answer.value.total;
    for (const raw of answer.value.rows) {
      const row = readRow(raw);
      if (row === null) return { kind: 'unavailable', reason: 'a row of the statement is not readable' };
      found.set(row.rowId, row);
    }
    page = answer.value.next;
  }
  if (found.size < announced) return { kind: 'unavailable', reason: 'the pages hold fewer rows than they announce' };
  return { kind: 'found', value: [...found.values()] };
}

const statusOf = ({ raw }: StatementRow): string => readStatus(field(raw, 'status')) ?? 'none';

/** By its own balances it has moved nothing. */
const hasLeftBalance = ({ balanceBeforeKobo, balanceAfterKobo }: StatementRow): boolean =>
  balanceBeforeKobo !== null && balanceBeforeKobo === balanceAfterKobo;

function readRow(raw: unknown): StatementRow | null {
  if (!isRecord(raw)) return null;
  const rowId = readText(field(raw, 'walletTransactionReference'));
  const at = readTime(field(raw, 'transactionDate'));
  const amountKobo = readKobo(field(raw, 'amount'));
  const type = field(raw, 'transactionType');
  if (rowId === '' || at === null || amountKobo === null || (type !== 'DEBIT' && type !== 'CREDIT')) return null;
  const references = `${rowId} ${readText(field(raw, 'monnifyTransactionReference'))} ${readText(field(raw, 'narration'))}`;
  return {
    rowId,
    at,
    direction: type === 'DEBIT' ? 'debit' : 'credit',
    kind: 'other',
    amountKobo,
    providerRef: REFERENCE.exec(references)?.[1] ?? null,
    providerTransactionId: VEND_ID.exec(references.replaceAll('_', ' '))?.[0] ?? null,
    balanceBeforeKobo: readKobo(field(raw, 'availableBalanceBefore')),
    balanceAfterKobo: readKobo(field(raw, 'availableBalanceAfter')),
    raw,
  };
}

/**
 * The first debit with the id of a vend is the sale, a second one takes its commission back. A credit of all that the
 * vend has cost, or of what is left of it, takes it back; a smaller one is its commission. Without its debit a credit
 * may be either.
 */
function withKinds(rows: readonly StatementRow[]): StatementRow[] {
  const vends = new Map<string, { debited: bigint; left: bigint }>();
  return rows.map((row) => {
    const { direction, providerTransactionId: id, amountKobo } = row;
    if (id === null || statusOf(row) !== MOVED) return row;
    const vend = vends.get(id);
    if (direction === 'debit') {
      if (vend !== undefined) return { ...row, kind: 'commission' as const };
      vends.set(id, { debited: amountKobo, left: amountKobo });
      return { ...row, kind: 'sale' as const };
    }
    if (vend === undefined) return row;
    const isAll = amountKobo === vend.left || amountKobo === vend.debited;
    vend.left -= amountKobo;
    return { ...row, kind: isAll ? ('reversal' as const) : ('commission' as const) };
  });
}
