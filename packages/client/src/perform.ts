import { ConnectionError, type ErrorCode, type TopUpError } from './errors/errors';
import { referenceIn, toError } from './errors/to-error';
import { BAD_PORT, type Connection, codeOf, exchange, NoAnswerError, type RawAnswer } from './exchange';
import { errorCodes } from './generated/errors';
import { faultText, remedyText } from './no-answer-text';
import { isPurchase, type OperationName } from './operations';
import { sleep } from './sleep';

/** `signal` ends the wait. It does not cancel a purchase. The others replace what the client was made with. */
export type PerCall = {
  signal?: AbortSignal;
  /** For the whole call, with everything that is sent again. */
  timeoutMs?: number;
  /** How often a request may be sent again. */
  maxRetries?: number;
};

/** How long a purchase waits for its outcome. Default: as long as the service does. */
export type PerPurchase = PerCall & {
  /** Returns `pending` as soon as the purchase is accepted. */
  respondAsync?: boolean;
  /** Waits for the outcome for so long, 0 to 15. */
  waitSeconds?: number;
};

const preferOf = ({ respondAsync = false, waitSeconds }: PerPurchase): string | undefined => {
  const preferences = [
    ...(respondAsync ? ['respond-async'] : []),
    ...(waitSeconds === undefined ? [] : [`wait=${waitSeconds}`]),
  ];
  return preferences.length === 0 ? undefined : preferences.join(', ');
};

/** An answer, a silence or a retry, for `onLog`. Without keys, bodies and references, which can contain numbers. */
export type LogEntry = {
  /** `answer`: HTTP came back. `no_answer`: nothing did. `retry`: the request is sent again after `waitMs`. */
  event: 'answer' | 'no_answer' | 'retry';
  operation: OperationName;
  /** 1 for the first request of a call. */
  attempt: number;
  durationMs?: number;
  status?: number;
  errorCode?: ErrorCode | null;
  requestId?: string | null;
  waitMs?: number;
  /** Why no answer came, such as `ECONNRESET`. */
  reason?: string;
};

export type Performer = {
  connection: Required<Connection>;
  timeoutMs: number;
  maxRetries: number;
  log(entry: LogEntry): void;
  /** The error of a purchase whose outcome is not known. `from`: the error that the answer alone would be. */
  unknownOutcome(because: {
    message: string;
    cause: unknown;
    from: TopUpError | null;
    request: object | undefined;
  }): TopUpError;
};

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1; // Node takes whole milliseconds, and no more

/**
 * Sends a request until the service answers with a success, or with an error that repeating does not help. It repeats
 * the same request, with the same reference, and only when that cannot do anything twice:
 *
 * - after an answer that says that nothing was done and that it may be repeated (429, `unavailable` …)
 * - when no part of it was sent
 * - when it changes nothing, even after no answer, or after a 502, 503 or 504 of a proxy
 *
 * @throws TopUpError
 */
export async function perform(
  by: Performer,
  name: OperationName,
  request: object | undefined,
  options: PerPurchase = {},
): Promise<RawAnswer> {
  const { signal, timeoutMs = by.timeoutMs, maxRetries = by.maxRetries } = options;
  const prefer = preferOf(options);
  const until = performance.now() + timeoutMs;
  const timeout = AbortSignal.timeout(Math.min(Math.ceil(timeoutMs), LONGEST_TIMER_MS));
  const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    const outcome = await once(by, { name, request, prefer, attempt, signal, timeout, timeoutMs }, either);
    if (!('error' in outcome)) return outcome;
    const { error, safe } = outcome;
    const waitMs = waitBefore(attempt, error.retryAfterSeconds);
    if (!safe || attempt > maxRetries || performance.now() + waitMs >= until) throw error;
    by.log({ event: 'retry', operation: name, attempt, waitMs });
    await sleep(waitMs, signal);
  }
}

type Attempt = {
  name: OperationName;
  request: object | undefined;
  prefer: string | undefined;
  attempt: number;
  signal: AbortSignal | undefined;
  timeout: AbortSignal;
  timeoutMs: number;
};

/** `safe`: the same request may be sent again. */
type Failure = { error: TopUpError; safe: boolean };

