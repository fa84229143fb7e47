import { type BatchNote, type TopUp, TopUpError, type Transaction } from '@topup/client';
import { koboOf } from './money';
import type { QuotedRow } from './quote';

const DAY_MS = 86_400_000;
const PAGE = 100;
/** How many purchases are looked at, the newest: 20 requests. */
const MOST = 2_000;

/**
 * Rows whose number got the same in the last 24 hours, and did not fail. They are pointed out, and bought. A file that
 * was copied or renamed is known by this alone.
 */
export async function boughtLately(
  topup: TopUp,
  rows: readonly QuotedRow[],
  until: { signal: AbortSignal },
): Promise<BatchNote[]> {
  const wanted = new Map<string, QuotedRow[]>();
  for (const row of rows) {
    const network = row.product === 'airtime' ? row.network : '';
    const same = [row.product.toUpperCase(), network, row.phone, row.amountKobo].join('/');
    wanted.set(same, [...(wanted.get(same) ?? []), row]);
  }
  const notes = new Map<number, BatchNote>();
  let isAll = true;
  try {
    const lately = await listLately(topup, until);
    isAll = lately.length < MOST;
    for (const bought of lately)
      for (const { row } of bought.status === 'failed' ? [] : (wanted.get(sameAs(bought)) ?? []))
        if (!notes.has(row)) notes.set(row, noteOf(row, bought));
  } catch (error) {
    if (!(error instanceof TopUpError)) throw error;
    return [ofFile(`The purchases of the last 24 hours cannot be read (${error.message}), so no row was compared.`)];
  }
  const found = [...notes.values()].sort((one, other) => one.row - other.row);
  return isAll ? found : [ofFile(NOT_ALL), ...found];
}

async function listLately(topup: TopUp, until: { signal: AbortSignal }): Promise<Transaction[]> {
  const from = new Date(Date.now() - DAY_MS).toISOString();
  const found: Transaction[] = [];
  for await (const bought of topup.transactions({ from, limit: PAGE }, until)) {
    found.push(bought);
    if (found.length === MOST) break;
  }
  return found;
}

const NOT_ALL = `Only the newest ${MOST.toLocaleString('en')} purchases of the last 24 hours were compared.`;
const ofFile = (reason: string): BatchNote => ({ row: 1, field: 'file', reason });

const noteOf = (row: number, { reference, created_at }: Transaction): BatchNote => ({
  row,
  field: 'phone',
  reason: `The same was bought for this number at ${created_at}, as ${reference}.`,
});

/** A plan is known by its price: the list names it in words. */
function sameAs(bought: Transaction): string {
  if (bought.transaction_type === 'AIRTIME')
    return ['AIRTIME', bought.network, bought.phone, koboOf(bought.amount)].join('/');
  return bought.transaction_type === 'DATA' ? ['DATA', '', bought.phone, koboOf(bought.amount)].join('/') : '';
}
