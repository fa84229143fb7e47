import type { Socket } from 'node:net';
import type { ProviderOrder } from '@topup/core/provider';
import {
  AIRTIME,
  callsTo,
  DATA,
  failure,
  loginsTo,
  METER,
  monnifyAt,
  startMonnify,
  success,
  token,
  vend,
  vendsAt,
} from '../../test/stub-monnify';
import { answer, deadlineIn, type SeenRequest, type StubProvider } from '../../test/stub-provider';

let stub: StubProvider;
afterEach(() => stub.close());

const monnify = (own: Parameters<typeof monnifyAt>[1] = {}) => monnifyAt(stub.origin, own);
const startAnswering = async (body: string, httpStatus = 200) => {
  stub = await startMonnify((_, socket) => answer(socket, httpStatus, body));
};
const startWith = async (...own: Parameters<typeof startMonnify>) => {
  stub = await startMonnify(...own);
};
const soon = () => deadlineIn(2_000);
const validated = (instruction: string) =>
  success(
    `{"customerName":"Adene Jonah","vendInstruction":${instruction},"minAmount":500.0000,"maxAmount":500000.0000}`,
  );
const REQUIRED = validated('{"requireValidationRef":true,"validationReference":"431986193642"}');
const isVend = ({ path }: SeenRequest) => path.endsWith('/vend');
/** Validation works, and `onVend` answers the vend. */
const startValidating = (validation: string, onVend: (socket: Socket) => void, httpStatus = 200) =>
  startWith((request, socket) => (isVend(request) ? onVend(socket) : answer(socket, httpStatus, validation)));

describe('Monnify would not understand our orders, or lose our reference', () => {
  test('a send is one POST of the order, with the names that Monnify really reads', async () => {
    await startAnswering(success(vend()));
    expect(await monnify().send(AIRTIME, soon())).toMatchObject({
      kind: 'delivered',
      mismatch: null,
      answer: 'HTTP 200, responseCode: 0, responseMessage: success, vendStatus: SUCCESS',
    });
    expect(callsTo(stub)).toMatchObject([
      {
        method: 'POST',
        path: '/api/v1/vas/bills-payment/vend',
        body: `{"productCode":"11","customerId":"08031234567","amount":100.5,"reference":"${AIRTIME.providerRef}"}`,
        headers: { authorization: 'Bearer token-1', 'content-type': 'application/json' },
      },
    ]);
    expect(loginsTo(stub)).toMatchObject([
      { method: 'POST', headers: { authorization: `Basic ${btoa('MK_TEST_KEY:the-secret-key')}` } },
    ]);
  });

  test.each<[string, Partial<ProviderOrder>, string]>([
    ['whole naira', { amountKobo: 10_000n }, '100'],
    ['one kobo', { amountKobo: 10_001n }, '100.01'],
    ['as much as a number holds to the kobo', { amountKobo: 99_999_999_999_999n }, '999999999999.99'],
    ['the price of a plan, not what the client pays', DATA, '499.91'],
  ])('the amount: %s', async (_, own, amount) => {
    await startAnswering(success('null'));
    await monnify().send({ ...AIRTIME, ...own }, soon());
    expect(vendsAt(stub)[0]?.body).toContain(`"amount":${amount},`);
  });

  test.each<[string, Partial<ProviderOrder>]>([
    ['no product of Monnify', { product: undefined as never }],
    ['less than Monnify sells', { amountKobo: 99n }],
    ['a price that is no amount', { product: { code: '11', amount: 'N500' } }],
    ['a price of parts of a kobo', { product: { code: '11', amount: '499.915' } }],
  ])('an order with %s is not sent, nor any other request', async (_, own) => {
    await startAnswering(success(vend()));
    expect(await monnify().send({ ...AIRTIME, ...own }, soon())).toMatchObject({ kind: 'unsent', code: 'incomplete' });
    expect(stub.connections).toEqual([]);
  });

  test('a requery asks by `reference`', async () => {
    await startAnswering(failure(`Transaction not found for reference: ${AIRTIME.providerRef}`));
    expect(await monnify().requery(AIRTIME)).toMatchObject({
      kind: 'missing',
      answer: expect.stringMatching(
        /^HTTP 200, responseCode: 99, responseMessage: Transaction not found for reference: /,
      ),
    });
    expect(callsTo(stub)).toMatchObject([
      { method: 'GET', path: `/api/v1/vas/bills-payment/requery?reference=${AIRTIME.providerRef}`, body: '' },
    ]);
  });

  test.each([
    ['a vend', (provider: ReturnType<typeof monnify>) => provider.send(AIRTIME, soon())],
    ['a requery', (provider: ReturnType<typeof monnify>) => provider.requery(AIRTIME)],
  ])('an answer to %s with a reference of its own is told at once, once for each', async (_, call) => {
    await startAnswering(success(vend({ vendReference: '"MFBP-MDR-08031234567-250310101402a1b2"' })));
    const told: unknown[] = [];
    const provider = monnify({
      onForeignReference: () => told.push('foreign'),
      onOddity: (text, fields) => told.push([text, fields]),
    });
    await call(provider);
    expect(told).toEqual([
      ['the answer has another reference than ours', { providerRef: AIRTIME.providerRef }],
      'foreign',
    ]);
  });

  test('an answer with our reference, or with none, closes nothing', async () => {
    const told: unknown[] = [];
    const own = { onForeignReference: () => told.push('foreign') };
    for (const body of [success(vend()), success(vend({ vendReference: '' })), failure('no'), '<html>']) {
      await startAnswering(body);
      await monnify(own).send(AIRTIME, soon());
      await monnify(own).requery(AIRTIME);
      await stub.close();
    }
    expect(told).toEqual([]);
  });
});

