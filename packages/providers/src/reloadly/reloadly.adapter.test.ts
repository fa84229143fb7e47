import type { Socket } from 'node:net';
import type { ProviderOrder } from '@topup/core/provider';
import { answer, deadlineIn, type StubProvider } from '../../test/stub-provider';
import {
  AIRTIME,
  callsTo,
  DATA,
  page,
  refusal,
  reloadlyAt,
  startReloadly,
  token,
  tokensFrom,
  topUp,
} from '../../test/stub-reloadly';

let stub: StubProvider;
afterEach(() => stub.close());

const reloadly = (own: Parameters<typeof reloadlyAt>[1] = {}) => reloadlyAt(stub.origin, own);
const startWith = async (...own: Parameters<typeof startReloadly>) => {
  stub = await startReloadly(...own);
};
const startAnswering = (body: string, httpStatus = 200) => startWith((_, socket) => answer(socket, httpStatus, body));
const soon = () => deadlineIn(2_000);

describe('Reloadly would not understand our orders, or charge dollars for naira', () => {
  test('a send is one POST of the order, in the currency of the customer', async () => {
    await startAnswering(topUp());
    expect(await reloadly().send(AIRTIME, soon())).toMatchObject({
      kind: 'delivered',
      mismatch: null,
      answer: 'HTTP 200, status: SUCCESSFUL',
    });
    const [sent] = callsTo(stub);
    expect(callsTo(stub)).toHaveLength(1);
    expect(sent).toMatchObject({
      method: 'POST',
      path: '/topups',
      headers: { authorization: 'Bearer token-1', accept: 'application/com.reloadly.topups-v1+json' },
    });
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      operatorId: 341,
      amount: '100.50',
      useLocalAmount: true,
      customIdentifier: AIRTIME.providerRef,
      recipientPhone: { countryCode: 'NG', number: '2348031234567' },
    });
  });

  test('the token is asked for the very address of the top-ups, with none of our headers', async () => {
    await startAnswering(topUp());
    await reloadly().send(AIRTIME, soon());
    const [asked] = tokensFrom(stub);
    expect(JSON.parse(asked?.body ?? '')).toEqual({
      client_id: 'the-client-id',
      client_secret: 'the-client-secret',
      grant_type: 'client_credentials',
      audience: stub.origin,
    });
    expect(asked?.headers).not.toHaveProperty('authorization');
  });

  test.each<[string, Partial<ProviderOrder>, string]>([
    ['two decimals', { amountKobo: 10_000n }, '100.00'],
    ['every digit', { amountKobo: 99_999_999_999_999_999_99n }, '99999999999999999.99'],
    ['the amount that selects the plan', DATA, '499.91'],
  ])('the amount has %s', async (_, own, amount) => {
    await startAnswering(topUp());
    await reloadly().send({ ...AIRTIME, ...own }, soon());
    expect(JSON.parse(callsTo(stub)[0]?.body ?? '').amount).toBe(amount);
  });

  test.each<[string, Partial<ProviderOrder>]>([
    ['no product of Reloadly', { product: undefined as never }],
    ['an operator that is no number', { product: { code: 'mtn', amount: null } }],
    ['a plan without its amount', { ...DATA, product: { code: '646', amount: null } }],
    ['a plan of no amount', { ...DATA, product: { code: '646', amount: '0' } }],
    ['no amount', { amountKobo: 0n }],
    ['a product that it does not sell', { productType: 'CABLE_TV' }],
    ['a meter', { productType: 'ELECTRICITY' }],
    ['a number that is no phone', { recipient: '2348031234567' }],
  ])('an order with %s is not sent, nor any other request', async (_, own) => {
    await startAnswering(topUp());
    expect(await reloadly().send({ ...AIRTIME, ...own }, soon())).toMatchObject({ kind: 'unsent', code: 'incomplete' });
    expect(stub.connections).toEqual([]);
  });

  test('a requery is the whole list of our reference', async () => {
    await startAnswering(page([]));
    expect(await reloadly().requery(AIRTIME)).toEqual({ kind: 'missing', answer: 'HTTP 200' });
    expect(callsTo(stub)).toMatchObject([
      {
        method: 'GET',
        path: `/topups/reports/transactions?customIdentifier=${AIRTIME.providerRef}&page=1&size=500`,
      },
    ]);
  });
});

describe('an order would be sent twice, or a lost answer taken for a refusal', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['a reset', (socket) => socket.resetAndDestroy()],
    ['a close without an answer', (socket) => socket.destroy()],
    ['half an answer', (socket) => socket.end(`HTTP/1.1 200 x\r\nContent-Length: 5000\r\n\r\n${topUp()}`)],
    ['an answer cut within JSON', (socket) => answer(socket, 200, topUp().slice(0, -20))],
    ['an HTML page', (socket) => answer(socket, 502, '<html><body>502 Bad Gateway</body></html>')],
    ['an empty answer', (socket) => answer(socket, 200, '')],
    ['a redirect', (socket) => answer(socket, 307, '', ['Location: /topups'])],
    ['a huge answer', (socket) => answer(socket, 200, topUp({ pinDetail: `"${'x'.repeat(2 ** 20)}"` }))],
    ['no HTTP', (socket) => socket.end('hello')],
    ['no answer at all', () => undefined],
  ])('%s settles nothing, and nothing is sent again', async (_, onCall) => {
    await startWith((_, socket) => onCall(socket));
    expect(await reloadly().send(AIRTIME, deadlineIn(500))).toMatchObject({ kind: 'unknown', rejection: null });
    expect(callsTo(stub)).toHaveLength(1);
    expect(await reloadly({ timeoutMs: 300 }).requery(AIRTIME)).toMatchObject({ kind: 'unanswered' });
  });

  test('nothing left when there is nobody to ask for a token', async () => {
    await startAnswering('');
    await stub.close();
    expect(await reloadly().send(AIRTIME, soon())).toMatchObject({ kind: 'unsent', code: 'unreachable' });
    expect(await reloadly().balance()).toMatchObject({ kind: 'unavailable', fault: 'unreachable' });
  });
});

