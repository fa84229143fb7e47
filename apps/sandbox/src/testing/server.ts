import { type ClientRequest, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxOptions } from '../options';
import type { Ledger } from '../store/ledger';
import { buildSandbox, type Sandbox } from '../wire';
import { NOON, POST_KEYS } from './vtpass';

/** The end of a POST: a whole answer, or a broken connection and what had arrived before. */
type Ending = {
  whole: boolean;
  status: number | null;
  headers: Record<string, unknown>;
  text: string;
  error: string | null;
};

/**
 * POSTs JSON on a connection of its own and reports what the socket did. `sent` gives the request away for a caller who
 * wants to leave.
 */
export function postRaw(
  url: string,
  body: unknown,
  sent: (request: ClientRequest) => void = () => {},
  keys: Record<string, string> = POST_KEYS,
): Promise<Ending> {
  return new Promise((resolve) => {
    const ending: Ending = { whole: false, status: null, headers: {}, text: '', error: null };
    const broken = (error: Error) => resolve({ ...ending, error: error.message });
    const outgoing = request(url, {
      method: 'POST',
      agent: false,
      headers: { ...keys, 'content-type': 'application/json' },
    });
    outgoing.on('error', broken).on('response', (response) => {
      Object.assign(ending, { status: response.statusCode ?? null, headers: response.headers });
      response.setEncoding('utf8').on('error', broken);
      response.on('data', (text: string) => {
        ending.text += text;
      });
      response.on('end', () => resolve({ ...ending, whole: true }));
    });
    outgoing.end(JSON.stringify(body));
    sent(outgoing);
  });
}

/** Serves a sandbox on a free port while `use` runs. */
export async function withServer(
  options: Partial<SandboxOptions>,
  use: (server: { url: string; sandbox: Sandbox }) => Promise<void>,
): Promise<void> {
  const sandbox = buildSandbox({ now: () => NOON, ...options });
  const server = createServer(sandbox.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sandbox });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    sandbox.close();
  }
}

export async function ledgerOf(url: string): Promise<Ledger> {
  return (await (await fetch(`${url}/ledger`)).json()) as Ledger;
}

/** Waits until the sandbox has seen an order with this id, and returns the ledger as it was then. */
export async function whenPosted(url: string, requestId: unknown): Promise<Ledger> {
  for (;;) {
    const ledger = await ledgerOf(url);
    if (ledger.posts.some((post) => post.request_id === requestId)) return ledger;
    await pause(5);
  }
}