describe('an order would be sent twice, or a lost answer taken for a refusal', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['a reset', (socket) => socket.resetAndDestroy()],
    ['a close without an answer', (socket) => socket.destroy()],
    ['half an answer', (socket) => socket.end(`HTTP/1.1 200 x\r\nContent-Length: 500\r\n\r\n${success(vend())}`)],
    ['an answer cut within JSON', (socket) => answer(socket, 200, success(vend()).slice(0, -20))],
    ['an HTML page', (socket) => answer(socket, 502, '<html><body>502 Bad Gateway</body></html>')],
    ['an empty answer', (socket) => answer(socket, 200, '')],
    ['a redirect', (socket) => answer(socket, 307, '', ['Location: /api/v1/vas/bills-payment/vend'])],
    ['a huge answer', (socket) => answer(socket, 200, success(vend({ description: `"${'x'.repeat(2 ** 20)}"` })))],
    ['no HTTP', (socket) => socket.end('hello')],
    ['no answer at all', () => undefined],
  ])('%s settles nothing, and nothing is sent again', async (_, onVend) => {
    await startWith((_, socket) => onVend(socket));
    expect(await monnify().send(AIRTIME, deadlineIn(500))).toMatchObject({ kind: 'unknown', rejection: null });
    expect(vendsAt(stub)).toHaveLength(1);
    expect(await monnify({ timeoutMs: 300 }).requery(AIRTIME)).toMatchObject({ kind: 'unanswered' });
  });

  test('nothing left when there is nobody to log in to', async () => {
    await startAnswering('');
    await stub.close();
    expect(await monnify().send(AIRTIME, soon())).toMatchObject({ kind: 'unsent', code: 'unreachable' });
    expect(await monnify().requery(AIRTIME)).toMatchObject({ kind: 'unanswered' });
    expect(await monnify().balance()).toMatchObject({ kind: 'unavailable', fault: 'unreachable' });
  });

  test('nor when the deadline passes meanwhile', async () => {
    await startWith(
      (_, socket) => answer(socket, 200, success(vend())),
      () => undefined,
    );
    expect(await monnify().send(AIRTIME, deadlineIn(100))).toMatchObject({ kind: 'unsent', code: 'too_late' });
    expect(callsTo(stub)).toEqual([]);
  });
});

