import { randomUUID } from 'node:crypto';
import {
  type LogEntry,
  NotFoundError,
  OutcomeUnknownError,
  PurchaseFailedError,
  TopUp,
  verifyWebhook,
} from '@topup/client';
import { eventually, type FaultProxy, startFaultProxy, startWorld, type World } from '@topup/testkit';

// The purchase returns 202, and the first requery delivers.
const SLOW = { PURCHASE_WAIT_MS: '300', REQUERY_SCHEDULE: '1500ms,2s,3s,4s,5s' };

let world: World;
let proxy: FaultProxy;
let topup: TopUp;
const logged: LogEntry[] = [];

beforeAll(async () => {
  world = await startWorld({ settings: SLOW, sandboxSettings: { SANDBOX_PENDING_REQUERIES: '0' } });
  const { hostname: host, port } = new URL(world.apis[0]?.url ?? '');
  proxy = await startFaultProxy({ target: { host, port: Number(port) } });
  const onOwnConnection: typeof fetch = (url, init) =>
    fetch(url, { ...init, headers: { ...init?.headers, Connection: 'close' } });
  const baseUrl = `http://127.0.0.1:${proxy.port}`;
  const onLog = (entry: LogEntry) => void logged.push(entry);
  topup = new TopUp({ baseUrl, apiKey: world.account.apiKey, fetch: onOwnConnection, onLog });
  await topup.setWebhook({ webhook_url: world.receiver.url });
});
afterAll(async () => {
  await proxy?.stop();
  await world?.stop();
});

const order = (phone: string, request_ref = randomUUID()) =>
  ({ network: 'mtn', phone, amount: 100, request_ref }) as const;
const sends = async (ref: string) => (await world.purchase(ref))?.sends;
describe('a program does not learn the end of a purchase', () => {
  test('pending first: the status brings the end', async () => {
    const buying = topup.buyAirtime(order('08000200001'));
    expect((await buying).status).toBe('pending');
    expect(await buying.settled()).toMatchObject({ status: 'successful', reference: buying.reference });
  });

  test('pending first: each event is genuine, is handed on, and the status decides', async () => {
    const handedOn: string[] = [];
    world.receiver.answerWith(({ rawBody, headers }) => {
      const event = verifyWebhook(rawBody, headers, { apiKey: world.account.apiKey });
      if (event === null) return { kind: 'answer', status: 401 };
      topup.receive(event);
      handedOn.push(`${event.event} ${event.reference}`);
      return { kind: 'answer', status: 200 };
    });
    const buying = topup.buyAirtime(order('08000200002'));
    expect(await buying.settled()).toMatchObject({ status: 'successful' });
    const last = `airtime.purchase.success ${buying.reference}`;
    const all = await eventually(
      () => handedOn,
      (events) => events.includes(last),
    );
    expect(all).toContain(`airtime.purchase.pending ${buying.reference}`);
  });

  test('rejected: it throws, with the code, and the money is back', async () => {
    const before = await topup.walletBalance();
    const failed = await topup
      .buyAirtime(order('08000100001'))
      .settled()
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(PurchaseFailedError);
    expect(failed).toMatchObject({ code: 'provider_rejected' });
    expect(await topup.walletBalance()).toEqual(before);
  });
});

describe('a lost answer makes a program buy twice', () => {
  test('the service has acted: the error leads to the status, and the end is found', async () => {
    const wanted = order('08031234567');
    const { answered } = proxy.holdReplyAfter(wanted.request_ref);
    const buying = topup.buyAirtime(wanted);
    const lost = buying.catch((error: unknown) => error);
    await answered;
    proxy.cut();
    const error = await lost;
    if (!(error instanceof OutcomeUnknownError)) throw error;
    expect((await error.status()).status).toBe('successful');
    expect(await buying.settled()).toMatchObject({ status: 'successful', reference: wanted.request_ref });
    expect(await sends(wanted.request_ref)).toBe(1);
  });

  test('the order never arrived: nothing is sent again, and then the same reference buys', async () => {
    const wanted = order('08031234567');
    const { fired } = proxy.holdRequestsWith(wanted.request_ref);
    const lost = topup.buyAirtime(wanted).catch((error: unknown) => error);
    await fired;
    proxy.cut();
    const error = await lost;
    if (!(error instanceof OutcomeUnknownError)) throw error;
    await expect(error.status()).rejects.toBeInstanceOf(NotFoundError);
    expect(await world.purchase(wanted.request_ref)).toBeUndefined();
    expect((await topup.buyAirtime(wanted)).status).toBe('successful');
    expect(await sends(wanted.request_ref)).toBe(1);
  });

  test('nobody listens for a moment: the order waits and is sent once', async () => {
    const wanted = order('08031234567');
    await proxy.setMode('refuse');
    const buying = topup.buyAirtime(wanted, { maxRetries: 5 });
    await eventually(
      () => logged,
      (entries) => entries.some(({ event }) => event === 'retry'),
    );
    await proxy.setMode('pass');
    expect((await buying).status).toBe('successful');
    expect(
      await eventually(
        () => sends(wanted.request_ref),
        (count) => count !== undefined,
      ),
    ).toBe(1);
  });
});
