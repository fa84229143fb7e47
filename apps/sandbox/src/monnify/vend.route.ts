import type { RequestHandler, Response } from 'express';
import type { Delays } from '../faults/delays';
import { type RecordedOutcome, readOutcome } from '../faults/outcomes';
import { sendFault, sendTruncated } from '../faults/send-fault';
import { sendExactJson } from '../http/exact-json';
import { fieldsOf } from '../http/read-body';
import type { SandboxOptions } from '../settings';
import type { Store } from '../store/store';
import { checkVend } from './check-vend';
import { MONNIFY_WORDS, toVendReply } from './replies';
import { makeVend } from './vend';

type VendDeps = { store: Store; options: SandboxOptions; delays: Delays };

/** `POST …/vend`: checks, waits as long as the customer's number asks, records in the file, answers. */
export function vendRoute({ store, options, delays }: VendDeps): RequestHandler {
  const book = store.monnify;
  const underWay = new Set<string>();
  const { vendsEveryPost } = options;

  return async (request, response) => {
    const at = options.now();
    const fields = fieldsOf(request);
    const check = checkVend(fields, at, { book, isUnderWay: (reference) => underWay.has(reference), vendsEveryPost });
    const post = (outcome: string) => recordPost(store, fields.reference, at, outcome);
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
    store.record({ provider: 'monnify', entry: 'vend', vend });
    answer(response, outcome, toVendReply(vend, book.knobs(), outcome.saysFailed ? 'FAILED' : vend.status));
  };
}

/** One line of `posts` in the ledger. */
export function recordPost(store: Store, reference: unknown, at: Date, outcome: string): void {
  const request_id = typeof reference === 'string' ? reference : null;
  store.record({ provider: 'monnify', entry: 'post', request_id, at: at.toISOString(), outcome });
}

function answer(response: Response, outcome: RecordedOutcome, reply: object): void {
  if (outcome.answers === 'order') sendExactJson(response, reply);
  else if (outcome.answers === 'truncated') sendTruncated(response, reply);
  else sendFault(response, outcome.answers, MONNIFY_WORDS);
}
