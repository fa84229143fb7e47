import type { ServerResponse } from 'node:http';

/**
 * How a receiver answers a webhook.
 * - `answer`: an ordinary answer, at once or after `delayMs`. A redirect is one with a `location`.
 * - `hang`: no answer; the connection stays open.
 * - `reset`: the connection is reset.
 * - `endless`: a body that never ends, as fast as the client reads it.
 * - `drip`: a body that never ends, one byte every 20 ms.
 * - `unfinished`: `bytes` bytes of a body, then silence.
 * - `truncated`: a connection that ends before the body does.
 */
export type WebhookAnswer =
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string | Buffer; delayMs?: number }
  | { kind: 'hang' }
  | { kind: 'reset' }
  | { kind: 'endless'; status: number }
  | { kind: 'drip'; status: number }
  | { kind: 'unfinished'; status: number; bytes: number }
  | { kind: 'truncated'; status: number };

export function give(answer: WebhookAnswer, response: ServerResponse): void {
  switch (answer.kind) {
    case 'answer':
      after(answer.delayMs ?? 0, () => response.writeHead(answer.status, answer.headers).end(answer.body));
      break;
    case 'hang':
      break;
    case 'reset':
      response.socket?.resetAndDestroy();
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
    default:
      answer satisfies never;
  }
}

function after(ms: number, act: () => void): void {
  if (ms === 0) act();
  else setTimeout(act, ms).unref();
}

const CHUNK = Buffer.alloc(16 * 1024, 'x');

function pour(response: ServerResponse): void {
  while (!response.destroyed && response.write(CHUNK));
  if (!response.destroyed) response.once('drain', () => pour(response));
}

function drip(response: ServerResponse): void {
  if (response.destroyed) return;
  response.write('x');
  setTimeout(() => drip(response), 20).unref();
}
