import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler, Response } from 'express';
import { readVerifyAnswer, type VerifyAnswer } from '../../faults/outcomes';
import { sendFault, sendTruncated } from '../../faults/send-fault';
import { type Fields, fieldsOf, isFilled } from '../../http/read-body';
import { findService } from '../catalogue/services';
import { mayPost } from '../credentials';
import type { VtpassDeps } from '../deps';
import { examOf } from '../education/exams';
import { isMeterType } from '../electricity/meter';
import { type RejectionCode, rejectionReply, VTPASS_WORDS } from '../replies';
import { toCustomerReply, toUnknownReply, type VerifyQuery } from './verify-replies';

/**
 * `POST /api/merchant-verify`: the owner of a smartcard, meter or JAMB profile, after the delay that its number asks
 * for. Changes nothing.
 */
export function verifyRoute({ book, keys, options, delays }: VtpassDeps): RequestHandler {
  return async (request, response) => {
    const { rejection, asked } = checkRequest(request.headers, fieldsOf(request), { book, keys });
    if (asked === null) return void response.json(rejectionReply(rejection));

    const { answer, delayMs } = readVerifyAnswer(asked.number);
    await delays.wait(delayMs);
    const list = book.variations(asked.service.id);
    send(
      response,
      answer,
      answer === 'not-recognised' ? toUnknownReply(asked) : toCustomerReply(asked, list, options.now()),
    );
  };
}

type Check = { rejection: RejectionCode; asked: null } | { rejection: null; asked: VerifyQuery };

const reject = (code: RejectionCode): Check => ({ rejection: code, asked: null });

/**
 * Checks, in our own order: credentials (087), fields (011), service (012, including one that cannot be verified), type
 * (011). The type is that of the meter, or the variation that the profile is to buy.
 */
function checkRequest(
  headers: IncomingHttpHeaders,
  fields: Fields,
  { book, keys }: Pick<VtpassDeps, 'book' | 'keys'>,
): Check {
  if (!mayPost(headers, keys)) return reject('087');
  const { serviceID, billersCode, type } = fields;
  if (!isFilled(serviceID) || !isFilled(billersCode)) return reject('011');
  const service = findService(String(serviceID));
  const number = String(billersCode);
  switch (service?.category) {
    case 'tv-subscription':
      return { rejection: null, asked: { service, number, meterType: null } };
    case 'electricity-bill':
      return isMeterType(type) ? { rejection: null, asked: { service, number, meterType: type } } : reject('011');
    case 'education': {
      if (!examOf(service.id).byProfile) return reject('012');
      const isSold = book.variations(service.id).some(({ variation_code }) => variation_code === type);
      return isSold ? { rejection: null, asked: { service, number, meterType: null } } : reject('011');
    }
    default:
      return reject('012');
  }
}

function send(response: Response, answer: VerifyAnswer, reply: object): void {
  if (answer === 'recognised' || answer === 'not-recognised') response.json(reply);
  else if (answer === 'truncated') sendTruncated(response, reply);
  else sendFault(response, answer, VTPASS_WORDS);
}
