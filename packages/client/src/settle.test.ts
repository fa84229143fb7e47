import { AuthenticationError, NotFoundError, OutcomeUnknownError, PurchaseFailedError, TopUp } from './index';
import { broken, outcome, refused, type Scripted, scriptedFetch } from './testing/scripted-fetch';

const order = { network: 'mtn', phone: '08031234567', amount: 100, request_ref: 'order-1' } as const;

let service: ReturnType<typeof scriptedFetch>;
let topup: TopUp;

beforeEach(() => {
  jest.useFakeTimers();
  service = scriptedFetch();
  topup = new TopUp({ baseUrl: 'https://topup.example.com', apiKey: 'tup_test_key', fetch: service.fetch });
});
afterEach(() => jest.useRealTimers());

/** Buys, and tells how it ended and after how many milliseconds. */
async function ending(...script: Scripted[]): Promise<{ end: unknown; afterMs: number }> {
  service.answer(...script);
  const began = performance.now();
  const settled = topup
    .buyAirtime(order)
    .settled()
    .catch((error: unknown) => error)
    .then((end) => ({ end, afterMs: Math.round(performance.now() - began) }));
  await jest.advanceTimersByTimeAsync(600_000);
  return settled;
}

const queries = () => service.sent.filter(({ url }) => url.pathname === '/v1/transaction/status').length;
const purchases = () => service.sent.length - queries();

describe('a program takes a pending purchase for sold, failed or not bought', () => {
  test('sold at once: nothing is asked', async () => {
    const { end, afterMs } = await ending(outcome(200));
    expect(end).toMatchObject({ status: 'successful' });
    expect([afterMs, queries()]).toEqual([0, 0]);
  });

  test('pending, then sold: asked after 1, 2 and 4 s more', async () => {
    const { end, afterMs } = await ending(outcome(202), outcome(202), outcome(202), outcome(200));
    expect(end).toMatchObject({ status: 'successful', reference: 'order-1' });
    expect([afterMs, queries(), purchases()]).toEqual([7_000, 3, 1]);
  });

  test('pending, then failed: the error says why, and that the money is back', async () => {
    const { end } = await ending(outcome(202), outcome(424, 'provider_rejected'));
    expect(end).toBeInstanceOf(PurchaseFailedError);
    expect(end).toMatchObject({ code: 'provider_rejected', reference: 'order-1', httpStatus: 424 });
    expect((end as PurchaseFailedError).requestId).toEqual(expect.any(String));
  });

  test('what the purchase itself refuses is thrown at once', async () => {
    const { end } = await ending(refused(400, 'insufficient_balance'));
    expect(end).toMatchObject({ name: 'InsufficientBalanceError' });
    expect(service.sent).toHaveLength(1);
  });

  test('never final: it gives up after three minutes, within the limit of 120 queries in one', async () => {
    const { end, afterMs } = await ending(outcome(202));
    expect(end).toBeInstanceOf(OutcomeUnknownError);
    expect(afterMs).toBe(180_000);
    expect((end as OutcomeUnknownError).message).toBe(
      'The purchase "order-1" was not final within 180000 ms. Its money stays debited until then. ' +
        'Do not buy again: ask for its status later.',
    );
    expect(queries()).toBeLessThan(30);
    service.answer(outcome(200));
    expect((await (end as OutcomeUnknownError).status()).status).toBe('successful');
  });

  test('a status query that fails for a while does not end the wait', async () => {
    const { end } = await ending(outcome(202), broken('ECONNRESET'), refused(500, 'unavailable'), outcome(200));
    expect(end).toMatchObject({ status: 'successful' });
  });
});

describe('a purchase whose answer was lost is bought twice, or given up', () => {
  test('it was accepted: its end comes from the status', async () => {
    const { end } = await ending(broken('ECONNRESET'), outcome(202), outcome(200));
    expect(end).toMatchObject({ status: 'successful' });
    expect(purchases()).toBe(1);
  });

  test('it arrives late: "not found" counts only after a minute', async () => {
    const notFound = refused(404, 'transaction_not_found');
    const { end } = await ending(broken('ECONNRESET'), ...Array(5).fill(notFound), outcome(200));
    expect(end).toMatchObject({ status: 'successful' });
  });

  test('the service was silent for that minute: "not found" counts a minute after that', async () => {
    const silent = Array(6).fill({ status: 404, body: '<html>no backend</html>' }); // for 60 s
    const notFound = refused(404, 'transaction_not_found');
    const { end } = await ending(broken('ECONNRESET'), ...silent, notFound, outcome(200));
    expect(end).toMatchObject({ status: 'successful' });
  });

  test('a service that answers "not found" after 90 s stood still: it is asked for another minute', async () => {
    const late: Scripted = { ...refused(404, 'transaction_not_found'), afterMs: 90_000 };
    const { end } = await ending(broken('ECONNRESET'), late, refused(404, 'transaction_not_found'), outcome(200));
    expect(end).toMatchObject({ status: 'successful' });
  });

  test('it never arrived: NotFoundError, and nothing was sent again', async () => {
    const { end, afterMs } = await ending(broken('ECONNRESET'), refused(404, 'transaction_not_found'));
    expect(end).toBeInstanceOf(NotFoundError);
    expect(end).toMatchObject({
      message:
        'Your account has no purchase "order-1", so nothing was sold. You may sell again with the same reference.',
      code: 'transaction_not_found',
      httpStatus: 404,
      reference: 'order-1',
      retryable: false,
      cause: expect.any(NotFoundError),
    });
    expect(afterMs).toBeGreaterThanOrEqual(60_000);
    expect(purchases()).toBe(1);
  });
});

