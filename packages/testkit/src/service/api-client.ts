import { Agent } from 'node:http';
import type { OperationName, RequestOf, TopUp } from '@topup/client';
import axios from 'axios';
import { expectDocumented } from '../openapi/expect-documented';

/** All keys of the API's bodies, envelopes and errors together. */
type ApiBody<Data = Record<string, unknown>> = {
  status?: string;
  status_code?: number;
  message?: string;
  reference?: string;
  data?: Data;
  error?: string;
};

export type ApiAnswer<Data = Record<string, unknown>> = {
  status: number;
  body: ApiBody<Data>;
  headers: Record<string, unknown>;
};

/** Each field has a default that succeeds, so that a test names only what matters to it. `signal` hangs up. */
type Order<Name extends OperationName> = Partial<Omit<RequestOf<Name>, 'request_ref'>> & {
  ref: string;
  signal?: AbortSignal;
};
type Query<Name extends OperationName> = Partial<RequestOf<Name>>;

type AirtimeOrder = Order<'buyAirtime'>;
type DataOrder = Order<'buyData'> & { plan_id: string };
type CableOrder = Order<'buyCable'>;
type ElectricityOrder = Order<'buyElectricity'>;
type ListedPlan = Awaited<ReturnType<TopUp['listDataPlans']>>[number];

/**
 * The API with defaults for tests. A call resolves with any answer that docs/reference/openapi.json describes. It
 * rejects when there is another answer, or none.
 */
export type ApiClient = {
  buyAirtime(order: AirtimeOrder): Promise<ApiAnswer>;
  dataPlans(): Promise<ApiAnswer<ListedPlan[]>>;
  buyData(order: DataOrder): Promise<ApiAnswer>;
  cablePackages(query?: Query<'cablePackages'>): Promise<ApiAnswer>;
  verifySmartcard(query?: Query<'verifySmartcard'>): Promise<ApiAnswer>;
  buyCable(order: CableOrder): Promise<ApiAnswer>;
  verifyMeter(query?: Query<'verifyMeter'>): Promise<ApiAnswer>;
  buyElectricity(order: ElectricityOrder): Promise<ApiAnswer>;
  status(ref: string): Promise<ApiAnswer>;
  balance(): Promise<ApiAnswer>;
  setWebhook(url: string): Promise<ApiAnswer>;
  /** Any other call. */
  call<Data = Record<string, unknown>>(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<ApiAnswer<Data>>;
};

const phone = '08031234567';
const smartcard = { product_type: 'gotv', smartcard_number: '1212121212' } as const;
const meter = { disco: 'ikeja-electric', meter_number: '1111111111111', meter_type: 'prepaid' } as const;

/** Calls the API at `baseUrl` with `apiKey`. Each call has a new connection, so that none uses one that has died. */
export function createApiClient(baseUrl: string, apiKey: string): ApiClient {
  const call = caller(baseUrl, apiKey);
  return {
    call,
    buyAirtime: ({ ref, signal, ...order }) =>
      call(
        'POST',
        '/v1/airtime/purchase',
        { phone, amount: 100, network: 'mtn', ...order, request_ref: ref } satisfies RequestOf<'buyAirtime'>,
        signal,
      ),
    dataPlans: () => call('GET', '/v1/data/plans'),
    buyData: ({ ref, signal, ...order }) =>
      call('POST', '/v1/data/purchase', { phone, ...order, request_ref: ref } satisfies RequestOf<'buyData'>, signal),
    cablePackages: (query) =>
      call('POST', '/v1/cabletv/variations', {
        product_type: 'gotv',
        ...query,
      } satisfies RequestOf<'cablePackages'>),
    verifySmartcard: (query) =>
      call('POST', '/v1/cabletv/verify', { ...smartcard, ...query } satisfies RequestOf<'verifySmartcard'>),
    buyCable: ({ ref, signal, ...order }) =>
      call(
        'POST',
        '/v1/cabletv/purchase',
        {
          ...smartcard,
          package_code: 'gotv-lite',
          amount: 410,
          phone,
          subscription_type: 'change',
          ...order,
          request_ref: ref,
        } satisfies RequestOf<'buyCable'>,
        signal,
      ),
    verifyMeter: (query) =>
      call('POST', '/v1/electricity/verify', { ...meter, ...query } satisfies RequestOf<'verifyMeter'>),
    buyElectricity: ({ ref, signal, ...order }) =>
      call(
        'POST',
        '/v1/electricity/purchase',
        { ...meter, amount: 2_000, phone, ...order, request_ref: ref } satisfies RequestOf<'buyElectricity'>,
        signal,
      ),
    status: (ref) => call('POST', '/v1/transaction/status', { request_ref: ref }),
    balance: () => call('GET', '/v1/wallet/balance'),
    setWebhook: (url) => call('POST', '/v1/webhook/set', { webhook_url: url }),
  };
}

/** @throws when docs/reference/openapi.json does not describe the answer */
function caller(baseUrl: string, apiKey: string): ApiClient['call'] {
  const http = axios.create({
    baseURL: baseUrl,
    httpAgent: new Agent({ keepAlive: false }),
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    timeout: 60_000, // longer than the service waits for a provider
    proxy: false,
    maxRedirects: 0,
    validateStatus: () => true,
  });
  return async <Data>(method: 'GET' | 'POST', url: string, body?: unknown, signal?: AbortSignal) => {
    const { status, data, headers } = await http.request<ApiBody<Data>>({
      method,
      url,
      data: body,
      ...(signal !== undefined && { signal }),
    });
    const answer = { status, body: data, headers: { ...headers } };
    if (url.startsWith('/v1/')) expectDocumented(method, url, status, answer.headers, data);
    return answer;
  };
}
