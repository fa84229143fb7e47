import { AuthenticationError, ConnectionError, type HeardEvent, TopUp } from './index';
import { broken, refused, type Scripted, scriptedFetch } from './testing/scripted-fetch';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

let service: ReturnType<typeof scriptedFetch>;
let topup: TopUp;
let secrets: string[];

beforeEach(() => {
  jest.useFakeTimers();
  service = scriptedFetch();
  secrets = [];
  topup = new TopUp({ baseUrl: 'https://topup.example.com/', apiKey: 'tup_test_key', fetch: service.fetch });
});
afterEach(() => jest.useRealTimers());

const message = (event: string, data: object, id?: string) =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
const ready = message('ready', { webhook_secret: SECRET });
const sold = (id: string) =>
  message('airtime.purchase.success', { headers: { 'webhook-id': id }, body: `{"n":"${id}\\n"}` }, id);
const stream = (...parts: string[]): Scripted => ({ status: 200, body: parts.join('') });

/** The first `count` events, or what the loop rejects with. Waits pass at once. */
async function heard(count: number, options: Parameters<TopUp['listen']>[0] = {}): Promise<HeardEvent[] | unknown> {
  async function collect(): Promise<HeardEvent[]> {
    const events: HeardEvent[] = [];
    for await (const event of topup.listen({ onReady: (secret) => secrets.push(secret), ...options })) {
      events.push(event);
      if (events.length === count) break;
    }
    return events;
  }
  const result = collect().catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(120_000);
  return result;
}

test('events come as they would be sent, and lines that say nothing are left out', async () => {
  service.answer(stream(ready, ': nothing new\n\n', sold('a'), sold('b')));
  expect(await heard(2)).toEqual([
    { event: 'airtime.purchase.success', id: 'a', headers: { 'webhook-id': 'a' }, body: '{"n":"a\\n"}' },
    { event: 'airtime.purchase.success', id: 'b', headers: { 'webhook-id': 'b' }, body: '{"n":"b\\n"}' },
  ]);
  expect(secrets).toEqual([SECRET]);
  expect(service.sent[0]?.url.pathname).toBe('/v1/test/events');
});

test('after a break it goes on behind the last event, and waits longer each time', async () => {
  service.answer(stream(ready, sold('a')), broken('ECONNRESET'), refused(429, 'overloaded'), stream(ready, sold('b')));
  expect(await heard(2)).toMatchObject([{ id: 'a' }, { id: 'b' }]);
  const since = service.sent.map(({ init }) => new Headers(init.headers).get('last-event-id'));
  expect(since).toEqual([null, 'a', 'a', 'a']);
  expect(secrets).toEqual([SECRET, SECRET]);
});

test('it begins where it is told to', async () => {
  service.answer(stream(ready, sold('b')));
  await heard(1, { since: 'a' });
  expect(new Headers(service.sent[0]?.init.headers).get('last-event-id')).toBe('a');
});

test('a first connection that fails is an error, and so is a key that is revoked', async () => {
  service.answer(broken('ECONNREFUSED'));
  expect(await heard(1)).toBeInstanceOf(ConnectionError);
  service.answer(stream(ready), refused(401, 'unauthorized'));
  expect(await heard(1)).toBeInstanceOf(AuthenticationError);
});

test('a signal ends it', async () => {
  const stop = new AbortController();
  service.answer(stream(ready));
  const ended = heard(1, { signal: stop.signal });
  stop.abort(new Error('enough'));
  expect(await ended).toMatchObject({ message: 'enough' });
});