describe('an access token that ends would fail every order, or send one twice', () => {
  test('20 orders at once log in once', async () => {
    let logins = 0;
    await startWith(
      (_, socket) => answer(socket, 200, success(vend())),
      (_, socket) => {
        logins += 1;
        setTimeout(() => answer(socket, 200, token(`token-${logins}`)), 50);
      },
    );
    const provider = monnify();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => provider.send(AIRTIME, soon())));
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(20).fill('delivered'));
    expect([loginsTo(stub).length, vendsAt(stub).length]).toEqual([1, 20]);
  });

  /** Knows only the second token. */
  const startWithNewToken = async () => {
    let logins = 0;
    await startWith(
      ({ headers, path }, socket) =>
        headers.authorization === 'Bearer token-2'
          ? answer(socket, 200, path.includes('balance') ? success('{"availableBalance":"5.5"}') : success(vend()))
          : answer(socket, 401, '{"error":"invalid_token"}'),
      (_, socket) => {
        logins += 1;
        answer(socket, 200, token(`token-${logins}`));
      },
    );
  };

  test.each([
    ['the float', (provider: ReturnType<typeof monnify>) => provider.balance(), { kind: 'found', value: 550n }],
    ['a requery', (provider: ReturnType<typeof monnify>) => provider.requery(AIRTIME), { kind: 'delivered' }],
  ])('%s is asked for again with a new token', async (_, ask, outcome) => {
    await startWithNewToken();
    expect(await ask(monnify())).toMatchObject(outcome);
    expect(vendsAt(stub)).toEqual([]);
  });

  test('an order is not sent again: it goes elsewhere, and the next one has a new token', async () => {
    await startWithNewToken();
    const provider = monnify();
    expect(await provider.send(AIRTIME, soon())).toMatchObject({
      kind: 'rejected',
      code: 'http_401',
      fault: 'account',
      elsewhere: true,
    });
    expect(vendsAt(stub)).toHaveLength(1);
    expect(await provider.send(AIRTIME, soon())).toMatchObject({ kind: 'delivered' });
    expect(vendsAt(stub)).toHaveLength(2);
  });

  test.each<[string, number, string, object]>([
    ['our keys are wrong', 401, '{"error":"unauthorized"}', { kind: 'rejected', code: 'http_401', elsewhere: true }],
    ['bills are not active', 403, failure('no access'), { kind: 'rejected', code: 'http_403', elsewhere: true }],
    ['a proxy answers', 403, '<html>', { kind: 'unsent', code: 'unreachable' }],
    ['it is down', 503, '', { kind: 'unsent', code: 'unreachable' }],
    ['the token is not there', 200, success('{}'), { kind: 'unsent', code: 'unreachable' }],
    ['the token is a header too', 200, success('{"accessToken":"a\\r\\nX: y"}'), { kind: 'unsent' }],
    ['a login fails with 200', 200, failure('no'), { kind: 'unsent', code: 'unreachable' }],
  ])('without a token because %s no order is sent', async (_, httpStatus, body, outcome) => {
    await startWith(
      (_, socket) => answer(socket, 200, success(vend())),
      (_, socket) => answer(socket, httpStatus, body),
    );
    expect(await monnify().send(AIRTIME, soon())).toMatchObject(outcome);
    expect(await monnify().requery(AIRTIME)).toMatchObject({ kind: 'unanswered' });
    expect(await monnify().balance()).toMatchObject({ kind: 'unavailable' });
    expect(callsTo(stub)).toEqual([]);
  });
});

