import type { Socket } from 'node:net';
import type { ProviderOrder } from '@topup/core/provider';
import { createMonnify, type MonnifyOptions } from '../src/monnify/monnify.adapter';
import { answer, type SeenRequest, type StubProvider, startStub } from './stub-provider';
import { written } from './stub-reloadly';

export const AIRTIME: ProviderOrder = {
  provider: 'monnify',
  accountId: '0199f3a2-7c1e-7b60-9d3e-0123456789ab',
  providerRef: '2025031010140190a1b2c3d4e57f8a9bacbdcedfe0f1a2',
  productType: 'AIRTIME',
  serviceId: 'mtn',
  variationCode: null,
  subscriptionType: null,
  contactPhone: '08031234567',
  recipient: '08031234567',
  amountKobo: 10_050n,
  product: { code: '11', amount: null },
};

/** A plan of 499.91 naira that our client pays 500 for. */
export const DATA: ProviderOrder = {
  ...AIRTIME,
  productType: 'DATA',
  serviceId: 'airtel-data',
  variationCode: 'airtel-1gb',
  amountKobo: 50_000n,
  product: { code: 'product-airtel-1gb', amount: '499.91' },
};

export const METER: ProviderOrder = {
  ...AIRTIME,
  productType: 'ELECTRICITY',
  serviceId: 'ikeja-electric',
  variationCode: 'prepaid',
  recipient: '0412345678901',
  amountKobo: 500_000n,
  product: { code: 'product-ikedc-pre', amount: null },
};

/** A vend that echoes `AIRTIME`. Values are JSON already; one that is empty leaves its field out. */
export const vend = (own: Record<string, string> = {}): string =>
  written({
    vendReference: `"${AIRTIME.providerRef}"`,
    transactionReference: '"MFBP2503101014027a41"',
    vendStatus: '"SUCCESS"',
    description: '"Okay, purchase was successfully created."',
    vendAmount: '100.50',
    payableAmount: '110.50',
    commission: '13.02',
    customerId: '"08031234567"',
    productCode: '"11"',
    productName: '"MTN Mobile Top up"',
    billerCode: '"MTN"',
    billerName: '"MTN"',
    ...own,
  });

export const success = (body: string, own: Record<string, string> = {}): string =>
  written({
    requestSuccessful: 'true',
    responseMessage: '"success"',
    responseCode: '"0"',
    responseBody: body,
    ...own,
  });

export const failure = (message: string, code = '99'): string =>
  JSON.stringify({ requestSuccessful: false, responseMessage: message, responseCode: code });

export const token = (name: string, expiresIn = 3600): string =>
  success(`{"accessToken":"${name}","expiresIn":${expiresIn}}`);

export const page = (rows: readonly string[], own: Record<string, string> = {}): string =>
  success(
    written({
      content: `[${rows.join(',')}]`,
      totalElements: String(rows.length),
      size: '100',
      number: '0',
      empty: String(rows.length === 0),
      nextPage: 'null',
      ...own,
    }),
  );

const LOGIN = '/api/v1/auth/login';

/** It answers a login automatically, unless `onLogin` is given. */
export async function startMonnify(
  onCall: (request: SeenRequest, socket: Socket) => void,
  onLogin: (request: SeenRequest, socket: Socket) => void = (_, socket) => answer(socket, 200, token('token-1')),
): Promise<StubProvider> {
  return await startStub((request, socket) =>
    request.path === LOGIN ? onLogin(request, socket) : onCall(request, socket),
  );
}

export const monnifyAt = (origin: string, own: Partial<MonnifyOptions> = {}) =>
  createMonnify({
    baseUrl: origin,
    apiKey: 'MK_TEST_KEY',
    secretKey: 'the-secret-key',
    walletAccount: '9000000001',
    timeoutMs: 2_000,
    ...own,
  });

/** Returns the requests, without the logins. */
export const callsTo = (stub: StubProvider): SeenRequest[] => stub.requests.filter(({ path }) => path !== LOGIN);

export const loginsTo = (stub: StubProvider): SeenRequest[] => stub.requests.filter(({ path }) => path === LOGIN);

/** The vends that were asked for. */
export const vendsAt = (stub: StubProvider): SeenRequest[] =>
  stub.requests.filter(({ path }) => path.endsWith('/bills-payment/vend'));
