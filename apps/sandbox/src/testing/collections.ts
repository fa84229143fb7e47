import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { MONNIFY_KEYS } from '../monnify/deps';
import { monnifyOf } from './monnify';

type App = Parameters<typeof request>[0];
export type Reserved = { accountReference: string; accounts: { bankCode: string; accountNumber: string }[] };

export const SUCCESS = 'SUCCESSFUL_TRANSACTION';
const ACCOUNTS = 'bank-transfer/reserved-accounts';
let made = 0;

/** A valid request for an account at all banks, of a customer of its own, with `changes`. */
export function accountOf(changes: Record<string, unknown> = {}): Record<string, unknown> {
  made += 1;
  return {
    accountReference: `account-${made}`,
    accountName: 'Ada Lovelace Wallet',
    currencyCode: 'NGN',
    contractCode: MONNIFY_KEYS.MONNIFY_CONTRACT_CODE,
    customerEmail: `ada${made}@example.com`,
    customerName: 'Ada Lovelace',
    bvn: `222${String(made).padStart(8, '0')}`,
    getAllAvailableBanks: true,
    ...changes,
  };
}

/** Monnify's calls of collections, and those of the operator of the bank, which resolve with the answer. */
export function collectionsOf(app: App) {
  const { get, bearer } = monnifyOf(app);
  const reserve = async (account: object) =>
    request(app)
      .post(`/monnify/api/v2/${ACCOUNTS}`)
      .set('authorization', await bearer())
      .send(account);
  const pay = (transfer: object) => request(app).post('/transfers').send(transfer);
  return {
    reserve,
    pay,
    read: (reference: unknown) => get(`/api/v2/${ACCOUNTS}/${reference}`),
    free: async (reference: unknown) =>
      request(app)
        .delete(`/monnify/api/v1/${ACCOUNTS}/reference/${reference}`)
        .set('authorization', await bearer()),
    list: (accountReference: unknown, query: object = {}) =>
      get(`/api/v1/${ACCOUNTS}/transactions`, { accountReference, ...query }),
    look: (reference: string) => get(`/api/v2/transactions/${encodeURIComponent(reference)}`),
    /** Reserves an account and returns it as Monnify answers. */
    async account(changes: Record<string, unknown> = {}): Promise<Reserved> {
      return (await reserve(accountOf(changes))).body.responseBody;
    },
    /** Pays into the account's first number and returns the answer of the bank. */
    async payInto({ accounts }: Reserved, changes: object = {}) {
      return (await pay({ account_number: accounts[0]?.accountNumber, amount: 3000, ...changes })).body;
    },
  };
}

export type Notice = { signature: string | undefined; text: string; body: Record<string, Record<string, unknown>> };

/**
 * A client's address for notices on a free port of 127.0.0.1 while `use` runs. It answers with `statuses` in order and
 * repeats the last one.
 */
export async function withNoticeReceiver(
  statuses: readonly number[],
  use: (receiver: { url: string; notices: Notice[]; received(count: number): Promise<void> }) => Promise<void>,
): Promise<void> {
  const notices: Notice[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const { 'monnify-signature': signature } = incoming.headers;
    response.writeHead(statuses[Math.min(notices.length, statuses.length - 1)] ?? 200).end();
    notices.push({ signature: signature as string | undefined, text, body: JSON.parse(text) });
    for (const { count, resolve } of waiting) if (notices.length >= count) resolve();
  });
  const received = (count: number) =>
    new Promise<void>((resolve) => {
      if (notices.length >= count) resolve();
      else waiting.push({ count, resolve });
    });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notices`, notices, received });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
