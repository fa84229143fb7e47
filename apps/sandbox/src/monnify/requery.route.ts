import type { RequestHandler } from 'express';
import { createLookCounter } from '../faults/look-counter';
import { sendFault } from '../faults/send-fault';
import { sendExactJson } from '../http/exact-json';
import type { SandboxOptions } from '../settings';
import type { Store } from '../store/store';
import { failure, toVendReply } from './replies';
import type { Vend } from './vend';

type RequeryDeps = { store: Store; options: SandboxOptions };

/** `GET …/requery?reference=`: the state of a vend. Enough requeries settle a pending one, or add its token. */
export function requeryRoute({ store, options }: RequeryDeps): RequestHandler {
  const book = store.monnify;
  const looks = createLookCounter(options.pendingRequeries);

  return ({ query: { reference } }, response) => {
    if (typeof reference !== 'string' || reference === '')
      return sendExactJson(response, failure("Required request parameter 'reference' is not present"), 400);
    const vend = book.find(reference);
    if (vend === undefined) {
      const reply = failure(`Transaction not found for reference: ${reference}`);
      return sendExactJson(response, reply, book.knobs().not_found_http);
    }
    if (vend.requeryHangs) return sendFault(response, 'hang');
    advance(vend);
    sendExactJson(response, toVendReply(book.find(reference) ?? vend, book.knobs()));
  };

  function advance(vend: Vend): void {
    const { transactionReference, settlesTo, status, meter } = vend;
    const awaitsToken = status === 'SUCCESS' && meter?.awaitsToken === true;
    if ((settlesTo === null && !awaitsToken) || !looks.isEnough(transactionReference)) return;
    const at = options.now().toISOString();
    const change = { provider: 'monnify', transactionReference, at } as const;
    store.record(
      settlesTo === null ? { ...change, entry: 'vend-token' } : { ...change, entry: 'vend-settled', status: settlesTo },
    );
  }
}