async function once(by: Performer, sent: Attempt, either: AbortSignal): Promise<RawAnswer | Failure> {
  const { name, request, prefer, attempt } = sent;
  const started = performance.now();
  const noted = () => ({ operation: name, attempt, durationMs: Math.round(performance.now() - started) });
  try {
    const answer = await exchange(by.connection, name, request, either, prefer);
    const [errorCode, requestId] = [answer.headers.get('x-error-code'), answer.headers.get('x-request-id')];
    by.log({ event: 'answer', ...noted(), status: answer.status, errorCode, requestId });
    return isSuccess(name, answer) ? answer : failureOf(by, sent, answer);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    by.log({ event: 'no_answer', ...noted(), reason: codeOf(error.cause) });
    return failureWithoutAnswer(by, sent, error);
  }
}

function failureOf(by: Performer, { name, request }: Attempt, answer: RawAnswer): Failure {
  const error = toError(answer, { name, request, baseUrl: by.connection.baseUrl });
  if (isPurchase(name) && !provesTheOutcome(error))
    return { error: by.unknownOutcome({ message: error.message, cause: error, from: error, request }), safe: false };
  const mayPass = error.httpStatus === 408 || error.httpStatus === 429 || Number(error.httpStatus) >= 500;
  const nothingWasDone = error.httpStatus === 429 || isKnown(error.code);
  return { error, safe: error.retryable && mayPass && (nothingWasDone || isRepeatable(name)) };
}

/** @throws the reason of the caller's signal, when nothing can have been bought */
function failureWithoutAnswer(
  by: Performer,
  { name, request, signal, timeout, timeoutMs }: Attempt,
  { sent, cause }: NoAnswerError,
): Failure {
  const isLate = sent && timeout.aborted;
  const fault = isLate ? `No answer came within ${timeoutMs} ms.` : faultText(cause, by.connection.baseUrl);
  if (isPurchase(name) && sent)
    return { error: by.unknownOutcome({ message: fault, cause, from: null, request }), safe: false };
  if (signal?.aborted) throw signal.reason;
  const nothingWasDone = !sent || isRepeatable(name);
  const safe = nothingWasDone && codeOf(cause) !== BAD_PORT;
  const reference = referenceIn(request);
  const advice = nothingWasDone
    ? `This call ${isPurchase(name) ? 'sold nothing and ' : ''}moved no money. ${remedyText(cause, reference)}`
    : 'The test account may have changed. No real money moved. Look before you try again.';
  return { error: new ConnectionError({ message: `${fault} ${advice}`, retryable: safe, reference, cause }), safe };
}

/** The others add something, so the same request could do it twice: they are repeated only when nothing was done. */
const isRepeatable = (name: OperationName): boolean => !isPurchase(name) && !ADDING.includes(name);
const ADDING: readonly OperationName[] = ['fundTestWallet', 'resetTestAccount', 'triggerEvent'];

/** A failed purchase is a success of the status query: it was asked for. */
function isSuccess(name: OperationName, { status, body }: RawAnswer): boolean {
  if (body === null) return false;
  const isOpenOrSold = body.status === 'successful' || body.status === 'pending';
  if (isPurchase(name)) return status < 300 && isOpenOrSold;
  if (name !== 'transactionStatus') return status < 300;
  return (status < 300 || status === 424) && (isOpenOrSold || body.status === 'failed');
}

/**
 * Whether an error of a purchase says what became of it: a code of the service below 500, or a known one that says that
 * nothing is debited. A proxy, which sends no code, says nothing, but that it has not passed on a request (429).
 */
function provesTheOutcome({ httpStatus, code, retryable, name }: TopUpError): boolean {
  if (code === null) return httpStatus === 429;
  return name === 'PurchaseFailedError' || Number(httpStatus) < 500 || (retryable && isKnown(code));
}

const isKnown = (code: string | null): boolean => code !== null && Object.hasOwn(errorCodes, code);

/** Doubles each time, with jitter, and is never less than `Retry-After`. In milliseconds. */
function waitBefore(attempt: number, retryAfterSeconds: number | null): number {
  const most = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS);
  return Math.round((retryAfterSeconds ?? 0) * 1_000 + (most / 2) * (1 + Math.random()));
}
