import type { IncomingHttpHeaders } from 'node:http';
import type { Fields } from '../../http/read-body';
import { findService } from '../catalogue/services';
import { mayPost } from '../credentials';
import type { VtpassDeps } from '../deps';
import type { RejectionCode } from '../replies';
import { type Purchase, priceOf } from './order';
import { readOrderFields } from './read-order-fields';

type Check = { rejection: RejectionCode } | { rejection: null; purchase: Purchase };

type PayRequest = { headers: IncomingHttpHeaders; fields: Fields };

type CheckDeps = Pick<VtpassDeps, 'book' | 'keys' | 'options'> & { isUnderWay: (requestId: string) => boolean };

const reject = (code: RejectionCode): Check => ({ rejection: code });

/**
 * Checks a `/pay` in VTpass's order, and changes nothing: credentials (087), request id (011, 085, 014), service (012,
 * 034), fields (011), variation (010), amount (013, 017), float (018), likely duplicate (019).
 */
export function checkPurchase(
  { headers, fields }: PayRequest,
  at: Date,
  { book, keys, options, isUnderWay }: CheckDeps,
): Check {
  if (!mayPost(headers, keys)) return reject('087');

  const requestId = fields.request_id;
  if (typeof requestId !== 'string' || requestId === '') return reject('011');
  if (requestId.slice(0, 8) !== lagosDate(at)) return reject('085');
  const seen =
    book.findOrder(requestId) !== undefined || book.findRejection(requestId) !== undefined || isUnderWay(requestId);
  if (seen && !options.vendsEveryPost) return reject('014');

  if (typeof fields.serviceID !== 'string' || fields.serviceID === '') return reject('011');
  const service = findService(fields.serviceID);
  if (service === undefined) return reject('012');
  if (book.isOff(service.id)) return reject('034');
  const reading = readOrderFields(service, fields, book.variations(service.id));
  if (reading.rejection !== null) return reject(reading.rejection);
  const { order } = reading;
  if (order.amountNaira < service.minimumNaira) return reject('013');
  if (order.amountNaira > service.maximumNaira) return reject('017');

  const purchase: Purchase = { requestId, service, ...order, ...priceOf(service, order.amountNaira) };
  if (book.floatNaira() < purchase.totalNaira) return reject('018');
  if (book.isLikelyDuplicate(purchase.recipient, purchase.amountNaira, at)) return reject('019');
  return { rejection: null, purchase };
}

/** YYYYMMDD in Lagos, which is UTC+1 all year. VTpass's ids add hour and minute, but only the day is required. */
function lagosDate(at: Date): string {
  return new Date(at.getTime() + 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
}
