import type { RequestHandler } from 'express';
import { createLookCounter } from '../faults/look-counter';
import { sendExactJson } from '../http/exact-json';
import type { MonnifyDeps } from './deps';
import { failure, toVendReply } from './replies';
import type { Vend } from './vend';

/** `GET …/requery?reference=`: the state of a vend. Enough requeries settle a pending one, or add its token. */
export function requeryRoute({ book, options }: MonnifyDeps): RequestHandler {
  const looks = createLookCounter(options.pendingRequeries);

  return ({ query: { reference } }, response) => {
    if (typeof reference !== 'string' || reference === '')
      return sendExactJson(response, failure("Required request parameter 'reference' is not present"), 400);
    const vend = book.find(reference);
    if (vend === undefined) {
      const reply = failure(`Transaction not found for reference: ${reference}`);
      return sendExactJson(response, reply, book.knobs().not_found_http);
    }
    if (vend.requeryHangs) return; // the socket stays open until the caller closes it
    advance(vend);
    sendExactJson(response, toVendReply(book.find(reference) ?? vend, book.knobs()));
  };

  function advance(vend: Vend): void {
    const { transactionReference, settlesTo, status, meter } = vend;
    const awaitsToken = status === 'SUCCESS' && meter?.awaitsToken === true;
    if ((settlesTo === null && !awaitsToken) || !looks.isEnough(transactionReference)) return;
    const at = options.now().toISOString();
    const change = { transactionReference, at };
    book.record(
      settlesTo === null ? { ...change, entry: 'vend-token' } : { ...change, entry: 'vend-settled', status: settlesTo },
    );
  }
}
