import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  AuthenticationError,
  ConnectionError,
  DuplicateReferenceError,
  InsufficientBalanceError,
  type LogEntry,
  NotFoundError,
  NotRecognisedError,
  OutcomeUnknownError,
  PurchaseFailedError,
  RateLimitedError,
  TopUp,
  TopUpError,
  UnavailableError,
  ValidationError,
} from './index';
import { broken, outcome, refused, type Scripted, scriptedFetch } from './testing/scripted-fetch';
import { VERSION } from './version';

const order = { network: 'mtn', phone: '08031234567', amount: 100, request_ref: 'order-1' } as const;

let service: ReturnType<typeof scriptedFetch>;
let logged: LogEntry[];
let topup: TopUp;

beforeEach(() => {
  jest.useFakeTimers();
  service = scriptedFetch();
  logged = [];
  topup = new TopUp({
    baseUrl: 'https://topup.example.com/',
    apiKey: 'tup_test_key',
    fetch: service.fetch,
    onLog: (entry) => logged.push(entry),
  });
});
afterEach(() => jest.useRealTimers());

/** Returns the error that the call rejects with. Waits pass at once. */
async function failure(call: Promise<unknown>): Promise<TopUpError> {
  const caught = call.then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  );
  await jest.advanceTimersByTimeAsync(120_000);
  const error = await caught;
  if (!(error instanceof TopUpError)) throw error;
  return error;
}

const waits = () => logged.flatMap(({ waitMs }) => waitMs ?? []);
const buy = () => topup.buyAirtime(order);
const referencesSent = () => service.sent.map(({ body }) => (body as { request_ref: string }).request_ref);

describe('a program cannot tell one error from another', () => {
  test.each<[Scripted, new (...facts: never[]) => TopUpError, boolean]>([
    [refused(400, 'validation_failed'), ValidationError, false],
    [refused(400, 'unknown_plan'), ValidationError, false],
    [refused(400, 'insufficient_balance'), InsufficientBalanceError, false],
    [refused(400, 'duplicate_reference'), DuplicateReferenceError, false],
    [refused(401, 'unauthorized'), AuthenticationError, false],
    [refused(401, 'key_scope'), AuthenticationError, false],
    [refused(429, 'rate_limited'), RateLimitedError, true],
    [refused(429, 'overloaded'), RateLimitedError, true],
    [refused(500, 'unavailable'), UnavailableError, true],
    [refused(500, 'provider_unavailable'), UnavailableError, true],
    [refused(500, 'provider_unreachable'), PurchaseFailedError, false],
    [refused(500, 'outcome_unknown'), OutcomeUnknownError, false],
    [outcome(424, 'provider_rejected'), PurchaseFailedError, false],
  ])('%j', async (answer, Class, retryable) => {
    service.answer(answer);
    const error = await failure(buy());
    expect(error).toBeInstanceOf(Class);
    expect(error.name).toBe(Class.name);
    const { status, headers = {} } = answer as Exclude<Scripted, Error>;
    expect(error).toMatchObject({
      code: headers['X-Error-Code'],
      httpStatus: status,
      requestId: headers['X-Request-Id'],
      reference: 'order-1',
      retryable,
    });
  });

  test('the page that explains it is a whole URL', async () => {
    service.answer(refused(400, 'insufficient_balance'));
    expect((await failure(buy())).helpUrl).toBe('https://topup.example.com/docs/errors#insufficient_balance');
  });

  test('the fields at fault are named', async () => {
    const error =
      'phone must be 5 to 30 digits or letters; dashes and slashes may stand between them; "amount" is named more than once; network is required';
    service.answer(refused(400, 'validation_failed', { error }));
    expect(await failure(buy())).toMatchObject({ detail: error, fields: ['phone', 'amount', 'network'] });
  });

  test('every class of error has the detail that says why; the word of a 401 says nothing', async () => {
    const error = 'The test account was reset less than a minute ago';
    service.answer(refused(429, 'rate_limited', { error }));
    expect(await failure(topup.resetTestAccount())).toMatchObject({ name: 'RateLimitedError', detail: error });
    service.answer(refused(401, 'unauthorized', { error: 'unauthorized' }));
    expect(await failure(buy())).toMatchObject({ name: 'AuthenticationError', detail: null });
  });

  test.each([
    [404, 'transaction_not_found'],
    [403, 'transaction_not_yours'],
  ])('HTTP %i of a status query is NotFoundError', async (status, code) => {
    service.answer(refused(status, code));
    expect(await failure(topup.status('order-1'))).toBeInstanceOf(NotFoundError);
  });

  test('a number that the provider does not know is NotRecognisedError', async () => {
    service.answer({ ...outcome(424, 'not_recognised') });
    const card = { product_type: 'gotv', smartcard_number: '1212121212' } as const;
    expect(await failure(topup.verifySmartcard(card))).toBeInstanceOf(NotRecognisedError);
  });

  test('a failed purchase is an answer of the status query, with its code', async () => {
    service.answer(outcome(424, 'not_sent'));
    expect(await topup.status('order-1')).toMatchObject({ status: 'failed', error_code: 'not_sent' });
    service.answer(outcome(202));
    expect(await topup.status('order-1')).toMatchObject({ status: 'pending', error_code: null });
  });
});

