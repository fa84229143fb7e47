import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { SELF_SIGNED, startWebhookReceiver, type WebhookAnswer, type WebhookReceiver } from '@topup/testkit';
import { postOnce } from './post-once';

const LONG_MS = 60_000; // longer than a test may take, so a request that ends was not ended by the deadline
const SHORT_MS = 200;
const LIMIT = 96 * 1024;
const ONE_READ = 64 * 1024;
const TLS_LIMIT = 32 * 1024;
/** What TLS adds to each byte that is sent alone. */
const RECORD = 22;

describe.each<[string, { tls?: typeof SELF_SIGNED }]>([
  ['http', {}],
  ['https', { tls: SELF_SIGNED }],
])('a receiver on %s keeps the worker busy with what is no answer', (_, options) => {
  let receiver: WebhookReceiver;
  let dialled: Socket[];
  beforeEach(async () => {
    dialled = [];
    receiver = await startWebhookReceiver(options);
  });
  afterEach(() => receiver.stop());

  const post = (timeoutMs = LONG_MS) => {
    const agents = {
      http: remembering(new http.Agent()),
      https: remembering(new https.Agent({ ca: SELF_SIGNED.cert, rejectUnauthorized: false })),
    };
    const to = new URL(receiver.url);
    return postOnce(to, { headers: {}, body: '{}', agents: { first: agents, fresh: agents }, timeoutMs });
  };

  function remembering<A extends http.Agent>(agent: A): A {
    const dial: http.Agent['createConnection'] = agent.createConnection.bind(agent);
    agent.createConnection = (to, done) => {
      const socket = dial(to, done);
      dialled.push(socket as Socket);
      return socket;
    };
    return agent;
  }

  test.each<[string, WebhookAnswer, number]>([
    ['interim answers without end', { kind: 'interim' }, LIMIT + ONE_READ],
    ['a body of single bytes', { kind: 'crumbs', status: 200 }, LIMIT],
  ])('%s: it is cut off at a count, long before the deadline', async (_what, answer, bytes) => {
    receiver.answerWith(answer);
    const posted = await post();
    expect(posted).toMatchObject(
      answer.kind === 'interim' ? { httpStatus: null, fault: 'excess' } : { httpStatus: 200, fault: null },
    );
    expect(dialled[0]?.destroyed).toBe(true);
    expect(dialled[0]?.bytesRead).toBeLessThanOrEqual(bytes);
  });

  test('a body of single bytes is counted with all that carries it', async () => {
    receiver.answerWith({ kind: 'crumbs', status: 200 });
    const { head } = await post();
    const most = options.tls ? TLS_LIMIT / RECORD : LIMIT + ONE_READ;
    expect(Buffer.concat(head).length).toBeLessThanOrEqual(most);
    expect(head.length).toBeLessThanOrEqual(65);
  });

  test('a head of one byte each second: it is cut off at the deadline, whatever comes', async () => {
    receiver.answerWith({ kind: 'slow_head' });
    expect(await post(SHORT_MS)).toMatchObject({ httpStatus: null, fault: 'late' });
    expect(dialled[0]?.destroyed).toBe(true);
  });

  test('a few interim answers are no fault', async () => {
    receiver.answerWith({ kind: 'answer', status: 200, hints: 2, body: 'ok' });
    expect(await post()).toMatchObject({ httpStatus: 200, fault: null });
  });
});
