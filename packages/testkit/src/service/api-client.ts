import { Agent } from 'node:http';
import { type AnswerOf, createClient, type OperationName, type RequestOf } from '@topup/client';
import axios from 'axios';
import { expectDocumented } from '../openapi/expect-documented';

/** All keys of the API's bodies, envelopes and errors together. */
export type ApiBody<Data = Record<string, unknown>> = {
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

export type AirtimeOrder = Order<'buyAirtime'>;
export type DataOrder = Order<'buyData'> & { plan_id: string };
export type CableOrder = Order<'buyCable'>;
export type ElectricityOrder = Order<'buyElectricity'>;
export type ListedPlan = Extract<AnswerOf<'listDataPlans'>, { httpStatus: 200 }>['body']['data'][number];

/**
 * Our published client, with defaults for tests. A call resolves with any answer that docs/openapi.json describes. It
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
  /** Any other call, such as one that the published client would not make. */
  call(method: 'GET' | 'POST', path: string, body?: unknown, signal?: AbortSignal): Promise<ApiAnswer>;
};

const phone = '08031234567';
const smartcard = { product_type: 'gotv', smartcard_number: '1212121212' } as const;
const meter = { disco: 'ikeja-electric', meter_number: '1111111111111', meter_type: 'prepaid' } as const;

/** Calls the API at `baseUrl` with `apiKey`. Each call has a new connection, so that none uses one that has died. */
export function createApiClient(baseUrl: string, apiKey: string): ApiClient {
  const client = createClient({ baseUrl, apiKey, fetch: onOwnConnection });
  return {
    call: rawCall(baseUrl, apiKey),
    buyAirtime: ({ ref, signal, ...order }) =>
      documented(
        'POST /v1/airtime/purchase',
        client.buyAirtime({ phone, amount: 100, network: 'mtn', ...order, request_ref: ref }, until(signal)),
      ),
    dataPlans: () => documented('GET /v1/data/plans', client.listDataPlans()),
    buyData: ({ ref, signal, ...order }) =>
      documented('POST /v1/data/purchase', client.buyData({ phone, ...order, request_ref: ref }, until(signal))),
    cablePackages: (query) =>
      documented('POST /v1/cabletv/variations', client.cablePackages({ product_type: 'gotv', ...query })),
    verifySmartcard: (query) =>
      documented('POST /v1/cabletv/verify', client.verifySmartcard({ ...smartcard, ...query })),
    buyCable: ({ ref, signal, ...order }) =>
      documented(
        'POST /v1/cabletv/purchase',
        client.buyCable(
          {
            ...smartcard,
            package_code: 'gotv-lite',
            amount: 410,
            phone,
            subscription_type: 'change',
            ...order,
            request_ref: ref,
          },
          until(signal),
        ),
      ),
    verifyMeter: (query) => documented('POST /v1/electricity/verify', client.verifyMeter({ ...meter, ...query })),
    buyElectricity: ({ ref, signal, ...order }) =>
      documented(
        'POST /v1/electricity/purchase',
        client.buyElectricity({ ...meter, amount: 2_000, phone, ...order, request_ref: ref }, until(signal)),
      ),
    status: (ref) => documented('POST /v1/transaction/status', client.transactionStatus({ request_ref: ref })),
    balance: () => documented('GET /v1/wallet/balance', client.walletBalance()),
    setWebhook: (url) => documented('POST /v1/webhook/set', client.setWebhook({ webhook_url: url })),
  };
}

const onOwnConnection: typeof fetch = (url, init) =>
  fetch(url, { ...init, headers: { ...init?.headers, Connection: 'close' } });

const until = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });

/** The answer. @throws when docs/openapi.json does not describe it */
async function documented<Data = Record<string, unknown>>(
  call: `${'GET' | 'POST'} /v1/${string}`,
  answering: Promise<{ httpStatus: number; body: object; headers: Headers }>,
): Promise<ApiAnswer<Data>> {
  const { httpStatus: status, body, headers } = await answering;
  const [method = '', path = ''] = call.split(' ');
  const answer = { status, body: body as ApiBody<Data>, headers: Object.fromEntries(headers) };
  expectDocumented(method, path, status, answer.headers, body);
  return answer;
}

function rawCall(baseUrl: string, apiKey: string): ApiClient['call'] {
  const http = axios.create({
    baseURL: baseUrl,
    httpAgent: new Agent({ keepAlive: false }),
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    proxy: false,
    maxRedirects: 0,
    validateStatus: () => true,
  });
  return async (method, url, body, signal) => {
    const { status, data, headers } = await http.request<ApiBody>({ method, url, data: body, ...until(signal) });
    const answer = { status, body: data, headers: { ...headers } };
    if (url.startsWith('/v1/')) expectDocumented(method, url, status, answer.headers, data);
    return answer;
  };
}
