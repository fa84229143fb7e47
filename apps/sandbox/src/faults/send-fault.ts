import type { ServerResponse } from 'node:http';
import { reply } from '../http/send-json';
import { refusalReply, SYSTEM_ERROR } from '../orders/order-replies';
import type { Fault } from './outcomes';

const BAD_GATEWAY_PAGE =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

/** Answers, or does not, in the way the fault says. */
export function misbehave(response: ServerResponse, fault: Fault): void {
  switch (fault) {
    case 'hang':
      return; // Node sets no limit on how long an answer may take: the socket stays until the caller closes it
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'system-error':
      reply(response, SYSTEM_ERROR, 500);
      return;
    case 'html':
      response
        .writeHead(502, {
          'content-type': 'text/html; charset=utf-8',
          'content-length': Buffer.byteLength(BAD_GATEWAY_PAGE),
        })
        .end(BAD_GATEWAY_PAGE);
      return;
    case 'low-float':
      reply(response, refusalReply('018'));
      return;
    default:
      fault satisfies never;
  }
}

/** Announces the whole body, sends half of it, and closes the connection once that half has left. */
export function cutShort(response: ServerResponse, body: object): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}
