import { NotFoundError, PurchaseFailedError, TopUpError } from './errors/errors';
import { type Asking, OutcomeUnknownError } from './errors/outcome-unknown-error';
import type { Pending, PurchaseStatus, SettleOptions, Sold } from './purchase';
import { sleep } from './sleep';

const SETTLE_WITHIN_MS = 180_000;
/** Between queries. The service answers 120 of one reference in a minute, and the first minute here has seven. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000];
const LONGEST_WAIT_MS = 30_000;
/** A request whose answer was lost can still be on its way, such as in the queue of a proxy. */
const LOST_FOR_MS = 60_000;
/** A service that takes longer has stood still, or something on the way has: a lost request may be in its hands. */
const SILENT_MS = 10_000;

/**
 * Waits for the first answer, if there is one to come, and asks for the status until the purchase is final, or the time
 * is up. When the answer was lost, "not found" counts only when the request cannot arrive any more: a minute after the
 * service was last silent. No other error of a query says that nothing was sold.
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
  let seen = false;
  const stillUnknown: StillUnknown = (cause) => {
    const why =
      cause === undefined
        ? timeUpText(reference, timeoutMs, seen)
        : `The purchase ${JSON.stringify(reference)} has an unknown outcome: ${textOf(cause)}`;
    const message = `${why.replace(/\.?$/, '.')} Do not buy again: ask for its status later.`;
    const origin = originOf(cause instanceof TopUpError ? cause : null);
    return new OutcomeUnknownError({ ...origin, message, reference, cause }, asking);
  };
  const listener = hints.listen(reference);
  try {
    const answer = first === undefined ? null : await answerOf(first, timeoutMs, signal, stillUnknown);
    if (answer?.status === 'successful') return answer;
    seen = answer !== null;
    let lostUntil = answer === null ? performance.now() + LOST_FOR_MS : null;
    for (let n = 0; ; n += 1) {
      const leftMs = until - performance.now();
      if (leftMs <= 0) throw stillUnknown();
      await listener.wait(Math.min(WAITS_MS[n] ?? LONGEST_WAIT_MS, leftMs), signal).catch(rethrow(stillUnknown));
      const query = { signal, leftMs: until - performance.now(), lostUntil };
      const found = await ask(asking, reference, query, stillUnknown);
      if (found === 'silent') lostUntil &&= performance.now() + LOST_FOR_MS;
      else if (found instanceof PurchaseFailedError) throw found;
      else if (found?.status === 'successful') return found as Sold;
      else if (found !== null) seen = true;
    }
  } finally {
    listener.stop();
  }
}

/** Of an error that does not say what became of the purchase; without one, the time is up. */
type StillUnknown = (cause?: unknown) => OutcomeUnknownError;

/** The answer that an error of an unknown outcome comes from; null: none came. */
export const originOf = (error: TopUpError | null) => ({
  code: error?.code ?? null,
  httpStatus: error?.httpStatus ?? null,
  requestId: error?.requestId ?? null,
  helpUrl: error?.helpUrl ?? null,
});

const rethrow = (toError: StillUnknown) => (cause: unknown) => {
  throw toError(cause);
};

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Null: it was lost. @throws OutcomeUnknownError when it does not come in time */
async function answerOf(
  first: Promise<Sold | Pending>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  stillUnknown: StillUnknown,
): Promise<Sold | Pending | null> {
  const answered = new AbortController();
  const stop = signal === undefined ? answered.signal : AbortSignal.any([signal, answered.signal]);
  const timeUp = sleep(timeoutMs, stop).then(() => Promise.reject(stillUnknown()), rethrow(stillUnknown));
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

/** `lostUntil`: until then an order whose answer was lost can arrive; null when it was accepted. */
type Query = { signal: AbortSignal | undefined; leftMs: number; lostUntil: number | null };

/** Null: ask again later. 'silent': so too, and the service did not answer, or only after a while. */
async function ask(
  asking: Asking,
  reference: string,
  { signal, leftMs, lostUntil }: Query,
  stillUnknown: StillUnknown,
): Promise<PurchaseStatus | PurchaseFailedError | 'silent' | null> {
  const began = performance.now();
  try {
    return await asking.query(reference, { timeoutMs: Math.max(1_000, leftMs), ...(signal && { signal }) });
  } catch (error) {
    if (!(error instanceof TopUpError)) throw stillUnknown(error);
    if (error.code === null) return 'silent';
    if (error.retryable) return null;
    if (!(error instanceof NotFoundError) || lostUntil === null) throw stillUnknown(error);
    if (performance.now() - began > SILENT_MS) return 'silent';
    if (performance.now() < lostUntil) return null;
    throw nothingSold(error, reference);
  }
}

/** The message of the service says only that a status query has found nothing so far. */
function nothingSold(cause: NotFoundError, reference: string): NotFoundError {
  const found = `Your account has no purchase ${JSON.stringify(reference)}, so nothing was sold.`;
  const message = `${found} You may sell again with the same reference.`;
  return new NotFoundError({ ...originOf(cause), message, reference, cause });
}

/** `seen`: the service has the purchase. */
const timeUpText = (reference: string, timeoutMs: number, seen: boolean): string =>
  seen
    ? `The purchase ${JSON.stringify(reference)} was not final within ${timeoutMs} ms. Its money stays debited until then.`
    : `No answer about ${JSON.stringify(reference)} came within ${timeoutMs} ms. It may be sold and debited.`;

/** Wakes what waits for the end of a purchase when its event arrives. */
type Hints = {
  /** An event of this reference has arrived. */
  give(reference: string): void;
  /** Begins to listen for events of a reference. */
  listen(reference: string): Listener;
};

type Listener = {
  /** Ends early when an event arrives, or has arrived since the last wait. @throws the reason of `signal` */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
  stop(): void;
};

export function createHints(): Hints {
  const listening = new Map<string, Set<() => void>>();
  return {
    give(reference) {
      for (const hear of listening.get(reference) ?? []) hear();
    },
    listen(reference) {
      let heard = false;
      let wake: () => void = () => undefined;
      const hear = () => {
        heard = true;
        wake();
      };
      const all = listening.get(reference) ?? new Set();
      listening.set(reference, all.add(hear));
      return {
        async wait(ms, signal) {
          if (!heard)
            await sleep(ms, signal, (end) => {
              wake = end;
            });
          heard = false;
        },
        stop() {
          all.delete(hear);
          if (all.size === 0) listening.delete(reference);
        },
      };
    },
  };
}
