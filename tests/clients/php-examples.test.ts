import type { ChildProcess } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signedEvent } from '@topup/core/webhook';
import { freePort } from '@topup/embedded';
import { describeIf, eventually, startWorld, type World } from '@topup/testkit';
import { read } from '../pages';
import { hasPhp, NO_PHP, runPhp, startPhp } from './php';
import { type ScriptedServer, type Step, startScripted } from './scripted-server';

// The examples of the PHP client, as a reader copies them.

const API_KEY = 'tup_test_example';
const children: ChildProcess[] = [];
const servers: ScriptedServer[] = [];
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'topup-php-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  for (const server of servers.splice(0)) await server.close();
  rmSync(directory, { recursive: true });
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await closed;
}

function start(...[args, env, stdio]: Parameters<typeof startPhp>): ChildProcess {
  const child = startPhp(args, env, stdio);
  children.push(child);
  return child;
}

async function script(...steps: Step[]): Promise<ScriptedServer> {
  const server = await startScripted(steps, { apiKey: API_KEY });
  servers.push(server);
  return server;
}

describeIf(hasPhp, 'the shop of the example loses money', NO_PHP, () => {
  type Book = { orders: Record<string, { phone: string; amount: string; state: string }>; cursor: string | null };
  const SHOP = 'clients/php/examples/sell.php';
  const BUY = 'POST /v1/airtime/purchase';
  const ASK = 'POST /v1/transaction/status';

  const bookFile = () => path.join(directory, 'book.json');
  const book = (): Book => JSON.parse(readFileSync(bookFile(), 'utf8'));
  const states = () => Object.values(book().orders).map(({ state }) => state);
  const environment = (baseUrl: string, apiKey = API_KEY) => ({
    TOPUP_URL: baseUrl,
    TOPUP_API_KEY: apiKey,
    SHOP_BOOK: bookFile(),
  });
  const said = (status: string) => ({
    status,
    message: `It is ${status}.`,
    reference: 'r',
    data: { amount: '100.00' },
  });
  const coded = (status: number, code: string) => ({
    status,
    headers: { 'X-Error-Code': code },
    body: status === 424 ? said('failed') : { status: 'error', message: `The text of ${code}.` },
  });

  test.each<[string, string, Step[]]>([
    ['is sold', 'sold', [{ expect: BUY, answer: { body: said('successful') } }]],
    [
      'is pending, and then sold',
      'sold',
      [
        { expect: BUY, answer: { status: 202, body: said('pending') } },
        { expect: ASK, answer: { body: said('successful') } },
      ],
    ],
    ['fails', 'not sold', [{ expect: BUY, answer: coded(424, 'provider_rejected') }]],
    ['is refunded by an operator', 'ask the operator', [{ expect: BUY, answer: coded(424, 'refunded_by_operator') }]],
    ['is refused', 'not sold', [{ expect: BUY, answer: coded(400, 'insufficient_balance') }]],
    ['gets no answer', 'open', [{ expect: BUY, answer: { drop: true } }]],
    ['gets the page of a proxy', 'open', [{ expect: BUY, answer: { status: 504, raw: '<html>' } }]],
  ])('an order that %s is "%s" in the book', async (_, state, steps) => {
    const server = await script(...steps);
    const { status, stdout } = await runPhp([SHOP, 'sell', '08031234567', '100'], environment(server.baseUrl));
    const [reference = ''] = Object.keys(book().orders);
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${reference} ${state}\n` });
    expect(book().orders[reference]).toEqual({ phone: '08031234567', amount: '100', state });
    expect(server.faults()).toEqual([]);
  });

  test('a shop that is killed while it buys asks for the outcome after its restart, and buys nothing again', async () => {
    const server = await script(
      { expect: BUY, answer: { body: said('successful'), slow: true } },
      { expect: ASK, answer: { status: 202, body: said('pending') } },
      { expect: ASK, answer: { body: said('successful') } },
    );
    const shop = start([SHOP, 'sell', '08031234567', '100'], environment(server.baseUrl));
    await eventually(server.count, (count) => count === 1);
    await kill(shop);
    expect(states()).toEqual(['open']);
    expect(await runPhp([SHOP, 'resume'], environment(server.baseUrl))).toMatchObject({ status: 0 });
    expect(states()).toEqual(['sold']);
    expect(server.faults()).toEqual([]);
  });

  test('a book that cannot be written stops the shop before it buys', async () => {
    const server = await script();
    const nowhere = { ...environment(server.baseUrl), SHOP_BOOK: path.join(directory, 'none/book.json') };
    expect((await runPhp([SHOP, 'sell', '08031234567', '100'], nowhere)).status).not.toBe(0);
    expect([server.count(), existsSync(nowhere.SHOP_BOOK)]).toEqual([0, false]);
  });

  test('it notes outcomes and reversals across a lost connection, and goes on where it was', async () => {
    const order = { phone: '08031234567', amount: '100' };
    const orders = { a: { ...order, state: 'open' }, b: { ...order, state: 'sold' }, c: { ...order, state: 'open' } };
    writeFileSync(bookFile(), JSON.stringify({ orders, cursor: 'c1' }));
    const changes = (after: string) => `GET /v1/transactions/changes?after=${after}&limit=100&wait=20`;
    const page = (next_cursor: string, ...data: object[]) => ({
      body: { status: 'success', message: 'Found.', data, next_cursor },
    });
    const server = await script(
      {
        expect: changes('c1'),
        answer: page('c2', { reference: 'a', status: 'successful', error_code: null }, { reference: 'of another' }),
      },
      { expect: changes('c2'), answer: { drop: true } },
      {
        expect: changes('c2'),
        answer: page(
          'c3',
          { reference: 'b', status: 'failed', error_code: 'refunded_by_operator' },
          { reference: 'c', status: 'failed', error_code: 'provider_rejected' },
        ),
      },
      { expect: changes('c3'), answer: { ...page('c4'), slow: true } },
    );
    start([SHOP, 'follow'], environment(server.baseUrl), 'ignore');
    await eventually(book, ({ cursor }) => cursor === 'c3');
    expect(states()).toEqual(['sold', 'reversed', 'not sold']);
    await eventually(server.count, (count) => count === 4);
    expect(server.faults()).toEqual([]);
  });

  describe('at the service', () => {
    let world: World;
    beforeAll(async () => {
      world = await startWorld({ mode: 'test' });
    });
    afterAll(() => world?.stop());

    test('it sells, and its purchase is in the account', async () => {
      const { apiKey } = world.account;
      const used = environment(world.apis[0]?.url ?? '', apiKey);
      expect(await runPhp([SHOP, 'sell', '08031234567', '100'], used)).toMatchObject({ status: 0, stderr: '' });
      const [reference] = Object.keys(book().orders);
      expect(states()).toEqual(['sold']);
      const { body } = await world.client.call('POST', '/v1/transaction/status', { request_ref: reference });
      expect(body).toMatchObject({ status: 'successful', reference });
    });

    test('the sample of the README buys', async () => {
      const [, code = ''] = /```php\n(.*?)```/s.exec(read('clients/php/README.md')) ?? [];
      const file = path.join(directory, 'buy.php');
      writeFileSync(file, code.replace('vendor/autoload.php', path.resolve('clients/php/autoload.php')));
      const used = environment(world.apis[0]?.url ?? '', world.account.apiKey);
      const { stdout, stderr } = await runPhp([file], used);
      expect({ stdout, stderr }).toEqual({ stdout: 'Airtime purchase successful. 100.00\n', stderr: '' });
    });
  });
});

describeIf(hasPhp, 'the receiver of the example loses an event, or takes one twice', NO_PHP, () => {
  const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
  let url: string;

  beforeEach(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}/`;
    start(
      ['-S', `127.0.0.1:${port}`, 'clients/php/examples/receive.php'],
      { TOPUP_WEBHOOK_SECRET: SECRET, EVENTS: directory },
      'ignore',
    );
    await eventually(
      () =>
        fetch(url).then(
          ({ status }) => status,
          () => null,
        ),
      (status) => status === 401, // it is no event
    );
  });

  const event = (name: string, secret = SECRET) => {
    const facts = {
      event: name,
      requestRef: 'order-1',
      status: 'success',
      amountKobo: 10_000n,
      productType: 'AIRTIME',
      details: 'Airtime purchase successful.',
      webhookId: randomUUID(),
      purchaseId: randomUUID(),
      mode: 'live',
    } as const;
    return signedEvent(facts as Parameters<typeof signedEvent>[0], 'tup_live_key', [secret], new Date().toISOString());
  };
  const post = async ({ headers, body }: ReturnType<typeof event>, more: Record<string, string> = {}) =>
    (await fetch(url, { method: 'POST', headers: { ...headers, ...more }, body })).status;
  const saved = () =>
    readdirSync(directory).map((name) => JSON.parse(readFileSync(path.join(directory, name), 'utf8')));

  test('a genuine event is saved once, however often it comes', async () => {
    const genuine = event('airtime.purchase.success');
    expect([await post(genuine), await post(genuine)]).toEqual([200, 200]);
    expect(saved()).toEqual([JSON.parse(genuine.body)]);
    const id = createHash('sha256')
      .update(genuine.headers['webhook-id'] ?? '')
      .digest('hex');
    expect(readdirSync(directory)).toEqual([`${id}.json`]);
  });

  test('a forged or changed event is rejected', async () => {
    const { headers, body } = event('airtime.purchase.success');
    const other = event('airtime.purchase.success', `whsec_${randomBytes(32).toString('base64')}`);
    expect([await post({ headers, body: body.replace('100.00', '900.00') }), await post(other)]).toEqual([401, 401]);
    expect(saved()).toEqual([]);
  });

  test('the event of a status query and a test event are received, and not saved', async () => {
    expect(await post(event('transaction.requery'))).toBe(200);
    expect(await post(event('airtime.purchase.success'), { 'X-Webhook-Test': 'true' })).toBe(200);
    expect(saved()).toEqual([]);
  });

  test('an event that cannot be saved is not said to be received', async () => {
    rmSync(directory, { recursive: true });
    expect(await post(event('airtime.purchase.success'))).toBe(500);
    directory = mkdtempSync(path.join(tmpdir(), 'topup-php-'));
  });
});
