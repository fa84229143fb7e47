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
  try {
    for (const bought of await listLately(topup, until))
      for (const { row } of bought.status === 'failed' ? [] : (wanted.get(sameAs(bought)) ?? []))
        if (!notes.has(row)) notes.set(row, noteOf(row, bought));
  } catch (error) {
    if (!(error instanceof TopUpError)) throw error;
    const reason = `The purchases of the last 24 hours cannot be read (${error.message}), so no row was compared.`;
    return [{ row: 1, field: 'file', reason }];
  }
  return [...notes.values()].sort((one, other) => one.row - other.row);
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
