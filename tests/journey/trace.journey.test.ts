import { randomUUID } from 'node:crypto';
import { type ApiAnswer, eventually, type LogEntry, startWorld, type World } from '@topup/testkit';

/** Pending at first; a requery finds it delivered about 6 s after the send. */
const DELIVERED_LATER = '08000200000';
/** It has one event, which no delivery of a later one can take along without its request id. */
const FOR_EVER_PENDING = '08000400000';

let world: World;
beforeAll(async () => {
  world = await startWorld({
    settings: { PURCHASE_WAIT_MS: '1000' },
    sandboxSettings: { SANDBOX_PENDING_REQUERIES: '6' },
  });
  await world.client.setWebhook(world.receiver.url);
});
afterAll(() => world?.stop());

const requestIdOf = ({ headers }: ApiAnswer) => String(headers['x-request-id']);

/** The log messages with this field, sorted, without repetitions, each with its process. */
function found(field: 'requestId' | 'requestRef', value: string): string[] {
  const messages = [...world.apis, ...world.workers].flatMap((process) =>
    process.logs().flatMap((entry) => (entry[field] === value ? `${process.name}: ${entry.message}` : [])),
  );
  return [...new Set(messages)].sort();
}

/** The log entries of both processes that contain the purchase's id or reference. */
async function linesOf(ref: string): Promise<LogEntry[]> {
  const { id } = (await world.purchase(ref)) ?? { id: 'none' };
  const speaks = (entry: LogEntry) => [id, ref].some((text) => JSON.stringify(entry).includes(text));
  return [...world.apis, ...world.workers].flatMap((process) => process.logs().filter(speaks));
}

/** Waits until these messages about the purchase are in the logs. */
const logged = (ref: string, ...messages: string[]) =>
  eventually(
    () => found('requestRef', ref),
    (logged) => messages.every((message) => logged.includes(message)),
  );

describe('support cannot find a client’s purchase in the logs', () => {
  test('a purchase is in the logs of both processes, by X-Request-Id and by reference', async () => {
    const ref = randomUUID();
    const answer = await world.client.buyAirtime({ ref });
    const whole = ['api: accepted', 'api: request', 'worker: sent', 'worker: settled', 'worker: webhook'];
    await logged(ref, ...whole);
    expect(found('requestId', requestIdOf(answer))).toEqual(whole);
    expect(found('requestRef', ref)).toEqual(whole);
    const { id } = (await world.purchase(ref)) ?? {};
    const [accepted] = world.apis[0]?.logs('accepted').filter(({ requestRef }) => requestRef === ref) ?? [];
    expect(accepted).toMatchObject({ requestId: requestIdOf(answer), purchase: id, product: 'AIRTIME' });
    for (const line of await linesOf(ref))
      expect(line).toMatchObject({ requestId: requestIdOf(answer), requestRef: ref });
  });

  test('sends of the api, and the message to the customer, are found too', async () => {
    const ref = randomUUID();
    const answer = await world.client.buy('ELECTRICITY', { ref });
    // a test purchase sends no SMS (specification 1.4)
    const message = world.mode === 'live' ? ['worker: SMS not sent: no SMS provider is set up'] : [];
    await logged(ref, 'api: request', 'api: settled', ...message);
    expect(found('requestId', requestIdOf(answer))).toEqual([
      'api: accepted',
      'api: request',
      'api: sent',
      'api: settled',
      ...message,
    ]);
  });

  test('work of the sweeper is found by reference and by purchase', async () => {
    const ref = randomUUID();
    await world.client.buyAirtime({ ref, phone: DELIVERED_LATER });
    await logged(ref, 'worker: requeried', 'worker: settled', 'worker: webhook');
    const lines = await linesOf(ref);
    for (const line of lines) expect(line).toMatchObject({ requestRef: ref });
    const { id } = (await world.purchase(ref)) ?? {};
    for (const line of lines.filter(({ message }) => message !== 'request'))
      expect(line).toMatchObject({ purchase: id });
  });

  test('the webhook of a purchase that the api calls pending is found by X-Request-Id', async () => {
    const ref = randomUUID();
    const answer = await world.client.buyAirtime({ ref, phone: FOR_EVER_PENDING });
    expect(answer.status).toBe(202);
    await logged(ref, 'worker: webhook');
    const webhooks = (await linesOf(ref)).filter(({ message }) => message === 'webhook');
    expect(webhooks).toMatchObject([{ requestId: requestIdOf(answer), event: 'airtime.purchase.pending' }]);
  });

  test('an order that was declined is in the log under its reference', async () => {
    const ref = randomUUID();
    const first = await world.client.buyAirtime({ ref });
    const second = await world.client.buyAirtime({ ref });
    const third = await world.client.status(ref);
    await logged(ref, 'worker: webhook');
    const requests = await eventually(
      () => world.apis.flatMap((api) => api.logs('request').filter(({ requestRef }) => requestRef === ref)),
      ({ length }) => length === 3,
    );
    expect(requests.map(({ requestId, status }) => [requestId, status])).toEqual(
      [first, second, third].map((answer) => [requestIdOf(answer), answer.status]),
    );
  });
});
