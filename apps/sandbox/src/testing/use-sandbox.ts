import request from 'supertest';
import type { SandboxOptions } from '../options';
import { buildSandbox, type Sandbox } from '../wire';
import { GET_KEYS, NOON, POST_KEYS } from './vtpass';

type Keys = Record<string, string>;

/** A sandbox at noon, and its paths as functions that resolve with the parsed body. */
export type TestSandbox = Sandbox & {
  post(path: string, body: object, keys?: Keys): Promise<Body>;
  get(path: string, query?: Record<string, string>, keys?: Keys): Promise<Body>;
  /** An operator's call, without a key. Resolves with the whole answer. */
  put(path: string, body: object): Promise<request.Response>;
  pay(order: object): Promise<Body>;
  requery(requestId: unknown): Promise<Body>;
  balance(): Promise<number>;
};

type Body = request.Response['body'];

export function openSandbox(options: Partial<SandboxOptions> = {}): TestSandbox {
  const sandbox = buildSandbox({ now: () => NOON, ...options });
  const post = async (path: string, body: object, keys: Keys = POST_KEYS): Promise<Body> =>
    (await request(sandbox.app).post(path).set(keys).send(body)).body;
  const get = async (path: string, query: Record<string, string> = {}, keys: Keys = GET_KEYS): Promise<Body> =>
    (await request(sandbox.app).get(path).set(keys).query(query)).body;
  return {
    ...sandbox,
    post,
    get,
    put: async (path, body) => request(sandbox.app).put(path).send(body),
    pay: (order) => post('/api/pay', order),
    requery: (requestId) => post('/api/requery', { request_id: requestId }),
    balance: async () => (await get('/api/balance')).contents.balance,
  };
}

/** Opens a sandbox before each test and closes it after. Call the result inside a test. */
export function useSandbox(options: Partial<SandboxOptions> = {}): () => TestSandbox {
  let current: TestSandbox;
  beforeEach(() => {
    current = openSandbox(options);
  });
  afterEach(() => current.close());
  return () => current;
}
