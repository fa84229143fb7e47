import type { Socket } from 'node:net';
import type { Provider, ProviderLookups } from '@topup/core/provider';
import fc from 'fast-check';
import {
  answer,
  DELIVERED,
  deadlineIn,
  ORDER,
  type SeenRequest,
  type StubProvider,
  startStub,
} from '../../../test/stub-provider';
import { createVtpass, type VtpassOptions } from '../vtpass.adapter';

type Vtpass = Provider & ProviderLookups;

let stub: StubProvider;
afterEach(() => stub.close());

const vtpass = (options: Partial<VtpassOptions> = {}): Vtpass =>
  createVtpass({
    baseUrl: `${stub.origin}/api`,
    apiKey: 'the-api-key',
    publicKey: 'PK_public',
    secretKey: 'SK_secret',
    ...options,
  });

const startAnswering = async (body: string, httpStatus = 200) => {
  stub = await startStub((_, socket) => answer(socket, httpStatus, body));
};

const VARIATIONS = JSON.stringify({
  response_description: '000',
  content: { varations: [{ variation_code: 'eti-100', name: '100 naira', variation_amount: '100.00' }] },
});
const CARD = JSON.stringify({ code: '000', content: { Customer_Name: 'SAMPLE VIEWER' } });
const METER = JSON.stringify({
  code: '000',
  content: { Customer_Name: 'SAMPLE HOUSEHOLD', Address: '12 TEST STREET' },
});

/** As the documentation prints it: a number for a code, `contents`, and float noise. */
const BALANCE = '{"code":1,"contents":{"balance":1081.8199999998}}';

const LOOKUPS: [string, (provider: Vtpass) => Promise<{ kind: string; reason?: string }>, string][] = [
  ['variations', (provider) => provider.variations('etisalat-data'), VARIATIONS],
  ['verifySmartcard', (provider) => provider.verifySmartcard('gotv', '7031234567'), CARD],
  ['verifyMeter', (provider) => provider.verifyMeter('jos-electric', '0412345678901', 'prepaid'), METER],
  ['balance', (provider) => provider.balance(), BALANCE],
];

