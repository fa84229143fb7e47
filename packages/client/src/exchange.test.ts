import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@topup/embedded';
import { documentedEndpoints } from '@topup/testkit';
import { ConnectionError, OutcomeUnknownError, TopUp, type TopUpOptions } from './index';

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

const client = (options: Partial<TopUpOptions> = {}) => new TopUp({ baseUrl, apiKey: 'tup_live_key', ...options });
const answering = (status: number, body: unknown) => {
  respond = (_request, response) => void response.writeHead(status, headers).end(JSON.stringify(body));
};

describe('a call that differs from the documented API', () => {
  test('sends a purchase once, as documented', async () => {
    answering(200, sold);
    const answer = await client().buyAirtime(order);
    expect(answer).toEqual(sold);
    expect(received).toMatchObject([{ method: 'POST', url: '/v1/airtime/purchase', body: JSON.stringify(order) }]);
    expect(received[0]?.headers).toMatchObject({
      authorization: 'Bearer tup_live_key',
      'content-type': 'application/json',
    });
  });

  test('each function calls the endpoint with its operation id', async () => {
    answering(400, { status: 'error', message: 'The request is invalid.' });
    const all = client();
    const ofOtherNames: Record<string, () => Promise<unknown>> = {
      transactionStatus: () => all.status('r'),
      claimTransaction: () => all.claim({ request_ref: 'r', note: 'n' }),
      listTransactions: () => all.transactions().page(),
      listWalletEntries: () => all.walletEntries({ kind: 'refund', limit: 1 }).page(),
      listRequests: () => all.requests({ status: '4xx', limit: 1 }).page(),
      listChanges: () => all.changes()[Symbol.asyncIterator]().next(),
    };
    const byName = all as unknown as Record<string, (request: object) => Promise<unknown>>;
    const endpoints = documentedEndpoints().filter(({ operationId }) => operationId !== 'listenToEvents');
    for (const { operationId, example } of endpoints)
      await expect(ofOtherNames[operationId]?.() ?? byName[operationId]?.(example)).rejects.toThrow(/invalid/);
    expect(received.map(({ method, url = '' }) => [method, url.replace(/\?.*/, '')])).toEqual(
      endpoints.map(({ method, path }) => [method, path]),
    );
  });

  test('accepts a base URL with a path and a trailing slash', async () => {
    answering(200, { status: 'success', message: 'm', data: { balance: '1.00', currency: 'NGN', low: true } });
    await client({ baseUrl: `${baseUrl}/topup/` }).walletBalance();
    expect(received[0]?.url).toBe('/topup/v1/wallet/balance');
  });

  test.each([{ baseUrl: 'topup.example.com' }, { baseUrl: 'ftp://topup.example.com' }, { apiKey: '' }])(
    'throws for %j',
    (wrong) => {
      expect(() => client(wrong)).toThrow(TypeError);
    },
  );
});

describe('a purchase without an answer that is settled wrongly or bought twice', () => {
  const failure = async (buying: Promise<unknown>): Promise<OutcomeUnknownError> => {
    const error = await buying.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof OutcomeUnknownError)) throw new Error(`expected OutcomeUnknownError, got ${error}`);
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
    expect(error.reference).toBe('order-1');
    expect(received).toHaveLength(1);
  });

  test('when nothing listens there, it is certain that nothing was bought', async () => {
    const nowhere = client({ baseUrl: `http://127.0.0.1:${await freePort()}`, maxRetries: 0 });
    const error = await nowhere.buyAirtime(order).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ retryable: true, reference: 'order-1' });
  });

  test('rejects with the reference when the caller hangs up', async () => {
    const hangUp = new AbortController();
    respond = () => hangUp.abort();
    expect((await failure(client().buyAirtime(order, { signal: hangUp.signal }))).reference).toBe('order-1');
  });

  test('keeps the API key out of the error, which may be logged', async () => {
    respond = (request) => void request.socket.destroy();
    const error = await failure(client().buyAirtime(order));
    expect(`${error.message} ${error.stack} ${error.cause}`).not.toContain('tup_live_key');
  });
});

describe('somebody reads the name of a fault, and not what it means for their money', () => {
  const failure = (call: Promise<unknown>): Promise<unknown> => call.catch((reason: unknown) => reason);
  const listening = (at: string) => client({ baseUrl: at }).listen()[Symbol.asyncIterator]().next();

  test('nothing listens there: each call says so, whether money moved, and what to do', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const topup = client({ baseUrl: nowhere, maxRetries: 0 });
    const [fault, check] = [
      `The service at ${nowhere} cannot be reached (ECONNREFUSED).`,
      'Check the URL, the network and that the service runs. Then try again',
    ];
    expect(await failure(topup.buyAirtime(order))).toMatchObject({
      name: 'ConnectionError',
      message: `${fault} This call sold nothing and moved no money. ${check} with the same reference.`,
    });
    const query = { name: 'ConnectionError', message: `${fault} This call moved no money. ${check}.` };
    expect(await failure(topup.walletBalance())).toMatchObject(query);
    expect(await failure(listening(nowhere))).toMatchObject(query);
  });

  test('a status query that was not sent does not say that nothing was sold', async () => {
    const topup = client({ baseUrl: `http://127.0.0.1:${await freePort()}`, maxRetries: 0 });
    const error = await failure(topup.status('order-1'));
    expect(String(error)).toContain('This call moved no money.');
    expect(String(error)).not.toContain('sold');
  });

  test.each([6000, 9])('Node refuses port %i: the error names it, and nothing is tried again', async (port) => {
    const told: unknown[] = [];
    const onLog: TopUpOptions['onLog'] = ({ event, reason }) => told.push([event, reason]);
    const topup = client({ baseUrl: `http://127.0.0.1:${port}`, onLog });
    const fault = `Node's fetch refuses port ${port} of http://127.0.0.1:${port}, so nothing was sent.`;
    const error = await failure(topup.buyAirtime(order));
    expect(error).toMatchObject({
      name: 'ConnectionError',
      retryable: false,
      reference: 'order-1',
      message: `${fault} This call sold nothing and moved no money. Choose another port for the service.`,
    });
    expect(told).toEqual([['no_answer', 'bad port']]);
    const query = `${fault} This call moved no money. Choose another port for the service.`;
    expect(await failure(topup.walletBalance())).toMatchObject({ retryable: false, message: query });
    expect(await failure(listening(`http://127.0.0.1:${port}`))).toMatchObject({ retryable: false, message: query });
  });

  test('a connection that breaks later: a query moved no money, and test money may have moved', async () => {
    respond = (request) => void request.socket.resetAndDestroy();
    const fault = `No answer came from the service at ${baseUrl} (ECONNRESET).`;
    const topup = client({ maxRetries: 0 });
    expect(await failure(topup.walletBalance())).toMatchObject({
      message: `${fault} This call moved no money. Try again later.`,
    });
    expect(await failure(topup.fundTestWallet({ amount: 5 }))).toMatchObject({
      message: `${fault} The test account may have changed. No real money moved. Look before you try again.`,
    });
  });
});
