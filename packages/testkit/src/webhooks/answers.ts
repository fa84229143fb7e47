import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { TLSSocket } from 'node:tls';

/**
 * How a receiver answers a webhook.
 * - `answer`: an ordinary answer, at once or after `delayMs`, with so many interim answers (103) before it. A redirect
 *   is one with a `location`.
 * - `hang`: no answer; the connection stays open.
 * - `reset`: the connection is reset (over TLS: closed).
 * - `endless`: a body that never ends, as fast as the client reads it.
 * - `drip`: a body that never ends, one byte every 20 ms.
 * - `unfinished`: `bytes` bytes of a body, then silence.
 * - `truncated`: a connection that ends before the body does.
 * - `interim`: interim answers (103) without end, as fast as the client reads them.
 * - `slow_head`: a head that never ends, one byte each second.
 * - `crumbs`: a body that never ends, each byte sent alone (over TLS: in a record of its own).
 */
export type WebhookAnswer =
  | {
      kind: 'answer';
      status: number;
      headers?: Record<string, string>;
      body?: string | Buffer;
      delayMs?: number;
      hints?: number;
    }
  | { kind: 'hang' }
  | { kind: 'reset' }
  | { kind: 'endless'; status: number }
  | { kind: 'drip'; status: number }
  | { kind: 'unfinished'; status: number; bytes: number }
  | { kind: 'truncated'; status: number }
  | { kind: 'interim' }
  | { kind: 'slow_head' }
  | { kind: 'crumbs'; status: number };

export type Flood = 'interim' | 'slow_head' | 'endless';

export function give(answer: WebhookAnswer, response: ServerResponse): void {
  switch (answer.kind) {
    case 'answer':
      for (let n = 0; n < (answer.hints ?? 0); n += 1) response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      after(answer.delayMs ?? 0, () => response.writeHead(answer.status, answer.headers).end(answer.body));
      break;
    case 'hang':
      break;
    case 'reset':
      // Node cannot reset a connection with TLS
      if (response.socket instanceof TLSSocket) response.destroy();
      else response.socket?.resetAndDestroy();
      break;
    case 'endless':
      pour(response.writeHead(answer.status));
      break;
    case 'drip':
      drip(response.writeHead(answer.status));
      break;
    case 'unfinished':
      response.writeHead(answer.status).write(Buffer.alloc(answer.bytes, 'x'));
      break;
    case 'truncated':
      response.writeHead(answer.status, { 'content-length': '100' }).write('{', () => response.destroy());
      break;
    case 'interim':
    case 'slow_head':
      if (response.socket) flood(answer.kind, response.socket);
      break;
    case 'crumbs':
      response.writeHead(answer.status).flushHeaders();
      crumb(response);
      break;
    default:
      answer satisfies never;
  }
}

/** Writes without end to a connection that waits for an answer. */
export function flood(kind: Flood, to: Writable): void {
  if (kind === 'interim') {
    pour(to, INTERIM);
  } else if (kind === 'endless') {
    to.write('HTTP/1.1 200 OK\r\n\r\n');
    pour(to);
  } else {
    to.write('HTTP/1.1 200 OK\r\nX-Slow: ');
    drip(to, 1_000);
  }
}

function after(ms: number, act: () => void): void {
  if (ms === 0) act();
  else setTimeout(act, ms).unref();
}

const CHUNK = Buffer.alloc(16 * 1024, 'x');
const INTERIM = Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(512));

function pour(to: Writable, chunk = CHUNK): void {
  while (!to.destroyed && to.write(chunk));
  if (!to.destroyed) to.once('drain', () => pour(to, chunk));
}

function drip(to: Writable, everyMs = 20): void {
  if (to.destroyed) return;
  to.write('x');
  setTimeout(() => drip(to, everyMs), everyMs).unref();
}

function crumb(response: ServerResponse): void {
  if (!response.destroyed) response.write('x', () => setImmediate(crumb, response));
}
