import type { IncomingHttpHeaders } from 'node:http';
import { findService } from '../catalogue/services';
import { mayPost } from '../http/credentials';
import type { SandboxOptions } from '../settings';
import type { Book } from '../store/store';
import { type Purchase, priceOf } from './order';
import type { RefusalCode } from './order-replies';
import { readOrderFields } from './read-order-fields';

export type Verdict = { refused: RefusalCode } | { refused: null; purchase: Purchase };

export type PayRequest = { headers: IncomingHttpHeaders; fields: Readonly<Record<string, unknown>> };

type CheckDeps = { book: Book; options: SandboxOptions; isUnderWay: (requestId: string) => boolean };

const refuse = (code: RefusalCode): Verdict => ({ refused: code });

/**
 * Checks a `/pay` in VTpass's order: credentials (087), request id (011, 085, 014), service (012), fields (011), variation (010),
 * amount (013, 017), float (018), likely duplicate (019). Changes nothing.
 */
export function checkPurchase(
  { headers, fields }: PayRequest,
  at: Date,
  { book, options, isUnderWay }: CheckDeps,
): Verdict {
  if (!mayPost(headers, options)) return refuse('087');

  const requestId = fields.request_id;
  if (typeof requestId !== 'string' || requestId === '') return refuse('011');
  if (requestId.slice(0, 8) !== lagosDate(at)) return refuse('085');
  const seen =
    book.findOrder(requestId) !== undefined || book.findRefusal(requestId) !== undefined || isUnderWay(requestId);
  if (seen && !options.vendsEveryPost) return refuse('014');

  if (typeof fields.serviceID !== 'string' || fields.serviceID === '') return refuse('011');
  const service = findService(fields.serviceID);
  if (service === undefined) return refuse('012');
  const reading = readOrderFields(service, fields, book.variations(service.id));
  if (reading.refused !== null) return refuse(reading.refused);
  const { order } = reading;
  if (order.amountNaira < service.minimumNaira) return refuse('013');
  if (order.amountNaira > service.maximumNaira) return refuse('017');

  const purchase: Purchase = { requestId, service, ...order, ...priceOf(service, order.amountNaira) };
  if (book.floatNaira() < purchase.totalNaira) return refuse('018');
  if (book.boughtLately(purchase.recipient, purchase.amountNaira, at)) return refuse('019');
  return { refused: null, purchase };
}

/** YYYYMMDD in Lagos, which is UTC+1 all year. VTpass's ids go on with hour and minute; its code page asks only for the day. */
function lagosDate(at: Date): string {
  return new Date(at.getTime() + 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
}
