import { eventually, startWebhookReceiver, type WebhookAnswer, type WebhookReceiver } from '@topup/testkit';
import { createTermiiSms } from './termii-sms';

const KEY = 'TLtermii-secret-key';
const TOKEN = '1234-5678-9012-3456-7890';
const TEXT = `Ikeja Electric token: ${TOKEN}\nUnits: 79.9 kWh`;
const PHONE = '08035550123';

/** Long enough for a slow machine; no test waits for it. */
const LONG_MS = 10_000;
/** For answers that never come. */
const SHORT_MS = 200;

let server: WebhookReceiver;

beforeEach(async () => {
  server = await startWebhookReceiver();
});
afterEach(() => server.stop());

const send = (timeoutMs = LONG_MS, port = server.port) =>
  createTermiiSms({ baseUrl: `http://127.0.0.1:${port}`, apiKey: KEY, senderId: 'TopUp', timeoutMs }).send(PHONE, TEXT);

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): WebhookAnswer => ({
  kind: 'answer',
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const TAKEN = { message_id: '9122821270554876574', message: 'Successfully Sent', balance: 9, user: 'Ada Obi' };

test('Termii gets the message in the form of its API, with the number in international form', async () => {
  server.answerWith(answer(200, TAKEN));
  await send();
  expect(server.received).toHaveLength(1);
  expect(server.received[0]).toMatchObject({
    method: 'POST',
    path: '/api/sms/send',
    headers: expect.objectContaining({ 'content-type': 'application/json' }),
  });
  expect(server.received[0]?.body).toEqual({
    to: '2348035550123',
    from: 'TopUp',
    sms: TEXT,
    type: 'plain',
    channel: 'dnd',
    api_key: KEY,
  });
});

test.each<[string, number, object]>([
  ['a message_id', 200, TAKEN],
  ['another 2xx with a message_id', 201, TAKEN],
  ['code ok', 200, { code: 'ok', message: 'Successfully Sent' }],
])('a message that Termii accepted counts as sent: %s', async (_what, status, body) => {
  server.answerWith(answer(status, body));
  await expect(send()).resolves.toBeUndefined();
});

describe('a customer is left without the token when a message that was not taken counts as sent', () => {
  const notTaken = 'Termii did not say that it took the message';

  test.each<[string, WebhookAnswer, string]>([
    ['a 2xx without a message_id', answer(200, { message: 'Insufficient balance' }), notTaken],
    ['an empty message_id', answer(200, { message_id: '' }), notTaken],
    ['a message_id that is no text', answer(200, { message_id: null }), notTaken],
    ['an empty body', answer(200, ''), notTaken],
    ['null', answer(200, 'null'), notTaken],
    ['a page instead of JSON', answer(200, '<html>message_id</html>', { 'content-type': 'text/html' }), notTaken],
    ['a refused request', answer(400, { message: 'Invalid Sender Id', message_id: '1' }), 'Termii answered HTTP 400'],
    ['a refused key', answer(401, { message: `Invalid api key ${KEY}` }), 'Termii answered HTTP 401'],
    ['a fault at their side', answer(500, TAKEN), 'Termii answered HTTP 500'],
    ['a redirect, which is not followed', answer(302, '', { location: '/elsewhere' }), 'Termii answered HTTP 302'],
    ['a reset connection', { kind: 'reset' }, 'Termii could not be asked: ECONNRESET'],
    ['a body that breaks off', { kind: 'truncated', status: 200 }, 'Termii could not be asked: '],
    ['a body without end', { kind: 'endless', status: 200 }, 'Termii could not be asked: ERR_BAD_RESPONSE'],
  ])('%s', async (_what, reply, error) => {
    server.answerWith(reply);
    await expectRefusal(send(), error);
    expect(server.received).toHaveLength(1);
  });

  test.each<WebhookAnswer>([{ kind: 'hang' }, { kind: 'drip', status: 200 }])(
    'no whole answer in time: %j',
    async (reply) => {
      server.answerWith(reply);
      await expectRefusal(send(SHORT_MS), 'Termii could not be asked: ');
      await eventually(server.open, (open) => open === 0);
    },
  );

  test('a server that is down', async () => {
    const { port } = server;
    await server.stop();
    await expectRefusal(send(LONG_MS, port), 'Termii could not be asked: ECONNREFUSED');
    server = await startWebhookReceiver();
  });
});

test('a proxy in the environment would read tokens and the key: it is not used', async () => {
  const proxy = await startWebhookReceiver();
  process.env.http_proxy = proxy.url;
  try {
    server.answerWith(answer(200, TAKEN));
    await send();
    expect(proxy.accepted()).toBe(0);
  } finally {
    delete process.env.http_proxy;
    await proxy.stop();
  }
});

/** It fails with this, and says nothing that the database and the logs, where the text ends up, must not hold. */
async function expectRefusal(sending: Promise<void>, text: string): Promise<void> {
  const error: unknown = await sending.then(
    () => 'it was taken',
    (fault) => fault,
  );
  if (!(error instanceof Error)) throw new Error(`no Error but ${error}`);
  expect(error.message).toContain(text);
  const shown = `${error.message} ${error.stack} ${JSON.stringify(error, Object.getOwnPropertyNames(error))} ${error.cause}`;
  for (const secret of [KEY, TOKEN, PHONE, '2348035550123']) expect(shown).not.toContain(secret);
}
