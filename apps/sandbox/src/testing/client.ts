import { type ClientRequest, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxOptions } from '../settings';
import type { Ledger } from '../store/store';
import { buildSandbox, type Sandbox } from '../wire';

export const POST_KEYS = { 'api-key': 'sandbox-api-key', 'secret-key': 'SK_sandbox' };
export const GET_KEYS = { 'api-key': 'sandbox-api-key', 'public-key': 'PK_sandbox' };

/** Noon in Lagos; every test that does not concern time runs then. */
export const NOON = new Date('2026-03-10T11:00:00Z');
const TODAY = '20260310';

let minted = 0;

/** A fresh id of that day, in VTpass's form: YYYYMMDDHHII and more. */
export function newRequestId(day = TODAY): string {
  minted += 1;
  return `${day}1200test${minted}`;
}

/** A valid airtime order of ₦100 of MTN, changed as told. */
export function airtime(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { request_id: newRequestId(), serviceID: 'mtn', amount: 100, phone: '08031234567', ...changes };
}

/** A valid order of MTN's ₦100 plan, changed as told. */
export function plan(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { request_id, phone } = airtime();
  return {
    request_id,
    phone,
    serviceID: 'mtn-data',
    billersCode: '08031234567',
    variation_code: 'mtn-10mb-100',
    ...changes,
  };
}

/** A valid change to DStv Padi, changed as told. */
export function bouquet(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { request_id, phone } = airtime();
  const order = { request_id, phone, serviceID: 'dstv', billersCode: '7023456789', variation_code: 'dstv-padi' };
  return { ...order, subscription_type: 'change', ...changes };
}

/** A valid order of ₦2,000 for a prepaid meter of Ikeja, changed as told. */
export function power(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { request_id, phone } = airtime();
  const order = {
    request_id,
    phone,
    serviceID: 'ikeja-electric',
    billersCode: '45012345678',
    variation_code: 'prepaid',
  };
  return { ...order, amount: '2000', ...changes };
}

/** How a POST ended: with a whole answer, or with a broken connection after whatever had arrived. */
export type Ending = {
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
): Promise<Ending> {
  return new Promise((resolve) => {
    const ending: Ending = { whole: false, status: null, headers: {}, text: '', error: null };
    const broken = (error: Error) => resolve({ ...ending, error: error.message });
    const outgoing = request(url, {
      method: 'POST',
      agent: false,
      headers: { ...POST_KEYS, 'content-type': 'application/json' },
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

/** Serves a sandbox on a free port for the length of `use`. */
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

/** Waits until the sandbox has seen a `/api/pay` with this id, and returns the ledger as it was then. */
export async function whenPosted(url: string, requestId: unknown): Promise<Ledger> {
  for (;;) {
    const ledger = await ledgerOf(url);
    if (ledger.posts.some((post) => post.request_id === requestId)) return ledger;
    await pause(5);
  }
}