describe('clients would get 424 for right numbers or wait forever, or rejected keys would go unnoticed', () => {
  test('a price list is asked for by GET, with the keys of a GET', async () => {
    await startAnswering(VARIATIONS);
    expect(await vtpass().variations('etisalat-data')).toEqual({
      kind: 'found',
      value: [{ code: 'eti-100', name: '100 naira', priceKobo: 10_000n }],
    });
    const [request] = stub.requests as [SeenRequest];
    expect(request).toMatchObject({ method: 'GET', path: '/api/service-variations?serviceID=etisalat-data', body: '' });
    expect(request.headers).toMatchObject({
      'api-key': 'the-api-key',
      'public-key': 'PK_public',
      accept: 'application/json',
    });
    expect(request.headers).not.toHaveProperty('secret-key');
    expect(request.headers).not.toHaveProperty('content-type');
  });

  test('the float is asked for by GET, and read to the kobo', async () => {
    await startAnswering(BALANCE);
    expect(await vtpass().balance()).toEqual({ kind: 'found', value: 108_182n });
    expect(stub.requests[0]).toMatchObject({
      method: 'GET',
      path: '/api/balance',
      headers: { 'public-key': 'PK_public' },
      body: '',
    });
    expect(stub.requests[0]?.headers).not.toHaveProperty('secret-key');
  });

  test.each([
    ['no contents', '{"code":1}'],
    ['no balance', '{"code":1,"contents":{}}'],
    ['a balance in words', '{"code":1,"contents":{"balance":"plenty"}}'],
    ['another code', '{"code":"083","contents":{"balance":5}}'],
  ])('a float that is not in the answer (%s) is unknown, not empty', async (_, body) => {
    await startAnswering(body);
    expect(await vtpass().balance()).toMatchObject({ kind: 'unavailable', reason: expect.stringMatching(/./) });
  });

  test('an empty float is empty, not unknown', async () => {
    await startAnswering('{"code":1,"contents":{"balance":0}}');
    expect(await vtpass().balance()).toEqual({ kind: 'found', value: 0n });
  });

  test('an id with signs in it stays one id', async () => {
    await startAnswering(VARIATIONS);
    await vtpass().variations('a&b=c d#/../pay');
    expect(stub.requests[0]?.path).toBe('/api/service-variations?serviceID=a%26b%3Dc+d%23%2F..%2Fpay');
  });

  test.each([
    [
      'a card',
      CARD,
      (provider: Vtpass) => provider.verifySmartcard('gotv', '7031234567'),
      '{"billersCode":"7031234567","serviceID":"gotv"}',
    ],
    [
      'a prepaid meter',
      METER,
      (provider: Vtpass) => provider.verifyMeter('jos-electric', '0412345678901', 'prepaid'),
      '{"billersCode":"0412345678901","serviceID":"jos-electric","type":"prepaid"}',
    ],
    [
      'a postpaid meter',
      METER,
      (provider: Vtpass) => provider.verifyMeter('jos-electric', '0412345678901', 'postpaid'),
      '{"billersCode":"0412345678901","serviceID":"jos-electric","type":"postpaid"}',
    ],
  ])('%s is verified by POST, with the keys of a POST', async (_, body, lookUp, sent) => {
    await startAnswering(body);
    expect(await lookUp(vtpass())).toMatchObject({ kind: 'found' });
    const [request] = stub.requests as [SeenRequest];
    expect(request).toMatchObject({ method: 'POST', path: '/api/merchant-verify', body: sent });
    expect(request.headers).toMatchObject({
      'api-key': 'the-api-key',
      'secret-key': 'SK_secret',
      'content-type': 'application/json',
    });
    expect(request.headers).not.toHaveProperty('public-key');
  });

  test('every service of data belongs to a network', async () => {
    await startAnswering('');
    expect(Object.fromEntries(vtpass().dataServices.map(({ serviceId, network }) => [serviceId, network]))).toEqual({
      'mtn-data': 'MTN',
      'glo-data': 'GLO',
      'glo-sme-data': 'GLO',
      'airtel-data': 'AIRTEL',
      'etisalat-data': '9MOBILE',
    });
  });

  describe.each(LOOKUPS)('%s', (_, lookUp, good) => {
    test.each<[string, (socket: Socket) => void, string]>([
      ['HTML', (socket) => answer(socket, 200, '<html>busy</html>'), 'the answer is not JSON'],
      ['HTTP 502', (socket) => answer(socket, 502, '<html>bad gateway</html>'), 'HTTP 502'],
      ['a redirect', (socket) => answer(socket, 302, good, ['Location: /elsewhere']), 'HTTP 302'],
      ['an answer cut off', (socket) => answer(socket, 200, good.slice(0, -20)), 'the answer is not JSON'],
      [
        'an answer of more than a megabyte',
        (socket) => answer(socket, 200, `${good}${' '.repeat(1024 * 1024)}`),
        'ERR_BAD_RESPONSE',
      ],
      [
        'refused keys',
        (socket) => answer(socket, 200, '{"code":"087","response_description":"INVALID CREDENTIALS"}'),
        '',
      ],
    ])('%s: nothing was learnt, from one request', async (_name, onRequest, reason) => {
      stub = await startStub((_request, socket) => onRequest(socket));
      const outcome = await lookUp(vtpass());
      expect(outcome.kind).toBe('unavailable');
      expect(outcome.reason).toContain(reason);
      expect(stub.requests).toHaveLength(1);
    });

    test('no answer: it gives up at its own time limit, and does not ask again', async () => {
      stub = await startStub(() => {});
      expect(await lookUp(vtpass({ lookupTimeoutMs: 1_000, timeoutMs: 60_000 }))).toEqual({
        kind: 'unavailable',
        reason: 'the deadline passed',
      });
      expect(stub.requests).toHaveLength(1);
    });

    test('a second try gets no second time limit', async () => {
      stub = await startStub((_request, socket) => {
        const isFirst = stub.requests.length === 1;
        setTimeout(() => (isFirst ? socket.resetAndDestroy() : answer(socket, 200, good)), 200);
      });
      expect(await lookUp(vtpass({ lookupTimeoutMs: 300 }))).toEqual({
        kind: 'unavailable',
        reason: 'the deadline passed',
      });
    });

    test('a reset connection: it asks again, once', async () => {
      stub = await startStub((_request, socket) => {
        if (stub.requests.length === 1) socket.resetAndDestroy();
        else answer(socket, 200, good);
      });
      expect(await lookUp(vtpass())).toMatchObject({ kind: 'found' });
      expect(stub.requests).toHaveLength(2);
    });

    test('every connection is reset: it gives up after the second', async () => {
      stub = await startStub((_request, socket) => socket.resetAndDestroy());
      expect(await lookUp(vtpass())).toEqual({ kind: 'unavailable', reason: 'ECONNRESET' });
      expect(stub.requests).toHaveLength(2);
    });

    test('a connection that is not made: it dials again, once', async () => {
      let dialled = 0;
      stub = await startStub(() => {}, {
        onConnection: (socket) => {
          dialled += 1;
          socket.end('no TLS here');
        },
      });
      const outcome = await lookUp(vtpass({ baseUrl: `${stub.origin.replace('http:', 'https:')}/api` }));
      expect(outcome.kind).toBe('unavailable');
      expect(dialled).toBe(2);
    });

    test.each<[string, number, string]>([
      ['{"code":"087","response_description":"INVALID CREDENTIALS"}', 200, '087'],
      ['{"response_description":"087"}', 200, '087'],
      ['{"code":"087"}', 401, '087'],
      ['{"code":"027","response_description":"IP NOT WHITELISTED"}', 200, '027'],
      ['<html>Forbidden</html>', 403, 'http_403'],
      ['', 401, 'http_401'],
    ])('%s under HTTP %d: it is reported as an oddity', async (body, httpStatus, code) => {
      const oddities: unknown[][] = [];
      await startAnswering(body, httpStatus);
      expect(await lookUp(vtpass({ onOddity: (...args) => oddities.push(args) }))).toMatchObject({
        kind: 'unavailable',
      });
      expect(oddities).toEqual([
        ['the provider rejected a lookup because of our account', { about: expect.stringMatching(/^[a-z-]+$/), code }],
      ]);
    });

    test('an ordinary answer is not an oddity', async () => {
      const oddities: unknown[][] = [];
      await startAnswering(good);
      await lookUp(vtpass({ onOddity: (...args) => oddities.push(args) }));
      expect(oddities).toEqual([]);
    });

    test('no JSON makes it throw, or find anything', async () => {
      let body = '';
      stub = await startStub((_request, socket) => answer(socket, 200, body));
      const provider = vtpass();
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.json(),
            fc.json().map((content) => `{"code":"000","response_description":"000","content":${content}}`),
          ),
          async (text) => {
            body = text;
            expect((await lookUp(provider)).kind).toBe('unavailable');
          },
        ),
        { numRuns: 150 },
      );
    });
  });

  test('a hanging price list does not hold up a send', async () => {
    stub = await startStub((request, socket) => {
      if (request.path === '/api/pay') answer(socket, 200, DELIVERED);
    });
    const provider = vtpass({ lookupTimeoutMs: 400 });
    const hanging = Promise.all(Array.from({ length: 50 }, () => provider.variations('mtn-data')));
    expect(await provider.send(ORDER, deadlineIn(5_000))).toMatchObject({ kind: 'delivered' });
    expect(new Set((await hanging).map(({ kind }) => kind))).toEqual(new Set(['unavailable']));
  });
});
