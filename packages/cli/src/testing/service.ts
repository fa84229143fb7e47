import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Terminal } from '../terminal';

/** The service's handler of a request to this path. Without an answer the request stays open. */
type Serve = (path: string, response: ServerResponse, request: IncomingMessage) => void;

export type TestService = { url: string; serve: Serve; stop(): Promise<void> };

/** A service that a test plays itself. */
export async function startService(): Promise<TestService> {
  const server = createServer((request, response) => {
    request.resume();
    service.serve(new URL(request.url ?? '', 'http://service').pathname, response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: TestService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: () => undefined,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}

export function answer(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export const pending = { status: 'pending', status_code: 202, message: 'Pending.', reference: 'order-1', data: {} };

/** A terminal whose output can be read, and that can be interrupted. */
export type TestTerminal = Terminal & { printed: { out: string; err: string }; interrupt(): void };

export function testTerminal(env: NodeJS.ProcessEnv): TestTerminal {
  const stop = new AbortController();
  const printed = { out: '', err: '' };
  return {
    env,
    printed,
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    isInteractive: false,
    ask: () => Promise.reject(new Error('nobody is there')),
    readInput: () => Promise.resolve(Buffer.alloc(0)),
    interrupted: stop.signal,
    interrupt: () => stop.abort(new Error('Interrupted.')),
  };
}
