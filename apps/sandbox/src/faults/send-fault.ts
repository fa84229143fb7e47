import type { ServerResponse } from 'node:http';
import { sendExactJson, toExactJson } from '../http/exact-json';
import type { Fault, RecordedOutcome } from './outcomes';

const BAD_GATEWAY_PAGE =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

/** The answers to the two faults that each provider puts in words of its own. */
export type FaultWords = Readonly<Record<'system-error' | 'low-float', { status: number; body: object }>>;

/** Ends the request in the way of the fault: with a bad answer, or with none. */
export function sendFault(response: ServerResponse, fault: Fault, words: FaultWords): void {
  switch (fault) {
    case 'hang':
      return; // Node has no limit for the time to answer: the socket stays open until the caller closes it
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'system-error':
    case 'low-float':
      sendExactJson(response, words[fault].body, words[fault].status);
      return;
    case 'html':
      response
        .writeHead(502, {
          'content-type': 'text/html; charset=utf-8',
          'content-length': Buffer.byteLength(BAD_GATEWAY_PAGE),
        })
        .end(BAD_GATEWAY_PAGE);
      return;
    default:
      fault satisfies never;
  }
}

/** Answers as the outcome of a recorded order says: with the reply, with half of it, or with a fault. */
export function sendAnswer(
  response: ServerResponse,
  { answers }: Pick<RecordedOutcome, 'answers'>,
  reply: object,
  words: FaultWords,
): void {
  if (answers === 'order') sendExactJson(response, reply);
  else if (answers === 'truncated') sendTruncated(response, reply);
  else sendFault(response, answers, words);
}

/** Announces the whole body in its headers, sends half of it, and then closes the connection. */
export function sendTruncated(response: ServerResponse, body: object): void {
  const bytes = Buffer.from(toExactJson(body));
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}
