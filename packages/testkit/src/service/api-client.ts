import { Agent } from 'node:http';
import type { RequestOf, TopUp } from '@topup/client';
import type { ProductType } from '@topup/core/product';
import axios from 'axios';
import { exampleOrders } from '../builders/example-orders';
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
type Order<Fields> = Fields & { ref: string; signal?: AbortSignal };
type AirtimeOrder = Order<Partial<Omit<RequestOf<'buyAirtime'>, 'request_ref'>>>;
type ListedPlan = Awaited<ReturnType<TopUp['listDataPlans']>>[number];

/**
 * The API with defaults for tests. A call resolves with any answer that docs/reference/openapi.json describes. It
 * rejects when there is another answer, or none.
 */
export type ApiClient = {
  buy(product: ProductType, order: Order<Record<string, unknown>>): Promise<ApiAnswer>;
  buyAirtime(order: AirtimeOrder): Promise<ApiAnswer>;
  dataPlans(): Promise<ApiAnswer<ListedPlan[]>>;
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

/** Calls the API at `baseUrl` with `apiKey`. Each call has a new connection, so that none uses one that has died. */
export function createApiClient(baseUrl: string, apiKey: string): ApiClient {
  const call = caller(baseUrl, apiKey);
  const buy: ApiClient['buy'] = (product, { ref, signal, ...changes }) => {
    const { path, body } = exampleOrders[product];
    return call('POST', path, { ...body, ...changes, request_ref: ref }, signal);
  };
  return {
    call,
    buy,
    buyAirtime: (order) => buy('AIRTIME', order),
    dataPlans: () => call('GET', '/v1/data/plans'),
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
