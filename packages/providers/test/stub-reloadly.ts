import type { Socket } from 'node:net';
import type { ProviderOrder } from '@topup/core/provider';
import { createReloadly, type ReloadlyOptions } from '../src/reloadly/reloadly.adapter';
import { answer, type SeenRequest, type StubProvider, startStub } from './stub-provider';

export const AIRTIME: ProviderOrder = {
  provider: 'reloadly',
  accountId: '0199f3a2-7c1e-7b60-9d3e-0123456789ab',
  providerRef: '2025031010140190a1b2c3d4e57f8a9bacbdcedfe0f1a2',
  productType: 'AIRTIME',
  serviceId: 'mtn',
  variationCode: null,
  subscriptionType: null,
  contactPhone: '08031234567',
  recipient: '08031234567',
  amountKobo: 10_050n,
  product: { code: '341', amount: null },
};

/** A plan of 499.91 naira that our client pays 500 for. */
export const DATA: ProviderOrder = {
  ...AIRTIME,
  productType: 'DATA',
  serviceId: 'airtel-data',
  variationCode: 'airtel-1gb',
  amountKobo: 50_000n,
  product: { code: '646', amount: '499.91' },
};

/** A top-up that echoes `AIRTIME`. Amounts are written as Reloadly writes them, which JSON.stringify cannot. */
export function topUp(own: Record<string, string> = {}, wallet: Record<string, string> = {}): string {
  const balance = {
    oldBalance: '5000.00000',
    newBalance: '4902.51500',
    cost: '97.48500',
    currencyCode: '"NGN"',
    currencyName: '"Nigerian Naira"',
    updatedAt: '"2025-03-10 09:10:00"',
    ...wallet,
  };
  return written({
    transactionId: '181341',
    status: '"SUCCESSFUL"',
    operatorTransactionId: '"2025031009141234567890123"',
    customIdentifier: `"${AIRTIME.providerRef}"`,
    recipientPhone: '"2348031234567"',
    recipientEmail: 'null',
    countryCode: '"NG"',
    operatorId: '341',
    operatorName: '"MTN Nigeria"',
    discount: '3.01500',
    requestedAmount: '100.50',
    requestedAmountCurrencyCode: '"NGN"',
    deliveredAmount: '100.5',
    deliveredAmountCurrencyCode: '"NGN"',
    transactionDate: '"2025-03-10 09:14:05"',
    pinDetail: 'null',
    fee: '0',
    balanceInfo: written(balance),
    ...own,
  });
}

/** JSON of fields whose values are JSON already; a value that is empty leaves its field out. */
export function written(fields: Record<string, string>): string {
  const pairs = Object.entries(fields).filter(([, value]) => value !== '');
  return `{${pairs.map(([name, value]) => `"${name}":${value}`).join(',')}}`;
}

export function page(rows: readonly string[], own: Record<string, string> = {}): string {
  return written({
    content: `[${rows.join(',')}]`,
    totalPages: '1',
    totalElements: String(rows.length),
    last: 'true',
    first: 'true',
    numberOfElements: String(rows.length),
    size: '500',
    number: '0',
    empty: String(rows.length === 0),
    ...own,
  });
}

export const refusal = (errorCode: string): string =>
  JSON.stringify({
    timeStamp: '2025-03-10 09:14:05',
    message: 'In the words of Reloadly',
    path: '/topups',
    errorCode,
    infoLink: null,
    details: [],
  });

export const token = (name: string, expiresIn = 5_184_000): string =>
  JSON.stringify({ access_token: name, scope: 'send-topups', expires_in: expiresIn, token_type: 'Bearer' });

/** A server that plays both hosts. It answers a request for a token automatically, unless `onToken` is given. */
export async function startReloadly(
  onCall: (request: SeenRequest, socket: Socket) => void,
  onToken: (request: SeenRequest, socket: Socket) => void = (_, socket) => answer(socket, 200, token('token-1')),
): Promise<StubProvider> {
  return await startStub((request, socket) =>
    request.path === '/oauth/token' ? onToken(request, socket) : onCall(request, socket),
  );
}

export const reloadlyAt = (origin: string, own: Partial<ReloadlyOptions> = {}) =>
  createReloadly({
    authUrl: origin,
    topupsUrl: origin,
    clientId: 'the-client-id',
    clientSecret: 'the-client-secret',
    timeoutMs: 2_000,
    ...own,
  });

/** Returns the requests, without those for a token. */
export const callsTo = (stub: StubProvider): SeenRequest[] =>
  stub.requests.filter(({ path }) => path !== '/oauth/token');

export const tokensFrom = (stub: StubProvider): SeenRequest[] =>
  stub.requests.filter(({ path }) => path === '/oauth/token');