describe('a meter would be vended to without the reference of its validation', () => {
  const NOT_KNOWN = { kind: 'rejected', code: 'customer_not_found', fault: 'order' };
  const NOT_NOW = { kind: 'unsent', code: 'incomplete' };

  test('it is validated in the same attempt, right before the vend', async () => {
    await startValidating(REQUIRED, (socket) => answer(socket, 200, success(vend())));
    await monnify().send(METER, soon());
    expect(callsTo(stub).map(({ path, body }) => [path.split('/').at(-1), JSON.parse(body)])).toEqual([
      ['validate-customer', { productCode: 'product-ikedc-pre', customerId: '0412345678901' }],
      [
        'vend',
        {
          productCode: 'product-ikedc-pre',
          customerId: '0412345678901',
          amount: 5_000,
          reference: METER.providerRef,
          validationReference: '431986193642',
        },
      ],
    ]);
  });

  test('none is sent where none is required, and airtime is not validated', async () => {
    await startValidating(validated('{"requireValidationRef":false}'), (socket) =>
      answer(socket, 200, success(vend())),
    );
    await monnify().send(METER, soon());
    await monnify().send(AIRTIME, soon());
    expect(callsTo(stub)).toHaveLength(3);
    for (const { body } of vendsAt(stub)) expect(body).not.toContain('validationReference');
  });

  test.each<[string, number, string, object]>([
    ['the customer is not known', 400, failure(`Customer not found for id: ${METER.recipient}`), NOT_KNOWN],
    ['its meter takes nothing', 400, failure(`Customer with id ${METER.recipient} cannot be vended to`), NOT_KNOWN],
    ['another is not known', 400, failure('Customer not found for id: 1'), NOT_NOW],
    ['these are other words', 400, failure('Customer record service not found, try again'), NOT_NOW],
    ['the words are under 500', 500, failure(`Customer not found for id: ${METER.recipient}`), NOT_NOW],
    ['the words are under 200', 200, failure(`Customer not found for id: ${METER.recipient}`), NOT_NOW],
    ['there is no reference', 200, validated('{"requireValidationRef":true}'), NOT_NOW],
    ['it fails', 500, failure('error'), NOT_NOW],
    ['it is a page', 502, '<html>', NOT_NOW],
    ['it is refused at the door', 403, '', { kind: 'rejected', code: 'http_403', elsewhere: true }],
  ])('%s: nothing is vended', async (_, httpStatus, body, outcome) => {
    await startValidating(body, (socket) => answer(socket, 200, success(vend())), httpStatus);
    expect(await monnify().send(METER, soon())).toMatchObject(outcome);
    expect(vendsAt(stub)).toEqual([]);
  });

  test('a validation without an answer ends long before the send: another provider can still be asked', async () => {
    await startWith((request, socket) => isVend(request) && answer(socket, 200, success(vend())));
    const deadline = deadlineIn(60_000);
    expect(await monnify({ lookupTimeoutMs: 200 }).send(METER, deadline)).toMatchObject({ kind: 'unsent' });
    expect(deadline.remainingMs()).toBeGreaterThan(55_000);
    expect(callsTo(stub).map(({ path }) => path.split('/').at(-1))).toEqual(['validate-customer']);
  });

  test('nothing is vended while nobody validates', async () => {
    await startWith((_, socket) => socket.destroy());
    expect(await monnify().send(METER, soon())).toMatchObject({ kind: 'unsent' });
    expect(vendsAt(stub)).toEqual([]);
  });
});

test('what is logged holds no key, token, body or number', async () => {
  const told: string[] = [];
  const onOddity = (...fields: unknown[]) => told.push(JSON.stringify(fields));
  for (const body of [
    success(vend({ vendStatus: '"REVERSED"' })),
    success(vend({ status: '"PAID"' })),
    success(vend({ vendReference: '"x"' })),
  ]) {
    await startAnswering(body);
    await monnify({ onOddity }).send(AIRTIME, soon());
    await stub.close();
  }
  expect(told).toHaveLength(3);
  expect(told.join()).not.toMatch(/08031234567|the-secret-key|MK_TEST|token-1|purchase was/);
});
