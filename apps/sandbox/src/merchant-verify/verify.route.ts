import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler, Response } from 'express';
import { findService } from '../catalogue/services';
import { isMeterType } from '../electricity/meter';
import type { Delays } from '../faults/delays';
import { readVerification, type VerifyAnswer } from '../faults/outcomes';
import { cutShort, misbehave } from '../faults/send-fault';
import { mayPost } from '../http/credentials';
import { fieldsOf, isFilled } from '../http/read-body';
import { type RefusalCode, refusalReply } from '../orders/order-replies';
import type { SandboxOptions } from '../settings';
import type { Book } from '../store/store';
import { knownReply, unknownReply, type Verification } from './verify-replies';

type VerifyDeps = { book: Book; options: SandboxOptions; delays: Delays };

/** `POST /api/merchant-verify`: whose a smartcard or meter is, after as long as its number asks. Changes nothing. */
export function verifyRoute({ book, options, delays }: VerifyDeps): RequestHandler {
  return async (request, response) => {
    const { refused, asked } = checkVerification(request.headers, fieldsOf(request), options);
    if (asked === null) return void response.json(refusalReply(refused));

    const { answer, delayMs } = readVerification(asked.number);
    await delays.wait(delayMs);
    const list = book.variations(asked.service.id);
    send(response, answer, answer === 'not-recognised' ? unknownReply(asked) : knownReply(asked, list, options.now()));
  };
}

type Check = { refused: RefusalCode; asked: null } | { refused: null; asked: Verification };

const refuse = (code: RefusalCode): Check => ({ refused: code, asked: null });

/** Credentials (087), fields (011), service (012: also one whose numbers are not verified), meter type (011). The order is ours. */
function checkVerification(
  headers: IncomingHttpHeaders,
  fields: Readonly<Record<string, unknown>>,
  options: SandboxOptions,
): Check {
  if (!mayPost(headers, options)) return refuse('087');
  const { serviceID, billersCode, type } = fields;
  if (!isFilled(serviceID) || !isFilled(billersCode)) return refuse('011');
  const service = findService(String(serviceID));
  const number = String(billersCode);
  if (service?.category === 'tv-subscription') return { refused: null, asked: { service, number, meterType: null } };
  if (service?.category !== 'electricity-bill') return refuse('012');
  return isMeterType(type) ? { refused: null, asked: { service, number, meterType: type } } : refuse('011');
}

function send(response: Response, answer: VerifyAnswer, reply: object): void {
  if (answer === 'recognised' || answer === 'not-recognised') response.json(reply);
  else if (answer === 'truncated') cutShort(response, reply);
  else misbehave(response, answer);
}
