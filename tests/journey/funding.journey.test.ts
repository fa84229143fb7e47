import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { openFundingAccount } from '@topup/core/collection';
import { createCollector } from '@topup/providers';
import {
  BY_TEST,
  eventually,
  providersAt,
  type SandboxProcess,
  startSandbox,
  startWorld,
  testPool,
  type World,
} from '@topup/testkit';
import { newBvn } from '../collections/support';

// A client transfers at night: the bank tells the collector, the collector tells the api, and the balance moves.

const SECRET = 'notice-secret-of-this-test';
const log = { error: () => undefined };

let world: World;
let bank: SandboxProcess;
let forwarder: Server;
let apiUrl = '';
beforeAll(async () => {
  // the bank needs the address of the api before the api has a port
  forwarder = createServer(async (request, response) => {
    const { 'monnify-signature': signature = '' } = request.headers;
    const answer = await fetch(`${apiUrl}/callbacks/monnify/${SECRET}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'monnify-signature': String(signature) },
      body: new Uint8Array(await buffer(request)),
    });
    response.writeHead(answer.status).end(await answer.text());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => forwarder.once('listening', resolve));
  const { port } = forwarder.address() as AddressInfo;
  bank = await startSandbox({ SANDBOX_NOTICE_URL: `http://127.0.0.1:${port}/` });
  world = await startWorld({ mode: 'live', settings: { ...collectionsAt(bank.url), MONNIFY_CALLBACK_SECRET: SECRET } });
  apiUrl = world.apis[0]?.url ?? '';
});
afterAll(async () => {
  await world?.stop();
  await bank?.kill();
  forwarder?.close();
});

const collectionsAt = (url: string): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(providersAt(url)).filter(([name]) => name.startsWith('MONNIFY'))),
  COLLECTIONS: 'monnify',
  MONNIFY_CONTRACT_CODE: '0000000001',
});

test('a transfer is in the balance within seconds, and the books are sound', async () => {
  const db = testPool(world.databaseUrl, 2);
  try {
    const collector = createCollector(collectionsAt(bank.url), log);
    const accountId = world.account.id;
    const owner = { id: randomUUID(), accountId, role: 'owner', name: 'Ada', email: 'ada@example.test' };
    await db.dashboardUser.create({ data: owner });
    const opened = await openFundingAccount({ db, collector }, BY_TEST, { accountId, bvn: newBvn() });
    expect(opened.kind).toBe('opened');
    const { body } = await world.client.call<{ account_number: string }[]>('GET', '/v1/wallet/funding-accounts');
    expect(body.data).toHaveLength(2);
    const before = await balance();
    await pay(body.data?.[0]?.account_number, 2_500);
    expect(await eventually(balance, (now) => now !== before)).toBe('1002500.00');
    const { body: entries } = await world.client.call('GET', '/v1/wallet/entries?kind=funding&limit=1');
    expect(entries.data).toMatchObject([{ amount: '2500.00', reference: expect.stringMatching(/^MNFY\|/) }]);
  } finally {
    await db.$disconnect();
  }
});

test('a notice with a wrong signature is refused, and one without the secret finds no path', async () => {
  const notice = JSON.stringify({ eventType: 'SUCCESSFUL_TRANSACTION', eventData: { transactionReference: 'MNFY|1' } });
  const call = (secret: string, signature: string) =>
    fetch(`${apiUrl}/callbacks/monnify/${secret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(signature !== '' && { 'monnify-signature': signature }) },
      body: notice,
    }).then(({ status }) => status);
  expect([await call(SECRET, 'f'.repeat(128)), await call(SECRET, ''), await call('x'.repeat(24), '')]).toEqual([
    401, 200, 404,
  ]);
});

const balance = async () => (await world.client.balance()).body.data?.balance;

async function pay(accountNumber: string | undefined, amount: number): Promise<void> {
  const answer = await fetch(`${bank.url}/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account_number: accountNumber, amount }),
  });
  expect(await answer.json()).toMatchObject({ notices: ['answered'] });
}
