import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { give, type WebhookAnswer } from './answers';

/** A complete request. `body` is null when it is not a JSON object. */
export type ReceivedWebhook = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  rawBody: string;
  body: Record<string, unknown> | null;
  receivedAt: Date;
};

export type WebhookReceiver = {
  /** The webhook URL, on 127.0.0.1. */
  readonly url: string;
  readonly port: number;
  /** In order of arrival. */
  readonly received: readonly ReceivedWebhook[];
  /** Sets how it answers from now on. At first it answers 200 with an empty body. */
  answerWith(rule: WebhookAnswer | ((webhook: ReceivedWebhook) => WebhookAnswer)): void;
  /**
   * The first request that fits, past or future.
   * @throws after `timeoutMs`, default 10 s, with the events that came instead
   */
  waitFor(fits: (webhook: ReceivedWebhook) => boolean, timeoutMs?: number): Promise<ReceivedWebhook>;
  /** How many connections were made to it, with or without a request. */
  accepted(): number;
  /** How many of these connections are open. */
  open(): number;
  stop(): Promise<void>;
};

/** Starts a server that records every request and answers by a rule. With `tls` it speaks HTTPS. */
export async function startWebhookReceiver(
  options: { tls?: { cert: string; key: string } } = {},
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const waiting = new Set<(webhook: ReceivedWebhook) => void>();
  let rule: (webhook: ReceivedWebhook) => WebhookAnswer = () => ({ kind: 'answer', status: 200 });

  const server = serverOf(options.tls).on('request', (request, response) => {
    void read(request).then(
      (webhook) => {
        received.push(webhook);
        for (const look of waiting) look(webhook);
        give(rule(webhook), response);
      },
      () => undefined, // the request broke off
    );
  });
  const connections = count(server);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}/webhooks`,
    port,
    received,
    answerWith(next) {
      rule = typeof next === 'function' ? next : () => next;
    },
    waitFor: (fits, timeoutMs = 10_000) =>
      new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer);
          waiting.delete(look);
        };
        const look = (webhook: ReceivedWebhook) => {
          if (!fits(webhook)) return;
          end();
          resolve(webhook);
        };
        const timer = setTimeout(() => {
          end();
          reject(new Error(`no such webhook within ${timeoutMs} ms; received: ${eventsOf(received)}`));
        }, timeoutMs);
        waiting.add(look);
        const already = received.find(fits);
        if (already !== undefined) look(already);
      }),
    accepted: connections.accepted,
    open: connections.open,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const serverOf = (tls: { cert: string; key: string } | undefined): Server =>
  tls ? createTlsServer(tls) : createServer();

function count(server: Server): { accepted(): number; open(): number } {
  let accepted = 0;
  let open = 0;
  server.on('connection', (socket) => {
    accepted += 1;
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
  return { accepted: () => accepted, open: () => open };
}

async function read(request: IncomingMessage): Promise<ReceivedWebhook> {
  const rawBody = await text(request);
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    rawBody,
    body: objectIn(rawBody),
    receivedAt: new Date(),
  };
}

function objectIn(rawBody: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(rawBody);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function eventsOf(received: ReceivedWebhook[]): string {
  return (
    received.map(({ method, path, body }) => `${method} ${path} ${body?.event ?? ''}`.trim()).join(', ') || 'nothing'
  );
}
