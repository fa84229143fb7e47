import type { RequestHandler } from 'express';
import { readOutcome } from '../faults/outcomes';
import { sendAnswer, sendFault } from '../faults/send-fault';
import { sendExactJson } from '../http/exact-json';
import { fieldsOf } from '../http/read-body';
import { checkVend } from './check-vend';
import type { MonnifyDeps } from './deps';
import { MONNIFY_WORDS, toVendReply } from './replies';
import { makeVend } from './vend';

/** `POST …/vend`: checks, waits as long as the customer's number asks, records in the file, answers. */
export function vendRoute({ book, options, delays }: MonnifyDeps): RequestHandler {
  const underWay = new Set<string>();
  const { vendsEveryPost } = options;

  return async (request, response) => {
    const at = options.now();
    const fields = fieldsOf(request);
    const check = checkVend(fields, at, { book, isUnderWay: (reference) => underWay.has(reference), vendsEveryPost });
    const post = (outcome: string) => book.post(fields.reference, at, outcome);
    if (check.refusal !== null) {
      post('refused 99');
      return sendExactJson(response, check.refusal, 400);
    }
    if (check.repeats !== null) {
      post('repeated');
      return sendExactJson(response, toVendReply(check.repeats, book.knobs()));
    }

    const { customerId, sentReference } = check.request;
    const { outcome, delayMs } = readOutcome(customerId);
    post(outcome.name);
    if (sentReference !== null) underWay.add(sentReference);
    await delays.wait(delayMs);
    if (sentReference !== null) underWay.delete(sentReference);

    if (outcome.records === null) return sendFault(response, outcome.answers, MONNIFY_WORDS);
    const vend = makeVend(check.request, outcome, book.knobs(), options.now());
    book.record({ entry: 'vend', vend });
    const reply = toVendReply(vend, book.knobs(), outcome.saysFailed ? 'FAILED' : vend.status);
    sendAnswer(response, outcome, reply, MONNIFY_WORDS);
  };
}
