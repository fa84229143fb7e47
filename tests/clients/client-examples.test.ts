import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, startWorld } from '@topup/testkit';
import { ROOT } from '../pages';
import { type ScriptedServer, type Step, startScripted } from './scripted-server';

// The example of the client in TypeScript, as a reader copies it.

const API_KEY = 'tup_test_example';
const SHOP = 'packages/client/examples/sell.mjs';
const BUY = 'POST /v1/airtime/purchase';
const ASK = 'POST /v1/transaction/status';

const children: ChildProcess[] = [];
const servers: ScriptedServer[] = [];
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'topup-client-'));
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

const bookFile = () => path.join(directory, 'book');
const environment = (baseUrl: string, apiKey = API_KEY) => ({
  TOPUP_URL: baseUrl,
  TOPUP_API_KEY: apiKey,
  SHOP_BOOK: bookFile(),
});

function start(args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [SHOP, ...args], { cwd: ROOT, env });
  children.push(child);
  return child;
}

/** Runs the shop to its end. */
async function run(args: string[], env: Record<string, string>) {
  const child = start(args, env);
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk) => (stdout += chunk));
  child.stderr?.on('data', (chunk) => (stderr += chunk));
  const status = await new Promise((resolve) => child.once('close', resolve));
  return { status, stdout, stderr };
}

async function script(...steps: Step[]): Promise<ScriptedServer> {
  const server = await startScripted(steps, { apiKey: API_KEY });
  servers.push(server);
  return server;
}

type Fact = { reference: string; order?: { phone: string; amount: string }; state?: string; cursor?: string };

const facts = (): Fact[] =>
  readFileSync(bookFile(), 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line));

/** The states by reference, as the shop reads its book. */
async function states(): Promise<unknown> {
  const code = `import { Book } from ${JSON.stringify(path.join(ROOT, SHOP))};
    const { orders } = new Book(process.env.SHOP_BOOK).read();
    console.log(JSON.stringify([...orders].map(([reference, { state }]) => [reference, state])));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { env: environment('') });
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  return JSON.parse(text);
}

const said = (status: string) => ({ status, message: `It is ${status}.`, reference: 'r', data: { amount: '100.00' } });
const coded = (status: number, code: string) => ({
  status,
  headers: { 'X-Error-Code': code },
  body: status === 424 ? said('failed') : { status: 'error', message: `The text of ${code}.` },
});
const order = { phone: '08031234567', amount: '100' };
const write = (...lines: object[]) => appendFileSync(bookFile(), lines.map((fact) => JSON.stringify(fact)).join('\n'));

describe('the shop of the TypeScript example loses money', () => {
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
    const { status, stdout } = await run(['sell', '08031234567', '100'], environment(server.baseUrl));
    const [{ reference = '' } = {}] = facts();
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${reference} ${state}\n` });
    expect(facts()[0]).toEqual({ reference, order });
    expect(await states()).toEqual([[reference, state]]);
    expect(server.faults()).toEqual([]);
  });

  test('a shop that is killed while it buys asks for the outcome after its restart, and buys nothing again', async () => {
    const server = await script(
      { expect: BUY, answer: { body: said('successful'), slow: true } },
      { expect: ASK, answer: { status: 202, body: said('pending') } },
      { expect: ASK, answer: { body: said('successful') } },
    );
    const shop = start(['sell', '08031234567', '100'], environment(server.baseUrl));
    await eventually(server.count, (count) => count === 1);
    await kill(shop);
    const [{ reference = '' } = {}] = facts();
    expect(await states()).toEqual([[reference, 'open']]);
    expect(await run(['resume'], environment(server.baseUrl))).toMatchObject({ status: 0 });
    expect(await states()).toEqual([[reference, 'sold']]);
    expect(server.faults()).toEqual([]);
  });

  test('a book that cannot be written stops the shop before it buys', async () => {
    const server = await script();
    const nowhere = { ...environment(server.baseUrl), SHOP_BOOK: path.join(directory, 'none/book') };
    expect((await run(['sell', '08031234567', '100'], nowhere)).status).not.toBe(0);
    expect([server.count(), existsSync(nowhere.SHOP_BOOK)]).toEqual([0, false]);
  });

  test('a line that a power cut has torn takes no other order with it', async () => {
    write({ reference: 'a', order }, { reference: 'b', order });
    const torn = readFileSync(bookFile(), 'utf8').slice(0, -1);
    rmSync(bookFile());
    appendFileSync(bookFile(), torn);
    const server = await script(
      { expect: ASK, body: { request_ref: 'a' }, answer: { body: said('successful') } },
      { expect: BUY, answer: { body: said('successful') } },
    );
    await run(['resume'], environment(server.baseUrl));
    await run(['sell', '08031234567', '100'], environment(server.baseUrl));
    expect(await states()).toEqual([
      ['a', 'sold'],
      [expect.any(String), 'sold'],
    ]);
    expect(server.faults()).toEqual([]);
  });

  test('it notes outcomes and reversals across a lost connection, and goes on where it was', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((reference) => ({ reference, order }));
    const first = { reference: 'of another', change: { status: 'failed', error_code: null }, cursor: 'c1' };
    write({ ...a }, { ...b }, { ...c }, { reference: 'b', state: 'sold' }, first);
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
    start(['follow'], environment(server.baseUrl));
    await eventually(facts, (all) => all.at(-1)?.cursor === 'c3');
    expect(await states()).toEqual([
      ['a', 'sold'],
      ['b', 'reversed'],
      ['c', 'not sold'],
    ]);
    await eventually(server.count, (count) => count === 4);
    expect(server.faults()).toEqual([]);
  });

  test('at the service it sells, and its purchase is in the account', async () => {
    const world = await startWorld({ mode: 'test' });
    try {
      const used = environment(world.apis[0]?.url ?? '', world.account.apiKey);
      expect(await run(['sell', '08031234567', '100'], used)).toMatchObject({ status: 0, stderr: '' });
      const [{ reference = '' } = {}] = facts();
      expect(await states()).toEqual([[reference, 'sold']]);
      const { body } = await world.client.call('POST', '/v1/transaction/status', { request_ref: reference });
      expect(body).toMatchObject({ status: 'successful', reference });
    } finally {
      await world.stop();
    }
  });
});
