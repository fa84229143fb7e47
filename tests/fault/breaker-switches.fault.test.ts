import { randomUUID } from 'node:crypto';
import { type ApiAnswer, eventually, startWorld, type World } from '@topup/testkit';
import { operatorsOf } from '../journey/support/ops';
import { airtime, buy, cable, prepaid } from '../journey/support/products';
import { first, newBuyer } from './buyer';
import { expectNotAccepted, finalRow, verifyAndStop } from './expect-end';
import { kill } from './processes';

const MAX_WAIT_MS = 6_000;
const settings = { PROVIDER_MAX_WAIT_MS: `${MAX_WAIT_MS}`, PURCHASE_WAIT_MS: '20000' };

describe('an operator cannot stop what goes wrong at the provider', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ settings, apis: 1, asGrantedRole: true });
    await world.client.call('POST', '/v1/cabletv/variations', { product_type: 'dstv' });
  });
  afterAll(() => verifyAndStop(world));

  const ops = (...words: string[]) => operatorsOf(world)('provider', ...words);
  const CLOSED = 'an operator closed a provider or service; its orders go elsewhere or wait';
  const OPENED = 'an operator opened a provider or service again';

  /** Runs the command, and waits until every process knows it. */
  async function told(message: string, ...words: string[]): Promise<unknown> {
    const known = () => [...world.apis, ...world.workers].map((process) => process.logs(message).length);
    const before = known();
    const answer = await ops(...words);
    await eventually(known, (counts) => counts.every((count, n) => count === (before[n] ?? 0) + 1));
    return answer;
  }
  const close = (reason: string, ...service: string[]) => told(CLOSED, 'close', ...service, '--reason', reason);
  const open = (...service: string[]) => told(OPENED, 'open', ...service);

  /** Buys airtime, and returns when it waits unsent. */
  async function buyWaiting(): Promise<{ ref: string; answer: Promise<ApiAnswer> }> {
    const ref = randomUUID();
    const answer = world.client.buyAirtime({ ref });
    // a waiting purchase is kept from the sweepers until its maximum wait is over
    await eventually(
      () =>
        world.sql<{ held: boolean }>(
          `SELECT sends = 0 AND next_check_at > created_at + interval '5 seconds' AS held FROM purchase WHERE request_ref = $1`,
          [ref],
        ),
      ([row]) => row?.held === true,
    );
    return { ref, answer };
  }

  test('a service that is closed sells nothing to anybody within a second, the others go on', async () => {
    expect(await close('ticket 17', '--service', 'mtn')).toEqual({
      provider: 'vtpass',
      service: 'mtn',
      closed: true,
      reason: 'ticket 17',
    });
    const { answer } = await buyWaiting();
    expect((await buy(world.client, airtime, randomUUID(), undefined, { network: 'glo' })).status).toBe(200);
    expect((await buy(world.client, prepaid, randomUUID())).status).toBe(200);
    await open('--service', 'mtn');
    expect((await answer).status).toBe(200);
  });

  test('a closed provider: cable TV and electricity return 500 before any debit, and lookups go on', async () => {
    await close('ticket 18');
    for (const product of [cable, prepaid]) {
      const buyer = await newBuyer(world, { product });
      expect((await buyer.buy()).status).toBe(500);
      await expectNotAccepted(world, buyer);
    }
    const verify = { product_type: 'dstv', smartcard_number: '7029416318' };
    expect((await world.client.call('POST', '/v1/cabletv/verify', verify)).status).toBe(200);
    await open();
  });

  test('a waiting purchase whose worker is killed is decided by the next one, by the same rule', async () => {
    await close('ticket 19');
    const waiting = await buyWaiting();
    await kill(first(world.workers));
    const worker = await world.addWorker(); // knows what is closed before it looks for work
    expect(await finalRow(world, waiting.ref)).toMatchObject({
      status: 'failed',
      cause: 'provider_unavailable_operator',
      sends: 0,
    });
    expect((await waiting.answer).status).toBe(424);
    expect(worker.logs('sent')).toEqual([]);

    const next = await buyWaiting();
    await kill(worker);
    await ops('open');
    await world.addWorker();
    expect((await next.answer).status).toBe(200);
  });
});