describe('an error of the status query reads as "nothing was sold", and the program buys again', () => {
  const firsts: [string, Scripted][] = [
    ['accepted', outcome(202)],
    ['answer lost', broken('ECONNRESET')],
  ];
  const page = (status: number): Scripted => ({ status, body: '<html>blocked</html>' });

  test.each(firsts)('%s, and the key expires: the outcome is unknown, and the cause says why', async (_, first) => {
    const { end } = await ending(first, refused(401, 'key_expired'));
    expect(end).toBeInstanceOf(OutcomeUnknownError);
    expect(end).toMatchObject({ reference: 'order-1', code: 'key_expired', retryable: false });
    expect((end as OutcomeUnknownError).cause).toBeInstanceOf(AuthenticationError);
    expect(queries()).toBe(1);
  });

  test.each(
    firsts.flatMap(([what, first]) => [500, 404, 403, 401, 400, 200].map((status) => [what, status, first] as const)),
  )('%s, and a proxy answers with a page of %i: it asks again later', async (_, status, first) => {
    const { end } = await ending(first, page(status), page(status), outcome(200));
    expect(end).toMatchObject({ status: 'successful' });
    expect(purchases()).toBe(1);
  });

  test('accepted, and then the service does not know it: the outcome is unknown', async () => {
    const { end } = await ending(outcome(202), refused(404, 'transaction_not_found'));
    expect(end).toBeInstanceOf(OutcomeUnknownError);
    expect((end as OutcomeUnknownError).cause).toBeInstanceOf(NotFoundError);
  });

  test('asked for by its reference alone, as after a restart: the same', async () => {
    service.answer(refused(401, 'key_expired'));
    const caught = topup.settled('order-1').catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await caught).toMatchObject({ name: 'OutcomeUnknownError', reference: 'order-1', code: 'key_expired' });
  });
});

describe('a program that gets webhooks waits for its next query', () => {
  const event = (name: string) => ({ event: name, reference: 'order-1' });

  test('an event wakes the wait, and the status decides', async () => {
    service.answer(outcome(202), outcome(202), outcome(202), outcome(200));
    const settled = topup.buyAirtime(order).settled();
    await jest.advanceTimersByTimeAsync(3_500); // the third query would come at 7 s
    topup.receive(event('airtime.purchase.success'));
    await jest.advanceTimersByTimeAsync(0);
    expect(await settled).toMatchObject({ status: 'successful' });
    expect(queries()).toBe(3);
  });

  test('the event of a status query wakes nobody: it would never end', async () => {
    service.answer(outcome(202));
    const settled = topup.settled('order-1', { timeoutMs: 1_500 }).catch((error: unknown) => error);
    for (let n = 0; n < 10; n += 1) {
      await jest.advanceTimersByTimeAsync(10);
      topup.receive(event('transaction.requery'));
    }
    expect(queries()).toBe(0);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await settled).toBeInstanceOf(OutcomeUnknownError);
  });
});

describe('a program that is told to stop loses the reference of an order that is under way', () => {
  const never = () => new Promise<Response>(() => undefined);

  test.each<[string, () => void]>([
    ['is pending', () => service.answer(outcome(202))],
    [
      'has no answer yet',
      () => {
        topup = new TopUp({ baseUrl: 'https://topup.example.com', apiKey: 'tup_test_key', fetch: never });
      },
    ],
  ])('the order %s: an abort ends the wait with the reference, and its reason as the cause', async (_, begin) => {
    begin();
    const [hangUp, reason] = [new AbortController(), new Error('closing')];
    const caught = topup
      .buyAirtime(order)
      .settled({ signal: hangUp.signal })
      .catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(500);
    hangUp.abort(reason);
    expect(await caught).toBeInstanceOf(OutcomeUnknownError);
    expect(await caught).toMatchObject({ reference: 'order-1', cause: reason });
    expect(jest.getTimerCount()).toBe(0);
  });

  test('the signal is aborted before: the same, and nothing is asked', async () => {
    const reason = new Error('closing');
    const caught = topup.settled('order-1', { signal: AbortSignal.abort(reason) }).catch((error: unknown) => error);
    expect(await caught).toMatchObject({ name: 'OutcomeUnknownError', reference: 'order-1', cause: reason });
    expect(service.sent).toEqual([]);
  });
});
