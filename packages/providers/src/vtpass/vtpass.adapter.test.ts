import { NO_GOODS, type ProviderOrder } from '@topup/core/provider';
import {
  answer,
  DELIVERED,
  deadlineIn,
  ORDER,
  type SeenRequest,
  type StubProvider,
  startStub,
  TRANSACTION,
} from '../../test/stub-provider';
import { createVtpass } from './vtpass.adapter';

let stub: StubProvider;
afterEach(() => stub.close());

const vtpass = (onOddity?: (text: string, fields: Record<string, string>) => void) =>
  createVtpass({
    baseUrl: `${stub.origin}/api`,
    apiKey: 'the-api-key',
    publicKey: 'PK_public',
    secretKey: 'SK_secret',
    timeoutMs: 2_000,
    ...(onOddity && { onOddity }),
  });

const startAnswering = async (body: string) => {
  stub = await startStub((_, socket) => answer(socket, 200, body));
};

describe('VTpass would not understand our orders, or our keys would leak into the logs', () => {
  test('a send is one POST of the order with the keys of a POST', async () => {
    await startAnswering(DELIVERED);
    expect(await vtpass().send(ORDER, deadlineIn(2_000))).toEqual({
      kind: 'delivered',
      costKobo: 9698n,
      providerTransactionId: '17415980564672211596777904',
      mismatch: null,
      goods: null,
      answer: 'HTTP 200, code: 000, response_description: TRANSACTION SUCCESSFUL, status: delivered',
    });
    const [request] = stub.requests as [SeenRequest];
    expect(stub.requests).toHaveLength(1);
    expect(request.method).toBe('POST');
    expect(request.path).toBe('/api/pay');
    expect(request.body).toBe(
      `{"request_id":"${ORDER.providerRef}","serviceID":"mtn","amount":100.5,"phone":"08031234567"}`,
    );
    expect(request.headers).toMatchObject({
      'api-key': 'the-api-key',
      'secret-key': 'SK_secret',
      'content-type': 'application/json',
      accept: 'application/json',
    });
    expect(request.headers).not.toHaveProperty('public-key');
    expect(request.headers).not.toHaveProperty('authorization');
  });

  test('a requery is one POST of the reference', async () => {
    await startAnswering('{"response_description":"INVALID REQUEST ID","code":"015","content":{"errors":[]}}');
    expect(await vtpass().requery(ORDER)).toEqual({
      kind: 'missing',
      answer: 'HTTP 200, code: 015, response_description: INVALID REQUEST ID',
    });
    const [request] = stub.requests as [SeenRequest];
    expect(request).toMatchObject({
      method: 'POST',
      path: '/api/requery',
      body: `{"request_id":"${ORDER.providerRef}"}`,
    });
    expect(request.headers).toMatchObject({ 'api-key': 'the-api-key', 'secret-key': 'SK_secret' });
  });

  test('refusals and orders under way come through as they were judged', async () => {
    await startAnswering('{"code":"018","response_description":"LOW WALLET BALANCE"}');
    expect(await vtpass().send(ORDER, deadlineIn(2_000))).toMatchObject({
      kind: 'rejected',
      code: '018',
      fault: 'account',
    });
    await stub.close();
    await startAnswering('{"code":"000","content":{"transactions":{"status":"pending"}}}');
    expect(await vtpass().send(ORDER, deadlineIn(2_000))).toMatchObject({ kind: 'unknown', orderSeen: true });
    expect(await vtpass().requery(ORDER)).toMatchObject({ kind: 'open', reason: 'status pending', stuck: false });
  });

  // fault V1: on a requery
  // fault V2: on a requery
  // fault V3: on a requery
  // fault V5: on a requery
  // fault V6: on a requery
  test('a requery that gets no answer learnt nothing', async () => {
    stub = await startStub((_, socket) => socket.destroy());
    expect(await vtpass().requery(ORDER)).toEqual({ kind: 'unanswered', reason: 'ECONNRESET' });
  });

  // fault V4: on a requery
  test('a requery ends at its own time limit', async () => {
    stub = await startStub(() => {});
    const impatient = createVtpass({
      baseUrl: `${stub.origin}/api`,
      apiKey: 'a',
      publicKey: 'p',
      secretKey: 's',
      timeoutMs: 100,
    });
    expect(await impatient.requery(ORDER)).toEqual({ kind: 'unanswered', reason: 'the deadline passed' });
  });

  test('an order that is not complete is not sent', async () => {
    await startAnswering(DELIVERED);
    expect(await vtpass().send({ ...ORDER, productType: 'DATA' }, deadlineIn(2_000))).toMatchObject({ kind: 'unsent' });
    expect(stub.connections).toEqual([]);
  });

  describe('electricity', () => {
    const METER: ProviderOrder = {
      ...ORDER,
      productType: 'ELECTRICITY',
      serviceId: 'ibadan-electric',
      recipient: '0412345678901',
      amountKobo: 500_000n,
      variationCode: 'prepaid',
      contactPhone: '08099999999',
    };
    const answerWith = (transaction: object, own: object) =>
      JSON.stringify({
        code: '000',
        content: { transactions: { ...TRANSACTION, ...transaction } },
        requestId: ORDER.providerRef,
        ...own,
      });

    test('a send brings the token', async () => {
      await startAnswering(
        answerWith(
          { unique_element: '0412345678901', amount: '5000', total_amount: 4945 },
          {
            Token: '8192 7304 6152 7384 9506',
            Units: '15.0',
            purchased_code: 'Token : 8192 7304 6152 7384 9506',
            amount: 5000,
          },
        ),
      );
      expect(await vtpass().send(METER, deadlineIn(2_000))).toEqual({
        kind: 'delivered',
        costKobo: 494_500n,
        providerTransactionId: '17415980564672211596777904',
        mismatch: null,
        goods: { ...NO_GOODS, token: '81927304615273849506', units: '15' },
        answer: 'HTTP 200, code: 000, status: delivered',
      });
      expect(stub.requests[0]?.body).toBe(
        `{"request_id":"${ORDER.providerRef}","serviceID":"ibadan-electric","billersCode":"0412345678901","variation_code":"prepaid","amount":5000,"phone":"08099999999"}`,
      );
    });

    test('so does a requery, which has it in the extras and its numbers as numbers', async () => {
      const extras = 'Token : 8192 7304 6152 7384 9506';
      await startAnswering(
        answerWith({ unique_element: 412_345_678_901, amount: 5000, extras, product_id: 18 }, { amount: 5000 }),
      );
      expect(await vtpass().requery(METER)).toMatchObject({
        kind: 'delivered',
        mismatch: null,
        goods: { token: '81927304615273849506' },
      });
    });

    test("a disco's own status does not make a delivery of an order under way", async () => {
      await startAnswering(
        answerWith({ status: 'pending' }, { status: 'delivered', responseCode: '000', responseMessage: 'delivered' }),
      );
      expect(await vtpass().send(METER, deadlineIn(2_000))).toMatchObject({
        kind: 'unknown',
        reason: 'status pending',
        orderSeen: true,
      });
      expect(await vtpass().requery(METER)).toMatchObject({ kind: 'open', reason: 'status pending' });
    });
  });

  test('an oddity holds nothing that may not be logged', async () => {
    const oddities: [string, Record<string, string>][] = [];
    const onOddity = (text: string, fields: Record<string, string>) => oddities.push([text, fields]);
    await startAnswering(DELIVERED.replace(ORDER.providerRef, '202503101014other'));
    await vtpass(onOddity).send(ORDER, deadlineIn(2_000));
    await stub.close();
    await startAnswering('{"code":"777","response_description":"08031234567","token":"Token : 40516273849506172839"}');
    await vtpass(onOddity).requery(ORDER);
    await stub.close();
    await startAnswering(DELIVERED);
    await vtpass(onOddity).send(ORDER, deadlineIn(2_000));
    expect(oddities).toEqual([
      ['the provider answered about another order', { providerRef: ORDER.providerRef, code: '000' }],
      ['the provider answered with a code that is not listed', { providerRef: ORDER.providerRef, code: '777' }],
    ]);
  });
});
