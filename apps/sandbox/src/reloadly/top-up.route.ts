import type { RequestHandler, Response } from 'express';
import { type Fault, type RecordedOutcome, readOutcome } from '../faults/outcomes';
import { sendAnswer, sendFault } from '../faults/send-fault';
import { fieldsOf } from '../http/read-body';
import { checkTopUp } from './check-top-up';
import type { ReloadlyDeps } from './deps';
import { SLOW_OPERATOR } from './operators';
import { type ErrorCode, reloadlyWords, sendError, toTopUpReply } from './replies';
import { makeTopUp, type TopUp, type TopUpRequest } from './top-up';

/** Reloadly's code when an attempt failed, or when Reloadly does not know yet that it did not fail. */
const FAILS_LATER = 'TRANSACTION_CANNOT_BE_PROCESSED_AT_THE_MOMENT';

/** Result of a request: a refusal, a fault that recorded nothing, or a top-up and its answer. */
type Sold = ErrorCode | { fault: Fault } | { answers: RecordedOutcome['answers']; topUp: TopUp };

/**
 * `POST /topups` answers the state of the top-up, `POST /topups-async` only its id. Both check, wait as long as the
 * number asks, record in the file, and answer.
 */
export function topUpRoutes({ book, options, delays }: ReloadlyDeps): Record<'sync' | 'async', RequestHandler> {
  const underWay = new Map<string, number>();

  /** Sells for `request`, unless the operator or the number has it otherwise. Records the post before it waits. */
  async function sell(request: TopUpRequest, isAsync: boolean, post: (outcome: string) => void): Promise<Sold> {
    const { operator, phone, customIdentifier } = request;
    if (operator.id === SLOW_OPERATOR) {
      post(`refused ${FAILS_LATER}`);
      await delays.wait(book.knobs().slow_failure_ms);
      return FAILS_LATER;
    }
    const { outcome, delayMs } = readOutcome(phone);
    post(outcome.name);
    if (customIdentifier !== null && !underWay.has(customIdentifier))
      underWay.set(customIdentifier, options.now().getTime());
    await delays.wait(delayMs);
    if (customIdentifier !== null) underWay.delete(customIdentifier);
    if (outcome.name === 'not-recognised') return 'INVALID_RECIPIENT_PHONE';
    if (outcome.records === null) return { fault: outcome.answers };

    const place = { transactionId: book.nextId(), oldBalance: book.balance(), isAsync, knobs: book.knobs() };
    const topUp = makeTopUp(request, outcome, { ...place, at: options.now() });
    book.record({ entry: 'top-up', topUp });
    return outcome.saysFailed ? FAILS_LATER : { answers: outcome.answers, topUp };
  }

  const handle =
    (isAsync: boolean): RequestHandler =>
    async (request, response) => {
      const fields = fieldsOf(request);
      const at = options.now();
      const post = (outcome: string) => book.post(fields.customIdentifier, at, outcome);
      const { vendsEveryPost } = options;
      const check = checkTopUp(fields, at, { book, underWaySince: (id) => underWay.get(id), vendsEveryPost });
      if (check.refusal !== null) post(`refused ${check.refusal}`);
      const sold = check.refusal ?? (await sell(check.request, isAsync, post));
      answer(response, sold, isAsync, request.path);
    };

  function answer(response: Response, sold: Sold, isAsync: boolean, path: string): void {
    const at = options.now();
    if (typeof sold === 'string') sendError(response, sold, path, at);
    else if ('fault' in sold) sendFault(response, sold.fault, reloadlyWords(path, at));
    else {
      const { topUp } = sold;
      const reply = isAsync ? { transactionId: topUp.transactionId } : toTopUpReply(topUp);
      sendAnswer(response, sold, reply, reloadlyWords(path, at));
    }
  }

  return { sync: handle(false), async: handle(true) };
}