describe('a later version of the service breaks a program (specification 1.3)', () => {
  test('an HTTP status and a code that this version does not know are a TopUpError with both', async () => {
    service.answer(refused(409, 'account_frozen'));
    for (const call of [buy, () => topup.walletBalance(), () => topup.status('order-1')]) {
      const error = await failure(call());
      expect([error.name, error.code, error.httpStatus]).toEqual(['TopUpError', 'account_frozen', 409]);
    }
    expect(service.sent).toHaveLength(3);
  });

  test.each(['constructor', 'toString', '__proto__'])('a code %s is a code like any other', async (code) => {
    service.answer(refused(400, code));
    expect(await failure(buy())).toMatchObject({ name: 'TopUpError', code });
  });

  test('a server error with an unknown code says nothing about a purchase', async () => {
    service.answer(refused(503, 'maintenance'));
    expect(await failure(buy())).toBeInstanceOf(OutcomeUnknownError);
  });

  test('fields that it does not know are passed on, and an unknown 2xx with an outcome is one', async () => {
    service.answer({ status: 203, body: { ...Object(outcome(200)).body, added: 1 } });
    expect(await buy()).toMatchObject({ status: 'successful', added: 1 });
  });
});

describe('a purchase with an unknown outcome is sent again', () => {
  test.each<[string, Scripted]>([
    ['the connection is reset', broken('ECONNRESET')],
    ['a proxy times out', { status: 504, body: '<h1>Gateway Timeout</h1>' }],
    ['a proxy answers in JSON', { status: 503, body: { message: 'upstream' } }],
    ['a proxy says 404', { status: 404, body: '<h1>Not Found</h1>' }],
    ['a proxy says 424', { status: 424, body: '<h1>Failed Dependency</h1>' }],
    ['a page comes with 200', { status: 200, body: '<h1>Welcome</h1>' }],
    ['the service redirects', { status: 307, body: '', headers: { Location: '/v1/airtime/purchase' } }],
    ['the service does not know', refused(500, 'outcome_unknown')],
  ])('when %s it is not, and the error leads to the status', async (_, answer) => {
    service.answer(answer);
    const error = await failure(buy());
    if (!(error instanceof OutcomeUnknownError)) throw error;
    expect(error).toMatchObject({ reference: 'order-1', retryable: false });
    expect(error.message).toContain('outcome of the purchase is unknown');
    expect(service.sent).toHaveLength(1);
    service.answer(outcome(200));
    expect((await error.status()).status).toBe('successful');
    expect(service.sent[1]?.url.pathname).toBe('/v1/transaction/status');
    expect(referencesSent()).toEqual(['order-1', 'order-1']);
  });

  test('test money is not added twice either', async () => {
    service.answer(broken('ECONNRESET'));
    expect(await failure(topup.fundTestWallet({ amount: 5 }))).toBeInstanceOf(ConnectionError);
    expect(service.sent).toHaveLength(1);
  });
});