describe('an access token that ends would fail every order, or send one twice', () => {
  /** Knows only the second token. */
  const startWithNewToken = async (httpStatus = 401, rejects = refusal('INVALID_TOKEN')) => {
    let asked = 0;
    await startWith(
      ({ headers, path }, socket) =>
        headers.authorization === 'Bearer token-2'
          ? answer(socket, 200, path.startsWith('/topups/reports') ? page([topUp()]) : topUp())
          : answer(socket, httpStatus, rejects),
      (_, socket) => {
        asked += 1;
        answer(socket, 200, token(`token-${asked}`));
      },
    );
  };

  test('20 orders at once ask for one', async () => {
    let asked = 0;
    await startWith(
      (_, socket) => answer(socket, 200, topUp()),
      (_, socket) => {
        asked += 1;
        setTimeout(() => answer(socket, 200, token(`token-${asked}`)), 50);
      },
    );
    const provider = reloadly();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => provider.send(AIRTIME, soon())));
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(20).fill('delivered'));
    expect([tokensFrom(stub).length, callsTo(stub).length]).toEqual([1, 20]);
  });

  test('a look-up asks again with a new token', async () => {
    await startWithNewToken();
    expect(await reloadly().requery(AIRTIME)).toMatchObject({
      kind: 'delivered',
      answer: 'HTTP 200, status: SUCCESSFUL',
    });
  });

  test.each<[string, number, string]>([
    ['a page of a proxy', 401, '<html>'],
    ['an empty body', 401, ''],
    ['a code of something else', 401, refusal('INSUFFICIENT_BALANCE')],
    ['an order', 401, topUp()],
    ['INVALID_TOKEN', 403, refusal('INVALID_TOKEN')],
  ])('a token that is rejected with %s under %d is replaced', async (_, httpStatus, body) => {
    await startWithNewToken(httpStatus, body);
    const provider = reloadly();
    await provider.send(AIRTIME, soon());
    expect(callsTo(stub)).toHaveLength(1);
    expect(await provider.send(AIRTIME, soon())).toMatchObject({ kind: 'delivered' });
    expect(tokensFrom(stub)).toHaveLength(2);
  });

  test('an order is not sent again: it goes elsewhere, and the next one has a new token', async () => {
    await startWithNewToken();
    const provider = reloadly();
    expect(await provider.send(AIRTIME, soon())).toMatchObject({
      kind: 'rejected',
      code: 'INVALID_TOKEN',
      fault: 'account',
      elsewhere: true,
    });
    expect(callsTo(stub)).toHaveLength(1);
    expect(await provider.send(AIRTIME, soon())).toMatchObject({ kind: 'delivered' });
    expect(callsTo(stub)).toHaveLength(2);
  });

  test.each<[string, number, string, object]>([
    ['our keys are wrong', 401, refusal('INVALID_CREDENTIALS'), { kind: 'rejected', code: 'INVALID_CREDENTIALS' }],
    ['the audience is', 400, refusal('INVALID_AUDIENCE'), { kind: 'rejected', code: 'INVALID_AUDIENCE' }],
    ['it is denied', 403, '{"error":"access_denied","error_description":"no"}', { kind: 'rejected' }],
    ['a proxy answers', 403, '<html>', { kind: 'unsent', code: 'unreachable' }],
    ['it is down', 503, refusal('X'), { kind: 'unsent', code: 'unreachable' }],
    ['it is not there', 200, '{}', { kind: 'unsent', code: 'unreachable' }],
  ])('without a token because %s no order is sent', async (_, httpStatus, body, outcome) => {
    await startWith(
      (_, socket) => answer(socket, 200, topUp()),
      (_, socket) => answer(socket, httpStatus, body),
    );
    expect(await reloadly().send(AIRTIME, soon())).toMatchObject(outcome);
    expect(await reloadly().requery(AIRTIME)).toMatchObject({ kind: 'unanswered' });
    expect(await reloadly().balance()).toMatchObject({ kind: 'unavailable' });
    expect(callsTo(stub)).toEqual([]);
  });
});

test('what is logged holds no secret, token, body or number', async () => {
  const told: [string, Record<string, string>][] = [];
  const own = { onOddity: (...all: [string, Record<string, string>]) => told.push(all) };
  for (const [httpStatus, body] of [
    [200, topUp({ customIdentifier: '"other"' })],
    [200, topUp({ status: '"CANCELLED"' })],
    [400, refusal('SOMETHING_NEW')],
  ] as const) {
    await startAnswering(body, httpStatus);
    await reloadly(own).send(AIRTIME, soon());
    await stub.close();
  }
  await startAnswering(page([topUp(), topUp({ transactionId: '7' })]));
  await reloadly(own).requery(AIRTIME);
  const { providerRef } = AIRTIME;
  expect(told).toEqual([
    ['the provider answered about another order', { providerRef, code: 'http_200' }],
    ['the provider answered with a status that is not listed', { providerRef, code: 'http_200' }],
    ['the provider answered with a code that is not listed', { providerRef, code: 'SOMETHING_NEW' }],
    ['two orders for one reference', { providerRef }],
  ]);
});
