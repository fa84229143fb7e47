import type { ServerResponse } from 'node:http';
import { rejectionReply, SYSTEM_ERROR, sendJson } from '../http/replies';
import type { Fault } from './outcomes';

const BAD_GATEWAY_PAGE =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

/** Ends the request in the way of the fault: with a bad answer, or with none. */
export function sendFault(response: ServerResponse, fault: Fault): void {
  switch (fault) {
    case 'hang':
      return; // Node has no limit for the time to answer: the socket stays open until the caller closes it
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'system-error':
      sendJson(response, SYSTEM_ERROR, 500);
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
      sendJson(response, rejectionReply('018'));
      return;
    default:
      fault satisfies never;
  }
}

/** Announces the whole body in its headers, sends half of it, and then closes the connection. */
export function sendTruncated(response: ServerResponse, body: object): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}