describe('a call fails although it could safely be repeated', () => {
  test.each<[string, Scripted]>([
    ['the limit is reached', refused(429, 'rate_limited', { retryAfter: 3 })],
    ['too much is under way', refused(429, 'overloaded', { retryAfter: 1 })],
    ['the database is away', refused(500, 'unavailable', { retryAfter: 1 })],
    ['the provider is away', refused(500, 'provider_unavailable')],
    ['the body came too slowly', refused(408, 'request_timeout')],
    ['the connection is refused', broken('ECONNREFUSED')],
    ['the name is unknown', broken('ENOTFOUND')],
  ])('a purchase is sent again with the same reference when %s', async (_, answer) => {
    service.answer(answer, outcome(200));
    const buying = buy();
    await jest.advanceTimersByTimeAsync(10_000);
    expect((await buying).status).toBe('successful');
    expect(referencesSent()).toEqual(['order-1', 'order-1']);
    const { headers = {} } = answer as Exclude<Scripted, Error>;
    expect(waits()[0]).toBeGreaterThanOrEqual(Number(headers['Retry-After'] ?? 0) * 1_000 + 250);
  });

  test.each<[string, Scripted]>([
    ['the connection is reset', broken('ECONNRESET')],
    ['a proxy has no server', { status: 502, body: '<h1>Bad Gateway</h1>' }],
  ])('a query is sent again when %s', async (_, answer) => {
    service.answer(answer, {
      status: 200,
      body: { message: 'm', data: { balance: '1.00', currency: 'NGN', low: true } },
    });
    const asking = topup.walletBalance();
    await jest.advanceTimersByTimeAsync(2_000);
    expect((await asking).balance).toBe('1.00');
  });

  test('twice, with growing waits, unless something else is asked for', async () => {
    service.answer(refused(429, 'overloaded'));
    expect(await failure(buy())).toBeInstanceOf(RateLimitedError);
    const [first = 0, second = 0] = waits();
    expect([first >= 250, first <= 500, second >= 500, second <= 1_000, waits().length]).toEqual([
      true,
      true,
      true,
      true,
      2,
    ]);
    await failure(topup.buyAirtime(order, { maxRetries: 0 }));
    expect(service.sent).toHaveLength(4);
  });

  test('it does not wait for longer than the call may take', async () => {
    service.answer(refused(429, 'rate_limited', { retryAfter: 50 }));
    const error = await failure(topup.buyAirtime(order, { timeoutMs: 20_000 }));
    expect(error).toMatchObject({ name: 'RateLimitedError', retryAfterSeconds: 50 });
    expect(service.sent).toHaveLength(1);
  });

  test.each([
    ['Sun, 22 Nov 2026 09:30:05 GMT', 5],
    ['Sun, 22 Nov 2026 09:29:00 GMT', 0],
    ['120', 120],
    ['soon', null],
    ['-5', null],
    ['2027', 2027],
  ])('a proxy names the time %s: %p seconds', async (retryAfter, seconds) => {
    jest.setSystemTime(new Date('2026-11-22T09:30:00.000Z'));
    service.answer({ status: 429, body: 'busy', headers: { 'Retry-After': retryAfter } });
    expect(await failure(topup.walletBalance({ maxRetries: 0 }))).toMatchObject({
      name: 'RateLimitedError',
      retryAfterSeconds: seconds,
    });
  });

  test('an abort ends the wait, and the program knows that nothing was bought', async () => {
    service.answer(refused(429, 'rate_limited', { retryAfter: 5 }));
    const hangUp = new AbortController();
    const buying = topup.buyAirtime(order, { signal: hangUp.signal });
    const caught = buying.catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(100);
    hangUp.abort();
    expect(await caught).toMatchObject({ name: 'AbortError' });
    expect(service.sent).toHaveLength(1);
  });
});

