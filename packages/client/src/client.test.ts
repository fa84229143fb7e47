import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openApiDocument } from '@topup/testkit';
import { type AnswerOf, createClient, NoAnswerError, type OperationName } from './index';

type Received = {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
};

const order = { network: 'mtn', phone: '08031234567', amount: 100, request_ref: 'order-1' } as const;
const sold = {
  status: 'successful',
  status_code: 200,
  message: 'Airtime purchase successful.',
  reference: 'order-1',
  data: { amount: '100.00', network: 'mtn', phone: '08031234567' },
};
const headers = { 'Content-Type': 'application/json', 'X-Request-Id': '0f8fad5b-d9cb-469f-a165-70867728950e' };

let server: Server;
let baseUrl: string;
let received: Received[];
/** Answers a request, after its body was read. */
let respond: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll((done) => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ method: request.method, url: request.url, headers: request.headers, body });
    respond(request, response);
  }).listen(0, '127.0.0.1', done);
});
beforeEach(() => {
  received = [];
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll((done) => {
  server.closeAllConnections();
  server.close(done);
});

const client = (options: { timeoutMs?: number; fetch?: typeof fetch } = {}) =>
  createClient({ baseUrl, apiKey: 'tup_live_key', ...options });
const answering = (status: number, body: unknown) => {
  respond = (_request, response) => void response.writeHead(status, headers).end(JSON.stringify(body));
};

/** Compiles only if the types follow docs/openapi.json. */
function whatBecameOfIt(answer: AnswerOf<'buyElectricity'>): string | null {
  switch (answer.httpStatus) {
    case 200:
      return answer.body.data.bonus_token ?? answer.body.data.token;
    case 202:
    case 424:
      return answer.body.data.units;
    case 401:
      return answer.body.error;
    default:
      return answer.body.error ?? answer.body.message;
  }
}

describe('a call that differs from the documented API', () => {
  test('sends a purchase once, as documented, and types its answer by the HTTP status', async () => {
    answering(200, sold);
    const answer = await client().buyAirtime(order);
    expect(answer).toMatchObject({ httpStatus: 200, body: sold, requestId: headers['X-Request-Id'] });
    expect(received).toMatchObject([{ method: 'POST', url: '/v1/airtime/purchase', body: JSON.stringify(order) }]);
    expect(received[0]?.headers).toMatchObject({
      authorization: 'Bearer tup_live_key',
      'content-type': 'application/json',
    });
    if (answer.httpStatus === 200) expect(answer.body.data.amount).toBe('100.00');
  });

  test.each([400, 401, 405, 413, 415, 424, 429, 500])('HTTP %i is an answer, not an exception', async (status) => {
    answering(status, { message: 'what', error: 'why' });
    const answer = await client().buyElectricity({
      disco: 'eko-electric',
      meter_number: '1111111111111',
      meter_type: 'prepaid',
      amount: '1000',
      phone: '08031234567',
      request_ref: 'order-2',
    });
    expect(answer.httpStatus).toBe(status);
    if (status !== 424) expect(whatBecameOfIt(answer)).toBe('why');
  });

  test('an error has its code, typed by the status, and a success has none', async () => {
    respond = (_request, response) =>
      void response
        .writeHead(400, { ...headers, 'X-Error-Code': 'insufficient_balance' })
        .end(JSON.stringify({ status: 'error', message: 'The wallet balance is too low for this purchase.' }));
    const answer = await client().buyAirtime(order);
    if (answer.httpStatus !== 400) throw new Error(`HTTP ${answer.httpStatus}`);
    const isPoor: boolean = answer.errorCode === 'insufficient_balance'; // another word does not compile
    expect(isPoor).toBe(true);
    answering(200, sold);
    expect((await client().buyAirtime(order)).errorCode).toBeNull();
  });

  test('calls the endpoint with the same operation id for each function', async () => {
    answering(500, { status: 'error', message: 'Something went wrong on our side. Nothing was debited.' });
    const all = client();
    const card = { product_type: 'gotv', smartcard_number: '1212121212' } as const;
    const meter = { disco: 'eko-electric', meter_number: '1111111111111', meter_type: 'prepaid' } as const;
    const phone = '08031234567';
    const calls: { [Name in OperationName]: () => Promise<{ httpStatus: number }> } = {
      buyAirtime: () => all.buyAirtime(order),
      listDataPlans: () => all.listDataPlans(),
      buyData: () => all.buyData({ plan_id: 'x', phone, request_ref: 'r' }),
      cablePackages: () => all.cablePackages({ product_type: 'gotv' }),
      verifySmartcard: () => all.verifySmartcard(card),
      buyCable: () =>
        all.buyCable({
          ...card,
          package_code: 'gotv-lite',
          amount: 410,
          phone,
          subscription_type: 'change',
          request_ref: 'r',
        }),
      verifyMeter: () => all.verifyMeter(meter),
      buyElectricity: () => all.buyElectricity({ ...meter, amount: 1000, phone, request_ref: 'r' }),
      transactionStatus: () => all.transactionStatus({ request_ref: 'r' }),
      setWebhook: () => all.setWebhook({ webhook_url: 'https://example.com' }),
      getWebhook: () => all.getWebhook(),
      walletBalance: () => all.walletBalance(),
      listTransactions: () => all.listTransactions({}),
      listWalletEntries: () => all.listWalletEntries({ kind: 'refund', limit: 1 }),
      listRequests: () => all.listRequests({ status: '4xx', limit: 1 }),
      fundTestWallet: () => all.fundTestWallet({ amount: 5000 }),
      resetTestAccount: () => all.resetTestAccount({}),
      triggerEvent: () => all.triggerEvent({ event: 'data.purchase.failed' }),
    };
    for (const call of Object.values(calls)) expect((await call()).httpStatus).toBe(500);
    const { paths } = openApiDocument();
    const called = received.map(
      ({ method = '', url = '' }) => paths[url.replace(/\?.*/, '')]?.[method.toLowerCase()]?.operationId,
    );
    expect(called).toEqual(Object.keys(calls));
  });

  test('an HTTP status that this version does not know is an error with its code, not a missing answer', async () => {
    respond = (_request, response) =>
      void response.writeHead(409, { ...headers, 'X-Error-Code': 'account_frozen' }).end('{"message":"Frozen."}');
    await expect(client().buyAirtime(order)).rejects.toMatchObject({
      name: 'TopUpError',
      code: 'account_frozen',
      httpStatus: 409,
    });
  });

  test('accepts a base URL with a path and a trailing slash', async () => {
    answering(200, { status: 'success', message: 'm', data: { balance: '1.00', currency: 'NGN', low: true } });
    await createClient({ baseUrl: `${baseUrl}/topup/`, apiKey: 'k' }).walletBalance();
    expect(received[0]?.url).toBe('/topup/v1/wallet/balance');
  });

  test.each([{ baseUrl: 'topup.example.com' }, { baseUrl: 'ftp://topup.example.com' }, { apiKey: '' }])(
    'throws for %j',
    (wrong) => {
      expect(() => createClient({ baseUrl: 'https://topup.example.com', apiKey: 'k', ...wrong })).toThrow(TypeError);
    },
  );
});

describe('a purchase without an answer that is settled wrongly or bought twice', () => {
  const failure = async (buying: Promise<unknown>): Promise<NoAnswerError> => {
    const error = await buying.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof NoAnswerError)) throw new Error(`expected NoAnswerError, got ${error}`);
    return error;
  };

  test.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ['the connection is reset', (request) => request.socket.resetAndDestroy()],
    [
      'the answer is cut short',
      (_request, response) =>
        void response.writeHead(200, { ...headers, 'Content-Length': 900 }).write('{"st', () => response.destroy()),
    ],
    ['no answer comes in time', () => undefined],
    [
      'a proxy answers with a page',
      (_request, response) => void response.writeHead(500, { 'Content-Type': 'text/html' }).end('<h1>Bad</h1>'),
    ],
    [
      'a proxy answers in JSON',
      (_request, response) => void response.writeHead(503, headers).end('{"message":"upstream"}'),
    ],
    [
      'the service redirects',
      (_request, response) => void response.writeHead(307, { Location: '/v1/airtime/purchase' }).end(),
    ],
  ])('rejects when %s, with the reference, and sends nothing again', async (_what, how) => {
    respond = how;
    const error = await failure(client({ timeoutMs: 1_000 }).buyAirtime(order));
    expect(error.requestRef).toBe('order-1');
    expect(error.message).toMatch(/outcome of the purchase is unknown: query its status with request_ref "order-1"/);
    expect(received).toHaveLength(1);
  });

  test('rejects with the reference when nothing listens there', async () => {
    const nowhere = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k' });
    expect((await failure(nowhere.buyAirtime(order))).requestRef).toBe('order-1');
  });

  test('rejects with the advice when the caller hangs up', async () => {
    const hangUp = new AbortController();
    respond = () => hangUp.abort();
    expect((await failure(client().buyAirtime(order, { signal: hangUp.signal }))).message).toContain(
      'outcome of the purchase is unknown',
    );
  });

  test('does not mention a purchase for any other call', async () => {
    respond = (request) => void request.socket.destroy();
    for (const ask of [() => client().walletBalance(), () => client().transactionStatus({ request_ref: 'order-1' })]) {
      const error = await failure(ask());
      expect(error.requestRef).toBeUndefined();
      expect(error.message).not.toContain('purchase is unknown');
    }
  });

  test('keeps the API key out of the error, which may be logged', async () => {
    respond = (request) => void request.socket.destroy();
    const error = await failure(client().buyAirtime(order));
    expect(`${error.message} ${error.stack} ${error.cause}`).not.toContain('tup_live_key');
  });
});
