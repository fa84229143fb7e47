import type { Socket } from 'node:net';
import { type Connections, createConnections, deadlineIn, exchangeOnce } from '@topup/providers';
import { SELF_SIGNED, startWebhookReceiver, type WebhookAnswer, type WebhookReceiver } from '@topup/testkit';
import { LIMITS } from './webhook-poster';

const LONG_MS = 60_000; // longer than a test may take, so a request that ends was not ended by the deadline
const SHORT_MS = 200;
const LIMIT = 96 * 1024;
const ONE_READ = 64 * 1024;
const TLS_LIMIT = 32 * 1024;
/** Bytes that TLS adds to each byte that is sent alone. */
const RECORD = 22;

describe.each<[string, { tls?: typeof SELF_SIGNED }]>([
  ['http', {}],
  ['https', { tls: SELF_SIGNED }],
])('a receiver on %s keeps the worker busy with what is no answer', (_, options) => {
  let receiver: WebhookReceiver;
  let dialled: Socket | null;
  beforeEach(async () => {
    dialled = null;
    receiver = await startWebhookReceiver(options);
  });
  afterEach(() => receiver.stop());

  const connections = createConnections({ idleMs: 0, dial: { rejectUnauthorized: false } });
  const remembering: Connections = {
    ...connections,
    take(origin) {
      const connection = connections.take(origin);
      queueMicrotask(() => {
        dialled = connection.socket;
      });
      return connection;
    },
  };
  const post = (timeoutMs = LONG_MS) =>
    exchangeOnce({
      connections: remembering,
      method: 'POST',
      url: new URL(receiver.url),
      headers: {},
      body: '{}',
      deadline: deadlineIn(timeoutMs),
      ...LIMITS,
    });

  test.each<[string, WebhookAnswer, number]>([
    ['interim answers without end', { kind: 'interim' }, LIMIT + ONE_READ],
    ['a body of single bytes', { kind: 'crumbs', status: 200 }, LIMIT],
  ])('%s: it is cut off at a count, long before the deadline', async (_what, answer, bytes) => {
    receiver.answerWith(answer);
    const posted = await post();
    expect(posted).toMatchObject({ httpStatus: answer.kind === 'interim' ? null : 200, fault: 'excess' });
    expect(dialled?.destroyed).toBe(true);
    expect(dialled?.bytesRead).toBeLessThanOrEqual(bytes);
  });

  test('a body of single bytes is counted with all that carries it', async () => {
    receiver.answerWith({ kind: 'crumbs', status: 200 });
    const { body } = await post();
    const most = options.tls ? TLS_LIMIT / RECORD : LIMIT + ONE_READ;
    expect(Buffer.concat(body).length).toBeLessThanOrEqual(most);
    expect(body.length).toBeLessThanOrEqual(LIMITS.maxReads); // several in one read, on a busy machine
  });

  test('a head of one byte each second: it is cut off at the deadline, whatever comes', async () => {
    receiver.answerWith({ kind: 'slow_head' });
    expect(await post(SHORT_MS)).toMatchObject({ httpStatus: null, fault: 'late' });
    expect(dialled?.destroyed).toBe(true);
  });

  test('a few interim answers are no fault', async () => {
    receiver.answerWith({ kind: 'answer', status: 200, hints: 2, body: 'ok' });
    expect(await post()).toMatchObject({ httpStatus: 200, fault: null });
  });
});
