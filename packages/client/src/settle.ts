import { NotFoundError, PurchaseFailedError, TopUpError } from './errors/errors';
import { type Asking, OutcomeUnknownError } from './errors/outcome-unknown-error';
import type { Hints } from './hints';
import type { Pending, PurchaseStatus, SettleOptions, Sold } from './purchase';
import { sleep } from './sleep';

const SETTLE_WITHIN_MS = 180_000;
/** Between queries. The service answers 30 of one reference in a minute, and the first minute here has seven. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000];
const LONGEST_WAIT_MS = 30_000;
/** A request whose answer was lost can still be on its way. The service gives up one that has not arrived in 15 s. */
const LOST_FOR_MS = 30_000;

/**
 * Waits for the first answer, if there is one to come, and asks for the status until the purchase is final, or the time
 * is up. When the answer was lost, "not found" counts only when the request cannot arrive any more.
 * @throws as `settled` of a purchase
 */
export async function settle(
  asking: Asking,
  hints: Hints,
  reference: string,
  { timeoutMs = SETTLE_WITHIN_MS, signal }: SettleOptions,
  first?: Promise<Sold | Pending>,
): Promise<Sold> {
  const until = performance.now() + timeoutMs;
  const stillUnknown = () =>
    new OutcomeUnknownError(
      { message: `The purchase ${JSON.stringify(reference)} was not final within ${timeoutMs} ms.`, reference },
      asking,
    );
  const listener = hints.listen(reference);
  try {
    const answer = first === undefined ? null : await answerOf(first, timeoutMs, signal, stillUnknown);
    if (answer?.status === 'successful') return answer;
    const lostUntil = answer === null ? performance.now() + LOST_FOR_MS : 0;
    for (let n = 0; ; n += 1) {
      const leftMs = until - performance.now();
      if (leftMs <= 0) throw stillUnknown();
      await listener.wait(Math.min(WAITS_MS[n] ?? LONGEST_WAIT_MS, leftMs), signal);
      const found = await ask(asking, reference, { signal, leftMs: until - performance.now(), lostUntil });
      if (found?.status === 'successful') return found as Sold;
      if (found?.status === 'failed') throw failureOf(found);
    }
  } finally {
    listener.stop();
  }
}

/** Null: it was lost. @throws what `late` makes, when it does not come in time */
async function answerOf(
  first: Promise<Sold | Pending>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  late: () => Error,
): Promise<Sold | Pending | null> {
  const answered = new AbortController();
  const stop = signal === undefined ? answered.signal : AbortSignal.any([signal, answered.signal]);
  const timeUp = sleep(timeoutMs, stop).then(() => Promise.reject(late()));
  const outcome = first.catch((error: unknown) => {
    if (error instanceof OutcomeUnknownError) return null;
    throw error;
  });
  try {
    return await Promise.race([outcome, timeUp]);
  } finally {
    answered.abort();
  }
}

type Query = { signal: AbortSignal | undefined; leftMs: number; lostUntil: number };

/** Null: ask again later. */
async function ask(
  asking: Asking,
  reference: string,
  { signal, leftMs, lostUntil }: Query,
): Promise<PurchaseStatus | null> {
  try {
    return await asking.status(reference, { timeoutMs: Math.max(1_000, leftMs), ...(signal && { signal }) });
  } catch (error) {
    if (!(error instanceof TopUpError)) throw error;
    if (error.retryable || (error instanceof NotFoundError && performance.now() < lostUntil)) return null;
    throw error;
  }
}

const failureOf = ({ message, reference, error_code: code }: PurchaseStatus): PurchaseFailedError =>
  new PurchaseFailedError({ message, reference, code, httpStatus: 424 });