describe('a program waits forever, or longer than it wants', () => {
  const silent = async (use: (slow: TopUp) => Promise<void>) => {
    jest.useRealTimers();
    const server = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address() as AddressInfo;
    try {
      await use(new TopUp({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k', timeoutMs: 50 }));
    } finally {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
  };

  test('a purchase without an answer in time has an unknown outcome; a query just failed', () =>
    silent(async (slow) => {
      await expect(slow.buyAirtime(order)).rejects.toThrow(/No answer came within 50 ms.*outcome of the purchase is/);
      await expect(slow.walletBalance()).rejects.toBeInstanceOf(ConnectionError);
      await expect(slow.walletBalance({ timeoutMs: 20 })).rejects.toThrow('within 20 ms');
    }));

  test('after an abort a purchase that was sent has an unknown outcome, and a query has the reason', () =>
    silent(async (slow) => {
      const signal = AbortSignal.abort(new Error('changed my mind'));
      await expect(slow.buyAirtime(order, { signal })).rejects.toThrow('changed my mind'); // never sent
      const soon = () => ({ signal: AbortSignal.timeout(20), timeoutMs: 60_000 });
      await expect(slow.buyAirtime(order, soon())).rejects.toBeInstanceOf(OutcomeUnknownError);
      await expect(slow.walletBalance(soon())).rejects.toMatchObject({ name: 'TimeoutError' });
    }));
});

describe('a long list is read in part, or twice', () => {
  const page = (items: string[], next_cursor: string | null): Scripted => ({
    status: 200,
    body: { status: 'success', message: 'm', data: items.map((reference) => ({ reference })), next_cursor },
  });

  test('every item of every page comes once, with the same filter', async () => {
    service.answer(page(['a', 'b'], 'c1'), page([], 'c2'), page(['c'], null));
    const references: string[] = [];
    for await (const { reference } of topup.transactions({ status: 'failed', limit: 2 })) references.push(reference);
    expect(references).toEqual(['a', 'b', 'c']);
    expect(service.sent.map(({ url }) => `${url.pathname}${url.search}`)).toEqual([
      '/v1/transactions?status=failed&limit=2',
      '/v1/transactions?status=failed&limit=2&cursor=c1',
      '/v1/transactions?status=failed&limit=2&cursor=c2',
    ]);
  });

  test('or one page at a time', async () => {
    service.answer(page(['a'], 'c1'));
    const entries = topup.walletEntries({ kind: 'refund' });
    expect(await entries.page()).toMatchObject({ items: [{ reference: 'a' }], nextCursor: 'c1' });
    await entries.page('c1');
    expect(service.sent[1]?.url.search).toBe('?kind=refund&cursor=c1');
  });
});

describe('a program sells what cannot be bought now', () => {
  test('it can ask for the state of each service', async () => {
    const since = '2026-11-21T09:05:11.516Z';
    const mtn = { product_type: 'AIRTIME', service: 'mtn', state: 'unavailable', since, message: 'MTN works on it.' };
    service.answer({ status: 200, body: { status: 'success', message: 'm', data: [mtn] } });
    const [first] = await topup.services();
    expect(first).toEqual(mtn);
    expect(service.sent[0]?.url.pathname).toBe('/v1/services');
  });
});

describe('a program does not know what it pays', () => {
  test('it can ask for its discount on each service', async () => {
    const mtn = { product_type: 'AIRTIME', service: 'mtn', discount_percent: '2.50' };
    service.answer({ status: 200, body: { status: 'success', message: 'm', data: [mtn] } });
    const [first] = await topup.prices();
    expect(first).toEqual(mtn);
    expect(service.sent[0]?.url.pathname).toBe('/v1/prices');
  });

  test('a purchase says what was charged, where a discount makes it less than the amount', async () => {
    service.answer(outcome(200, undefined, { charged: '97.50' }), outcome(200));
    expect((await buy()).data).toMatchObject({ amount: '100.00', charged: '97.50' });
    expect((await buy()).data.charged).toBeUndefined();
  });
});

describe('a log has secrets in it, or is missing', () => {
  test('each request, answer and retry is told, without key, number or reference', async () => {
    service.answer(broken('ECONNREFUSED'), refused(429, 'overloaded'), outcome(200));
    const buying = buy();
    await jest.advanceTimersByTimeAsync(5_000);
    await buying;
    expect(
      logged.map(({ event, attempt, reason, status, errorCode }) => [event, attempt, reason ?? status, errorCode]),
    ).toEqual([
      ['no_answer', 1, 'ECONNREFUSED', undefined],
      ['retry', 1, undefined, undefined],
      ['answer', 2, 429, 'overloaded'],
      ['retry', 2, undefined, undefined],
      ['answer', 3, 200, null],
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/tup_test_key|08031234567|order-1/);
  });

  test('a log that throws does not fail a purchase', async () => {
    const throwing = () => {
      throw new Error('disk full');
    };
    service.answer(outcome(200));
    const careless = new TopUp({ baseUrl: 'https://a.example', apiKey: 'k', fetch: service.fetch, onLog: throwing });
    expect((await careless.buyAirtime(order)).status).toBe('successful');
  });

  test('the service learns which version calls', async () => {
    service.answer(outcome(200));
    await buy();
    const headers = new Headers(service.sent[0]?.init.headers);
    expect(headers.get('user-agent')).toBe(`topup-client/${VERSION} node/${process.versions.node}`);
    expect(VERSION).toBe(jest.requireActual('../package.json').version);
  });
});
