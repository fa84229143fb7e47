import { setTimeout as pause } from 'node:timers/promises';
import {
  type BatchRow,
  NotFoundError,
  OutcomeUnknownError,
  type PurchaseCall,
  PurchaseFailedError,
  type PurchaseStatus,
  RateLimitedError,
  type RequestOf,
  type TopUp,
  TopUpError,
} from '@topup/client';
import type { Journal, Noted } from './journal';
import { decimalOf } from './money';

export type Seller = { topup: TopUp; journal: Journal; interrupted: AbortSignal; progress(): void };

const AT_ONCE = 4;
/** Without `Retry-After`, after the waits of the client. */
const LIMITED_MS = 5_000;

/** These are about one row, which is then never bought. After any other error the file stops. */
const REFUSALS = ['validation_failed', 'unknown_plan', 'discount_paused', 'duplicate_reference'];

export const referenceOf = ({ batch }: Journal, row: { row: number; reference?: string }): string =>
  row.reference ?? `${batch}-${row.row}`;

/**
 * Sells a few rows at a time, in their order. After an error that is about more than its row, and after an interrupt,
 * it ends what is in flight and leaves the rest unsent.
 * @returns why it stopped; null: every row was sent or refused
 */
export async function sellRows(seller: Seller, rows: readonly BatchRow[]): Promise<unknown> {
  const { interrupted } = seller;
  const waiting = rows.values();
  let stopped: unknown = null;
  const lane = async () => {
    for (const row of waiting) {
      if (interrupted.aborted) stopped ??= interrupted.reason;
      if (stopped !== null) return;
      try {
        await sellRow(seller, row);
      } catch (error) {
        stopped ??= interrupted.aborted ? interrupted.reason : error;
      }
      seller.progress();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return stopped;
}

/**
 * Sells a row under its one reference, which is on the disk first. Nobody interrupts a purchase that was sent.
 * @throws why the file stops; the row is unsent then, or unknown
 */
async function sellRow(seller: Seller, row: BatchRow): Promise<void> {
  const { topup, journal } = seller;
  const reference = referenceOf(journal, row);
  const before = journal.of(row.row);
  const isDoubtful = before.status === 'unknown';
  // what may have been sent is sent again as it was, with its price
  const price = isDoubtful ? before.price : row.product === 'data' ? decimalOf(row.amountKobo ?? 0n) : undefined;
  if (!isDoubtful) journal.note(row.row, { status: 'unknown', reference, ...(price !== undefined && { price }) });
  const found = isDoubtful ? await ask(topup, reference) : null;
  const sale = found === null ? await sell(seller, row, { reference, price, isDoubtful }) : { noted: found };
  journal.note(row.row, sale.noted);
  if (sale.stop !== undefined) throw sale.stop;
}

/** `stop`: why the file stops. */
type Sale = { noted: Noted; stop?: unknown };

/** `isDoubtful`: it may have been sent before, so a refusal now does not say that nothing was sold. */
type Attempt = { reference: string; price: string | undefined; isDoubtful: boolean };

/** @throws OutcomeUnknownError */
async function sell(seller: Seller, row: BatchRow, attempt: Attempt): Promise<Sale> {
  const { reference, price } = attempt;
  for (let { isDoubtful } = attempt; ; isDoubtful = false) {
    const answer = await send(seller.topup, row, reference, price).catch((error: unknown) => ({ error }));
    if (!('error' in answer)) return { noted: fromAnswer(answer) };
    const { error } = answer;
    if (error instanceof PurchaseFailedError) return { noted: failed(error) };
    const isLost = error instanceof OutcomeUnknownError;
    const known = isLost || isDoubtful ? await findOut(seller, reference) : null;
    if (known !== null) return { noted: known };
    if (error instanceof RateLimitedError) await waitAfter(seller, error);
    if ((isLost || error instanceof RateLimitedError) && !seller.interrupted.aborted) continue;
    return isRefusal(error) ? { noted: refused(error) } : { noted: { status: 'unsent' }, stop: error };
  }
}

function send(topup: TopUp, row: BatchRow, request_ref: string, price = ''): PurchaseCall<'buyAirtime' | 'buyData'> {
  const { phone, network, planId = '', amountKobo = 0n } = row;
  if (row.product === 'data') return topup.buyData({ plan_id: planId, phone, request_ref, expected_price: price });
  const amount = decimalOf(amountKobo);
  return topup.buyAirtime({ network: network as RequestOf<'buyAirtime'>['network'], phone, amount, request_ref });
}

/** How the purchase stands; null: nothing was found, or nobody could say. */
async function ask(topup: TopUp, reference: string): Promise<Noted | null> {
  try {
    return fromAnswer(await topup.status(reference));
  } catch (error) {
    if (error instanceof TopUpError) return null;
    throw error;
  }
}

/** The same, with patience: null says that nothing was sold. @throws OutcomeUnknownError while nobody can say */
async function findOut({ topup, interrupted: signal }: Seller, reference: string): Promise<Noted | null> {
  const found = await ask(topup, reference);
  if (found !== null) return found;
  try {
    return fromAnswer(await topup.settled(reference, { signal }));
  } catch (error) {
    if (error instanceof PurchaseFailedError) return failed(error);
    if (error instanceof NotFoundError) return null;
    const late = error instanceof OutcomeUnknownError ? await ask(topup, reference) : null;
    if (late === null) throw error;
    return late;
  }
}

type Answer = { status: PurchaseStatus['status']; message: string; data: object; error_code?: string | null };

export function fromAnswer({ status, message, data, error_code: code }: Answer): Noted {
  const { charged, amount } = data as { charged?: string; amount?: string };
  const paid = charged ?? amount;
  return {
    status,
    message,
    ...(code && { code }),
    ...(status !== 'failed' && paid !== undefined && { charged: paid }),
  };
}

const failed = ({ code, message }: PurchaseFailedError): Noted => ({ status: 'failed', code, message });

const isRefusal = (error: unknown): error is TopUpError =>
  error instanceof TopUpError && REFUSALS.includes(error.code ?? '');

const refused = ({ code, message, detail }: TopUpError): Noted => ({
  status: 'refused',
  code,
  message: [message, detail].filter(Boolean).join(' '),
});

/** Waits as long as the service says, or until it is interrupted. */
async function waitAfter({ interrupted: signal }: Seller, { retryAfterSeconds }: TopUpError): Promise<void> {
  const waitMs = retryAfterSeconds === null ? LIMITED_MS : retryAfterSeconds * 1_000;
  await pause(waitMs, undefined, { signal }).catch(() => undefined);
}
