import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProgram } from '../program';
import { answer, startService, type TestTerminal, testTerminal } from './service';

type Order = { request_ref: string; phone: string; amount?: string; plan_id?: string; expected_price?: string };
type Status = 'successful' | 'pending' | 'failed';

/** Answers an order otherwise than with a sale, and says so. */
type Instead = (order: Order, response: ServerResponse, n: number) => boolean | Promise<boolean>;

/** A service that a test plays, as the API documents it: it sells each reference once. */
export type Shop = Awaited<ReturnType<typeof openShop>>;

const HTTP = { successful: 200, pending: 202, failed: 424 } as const;

export async function openShop() {
  const service = await startService();
  const directory = mkdtempSync(path.join(tmpdir(), 'topup-batch-'));
  const shop = {
    service,
    directory,
    plans: [{ plan_id: 'mtn-1gb', price: '300.00', network: 'MTN' }],
    discounts: [{ product_type: 'AIRTIME', service: 'mtn', discount_percent: '2.50' }],
    balance: '10000.00',
    /** What was sold, by its reference. */
    sold: new Map<string, Status>(),
    /** All orders that came, in their order, and the references of all status queries. */
    orders: [] as Order[],
    /** Earlier purchases of the account, as GET /v1/transactions lists them. */
    before: [] as object[],
    asked: [] as string[],
    /** By an order's number, from 1, or its fields. */
    instead: (() => false) as Instead,
    /** What becomes of a purchase. */
    outcome: (() => 'successful') as (order: Order) => Status,
    /** Writes a file, and returns its path. */
    write(text: string, name = 'orders.csv'): string {
      const file = path.join(directory, name);
      writeFileSync(file, text);
      return file;
    },
    terminal: (key = 'tup_test_key'): TestTerminal => testTerminal({ TOPUP_URL: service.url, TOPUP_API_KEY: key }),
    async close() {
      await service.stop();
      rmSync(directory, { recursive: true });
    },
  };
  service.serve = (at, response, request) => void serve(shop, at, response, request);
  return shop;
}

type Playing = Omit<Shop, 'close'>;

async function serve(shop: Playing, at: string, response: ServerResponse, request: IncomingMessage): Promise<void> {
  const ok = (data: unknown, more: object = {}) =>
    answer(response, 200, { status: 'success', message: 'Here.', data, ...more });
  if (at === '/v1/data/plans') ok(shop.plans);
  else if (at === '/v1/prices') ok(shop.discounts);
  else if (at === '/v1/wallet/balance') ok({ balance: shop.balance, low: false });
  else if (at === '/v1/transactions')
    ok(request.url?.includes('from=') ? shop.before : pendingOf(shop), { next_cursor: null });
  else if (at === '/v1/transaction/status') tellStatus(shop, response, (await bodyOf(request)).request_ref);
  else await sell(shop, response, await bodyOf(request));
}

const pendingOf = ({ sold }: Playing) =>
  [...sold].filter(([, status]) => status === 'pending').map(([reference]) => ({ reference, status: 'pending' }));

async function bodyOf(request: IncomingMessage): Promise<Order> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function tellStatus(shop: Playing, response: ServerResponse, reference: string): void {
  shop.asked.push(reference);
  const status = shop.sold.get(reference);
  if (status === undefined) refuse(response, 404, 'transaction_not_found');
  else tell(response, reference, status);
}

async function sell(shop: Playing, response: ServerResponse, order: Order): Promise<void> {
  const { request_ref: reference } = order;
  shop.orders.push(order);
  if (await shop.instead(order, response, shop.orders.length)) return;
  const before = shop.sold.get(reference);
  if (before !== undefined) {
    const original = { 'X-Original-Status': before, 'X-Original-Matches': 'true' };
    refuse(response, 400, 'duplicate_reference', original);
    return;
  }
  const status = shop.outcome(order);
  shop.sold.set(reference, status);
  tell(response, reference, status);
}

export function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): true {
  answer(response, status, { status: 'error', message: `Told: ${code}.` }, { 'X-Error-Code': code, ...headers });
  return true;
}

function tell(response: ServerResponse, reference: string, status: Status): void {
  const code = status === 'failed' ? { 'X-Error-Code': 'provider_rejected' } : undefined;
  const body = {
    status,
    status_code: HTTP[status],
    message: `It is ${status}.`,
    reference,
    data: { amount: '100.00' },
  };
  answer(response, HTTP[status], body, code);
}

/** Runs `topup batch`. Returns how it ended, what it printed, and its JSON if it printed that. */
export async function batch(terminal: TestTerminal, ...words: string[]) {
  terminal.printed.out = '';
  terminal.printed.err = '';
  const code = await runProgram(['batch', ...words], terminal);
  const { out, err } = terminal.printed;
  return { code, out, err, json: words.includes('--json') ? JSON.parse(out) : null };
}

export const HEADER = 'product,network,plan_id,phone,amount,reference';

/** A file of rows of airtime for 100 naira, each for another number. */
export const airtimeRows = (count: number): string =>
  [HEADER, ...Array.from({ length: count }, (_, i) => `airtime,mtn,,080312345${String(i).padStart(2, '0')},100,`)].join(
    '\n',
  );
