import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler, Response } from 'express';
import { readVerifyAnswer, type VerifyAnswer } from '../../faults/outcomes';
import { sendFault, sendTruncated } from '../../faults/send-fault';
import { type Fields, fieldsOf, isFilled } from '../../http/read-body';
import { findService } from '../catalogue/services';
import { mayPost } from '../credentials';
import type { VtpassDeps, VtpassKeys } from '../deps';
import { isMeterType } from '../electricity/meter';
import { type RejectionCode, rejectionReply, VTPASS_WORDS } from '../replies';
import { toCustomerReply, toUnknownReply, type VerifyQuery } from './verify-replies';

/**
 * `POST /api/merchant-verify`: the owner of a smartcard or meter, after the delay that its number asks for. Changes
 * nothing.
 */
export function verifyRoute({ book, keys, options, delays }: VtpassDeps): RequestHandler {
  return async (request, response) => {
    const { rejection, asked } = checkRequest(request.headers, fieldsOf(request), keys);
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
 * Checks, in our own order: credentials (087), fields (011), service (012, including one that cannot be verified),
 * meter type (011).
 */
function checkRequest(headers: IncomingHttpHeaders, fields: Fields, keys: VtpassKeys): Check {
  if (!mayPost(headers, keys)) return reject('087');
  const { serviceID, billersCode, type } = fields;
  if (!isFilled(serviceID) || !isFilled(billersCode)) return reject('011');
  const service = findService(String(serviceID));
  const number = String(billersCode);
  if (service?.category === 'tv-subscription') return { rejection: null, asked: { service, number, meterType: null } };
  if (service?.category !== 'electricity-bill') return reject('012');
  return isMeterType(type) ? { rejection: null, asked: { service, number, meterType: type } } : reject('011');
}

function send(response: Response, answer: VerifyAnswer, reply: object): void {
  if (answer === 'recognised' || answer === 'not-recognised') response.json(reply);
  else if (answer === 'truncated') sendTruncated(response, reply);
  else sendFault(response, answer, VTPASS_WORDS);
}
