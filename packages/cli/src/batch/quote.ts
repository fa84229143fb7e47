import type { BatchFault, BatchNote, BatchRow, TopUp } from '@topup/client';
import { koboOf, nairaOf } from './money';

/** A row and what it costs. `amountKobo`: the face value, or the price of the plan. `chargeKobo`: less the discount. */
export type QuotedRow = BatchRow & { amountKobo: bigint; chargeKobo: bigint };

export type Quote = { rows: QuotedRow[]; faults: BatchFault[] };

/** Plans by their id, and discounts in hundredths of a percent by network. */
type Prices = { plans: ReadonlyMap<string, bigint>; discounts: ReadonlyMap<string, bigint> };

/** Prices the rows by what the service sells now. Its bounds of amounts are not known here: it rejects those rows. */
export async function quote(topup: TopUp, rows: readonly BatchRow[], until: { signal: AbortSignal }): Promise<Quote> {
  const has = (product: string) => rows.some((row) => row.product === product);
  const plans = has('data') ? await topup.listDataPlans(until) : [];
  const discounts = has('airtime') ? await topup.prices(until) : [];
  const prices: Prices = {
    plans: new Map(plans.flatMap(({ plan_id, price }) => (plan_id === null ? [] : [[plan_id, koboOf(price)]]))),
    discounts: new Map(
      discounts
        .filter(({ product_type }) => product_type === 'AIRTIME')
        .map(({ service, discount_percent }) => [service, koboOf(discount_percent)]),
    ),
  };
  const quoted: Quote = { rows: [], faults: [] };
  for (const row of rows) {
    const priced = row.product === 'airtime' ? ofAirtime(row, prices) : ofPlan(row, prices);
    if ('reason' in priced) quoted.faults.push({ row: row.row, ...priced });
    else quoted.rows.push(priced);
  }
  return quoted;
}

type Fault = Omit<BatchFault, 'row'>;

function ofAirtime(row: BatchRow, { discounts }: Prices): QuotedRow | Fault {
  const { network = '', amountKobo = 0n } = row;
  const discount = discounts.get(network);
  if (discount === undefined)
    return { field: 'network', reason: `There is no such network: use ${[...discounts.keys()].join(', ')}.` };
  return { ...row, amountKobo, chargeKobo: amountKobo - (amountKobo * discount) / 10_000n };
}

function ofPlan(row: BatchRow, { plans }: Prices): QuotedRow | Fault {
  const price = plans.get(row.planId ?? '');
  if (price === undefined)
    return { field: 'plan_id', reason: 'There is no such data plan, or it cannot be bought now.' };
  if (row.amountKobo !== undefined && row.amountKobo !== price)
    return { field: 'amount', reason: `This plan costs ${nairaOf(price)}. Leave it out, or correct it.` };
  return { ...row, amountKobo: price, chargeKobo: price };
}

/** References that the service would not take, or that two rows have. */
export function referenceFaults(rows: readonly BatchRow[]): BatchFault[] {
  const firsts = new Map<string, number>();
  return rows.flatMap(({ row, reference }) => {
    if (reference === undefined) return [];
    const first = firsts.get(reference);
    if (first === undefined) firsts.set(reference, row);
    const reason =
      first !== undefined
        ? `Row ${first} has the same reference.`
        : isLegible(reference)
          ? null
          : 'It must have 1 to 50 visible characters.';
    return reason === null ? [] : [{ row, field: 'reference', reason }];
  });
}

/** The service rejects a few rarer characters too, row by row. */
const isLegible = (reference: string): boolean =>
  [...reference].length <= 50 &&
  reference !== '.' &&
  reference !== '..' &&
  !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(reference);

/** Rows that buy the same for the same number: pointed out, and bought. */
export function repeatedRows(rows: readonly BatchRow[]): BatchNote[] {
  const firsts = new Map<string, number>();
  return rows.flatMap(({ row, product, network, planId, phone, amountKobo }) => {
    const same = [product, network ?? planId, phone, product === 'data' ? '' : amountKobo].join('/');
    const first = firsts.get(same);
    if (first === undefined) firsts.set(same, row);
    return first === undefined ? [] : [{ row, field: 'phone', reason: `Row ${first} buys the same for this number.` }];
  });
}
