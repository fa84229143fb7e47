import { Agent } from 'node:http';
import axios from 'axios';

/** What the document's bodies consist of, the envelope and the error shapes together. */
export type ApiBody = {
  status?: string;
  status_code?: number;
  message?: string;
  reference?: string;
  data?: Record<string, unknown>;
  error?: string;
};

export type ApiAnswer = { status: number; body: ApiBody; headers: Record<string, unknown> };

/** Each field has a default that succeeds, so that a test says only what it is about. `signal` hangs up. */
export type AirtimeOrder = { ref: string; phone?: string; amount?: unknown; network?: string; signal?: AbortSignal };

/** A client of the service. Every call resolves with the answer, whatever its status, and rejects only when none came. */
export type ApiClient = {
  buyAirtime(order: AirtimeOrder): Promise<ApiAnswer>;
  status(ref: string): Promise<ApiAnswer>;
  balance(): Promise<ApiAnswer>;
  setWebhook(url: string): Promise<ApiAnswer>;
  /** Any other call. */
  call(method: 'GET' | 'POST', path: string, body?: unknown, signal?: AbortSignal): Promise<ApiAnswer>;
};

/** Calls the API at `baseUrl` with `apiKey`, each time on a connection of its own, so that no call meets one that has died meanwhile. */
export function createApiClient(baseUrl: string, apiKey: string): ApiClient {
  const http = axios.create({
    baseURL: baseUrl,
    httpAgent: new Agent({ keepAlive: false }),
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    proxy: false,
    maxRedirects: 0,
    validateStatus: () => true,
  });

  async function call(method: 'GET' | 'POST', url: string, body?: unknown, signal?: AbortSignal): Promise<ApiAnswer> {
    const { status, data, headers } = await http.request<ApiBody>({ method, url, data: body, ...(signal ? { signal } : {}) });
    return { status, body: data, headers: { ...headers } };
  }

  return {
    call,
    buyAirtime: ({ ref, phone = '08031234567', amount = 100, network = 'mtn', signal }) =>
      call('POST', '/v1/airtime/purchase', { request_ref: ref, phone, amount, network }, signal),
    status: (ref) => call('POST', '/v1/transaction/status', { request_ref: ref }),
    balance: () => call('GET', '/v1/wallet/balance'),
    setWebhook: (url) => call('POST', '/v1/webhook/set', { webhook_url: url }),
  };
}
