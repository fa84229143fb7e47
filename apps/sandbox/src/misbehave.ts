import type { Response } from 'express';
import type { Fault } from './outcomes';
import { refusalReply, SYSTEM_ERROR } from './replies';

const BAD_GATEWAY_PAGE = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

/** Answers, or does not, in the way the fault says. */
export function misbehave(response: Response, fault: Fault): void {
  switch (fault) {
    case 'hang':
      return; // Node sets no limit on how long an answer may take: the socket stays until the caller closes it
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'system-error':
      response.status(500).json(SYSTEM_ERROR);
      return;
    case 'html':
      response.status(502).type('html').send(BAD_GATEWAY_PAGE);
      return;
    case 'low-float':
      response.json(refusalReply('018'));
      return;
    default:
      fault satisfies never;
  }
}

/** Announces the whole body, sends half of it, and closes the connection once that half has left. */
export function cutShort(response: Response, body: object): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.set({ 'content-type': 'application/json; charset=utf-8', 'content-length': String(bytes.length) });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}
