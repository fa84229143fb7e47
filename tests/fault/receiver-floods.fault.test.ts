import { randomUUID } from 'node:crypto';
import { eventually, startWorld, type World } from '@topup/testkit';
import { storedEventsOf } from '../journey/support/books';
import { airtime, buy } from '../journey/support/products';
import { first, newBuyer } from './buyer';
import { verifyAndStop } from './expect-end';

/** Of each kind. A receiver may have 32 deliveries open. */
const EACH = 8;
/** All that the worker did for both accounts. One flood that is not cut off takes all of a core until its deadline. */
const MAX_CPU_SECONDS = 20;

describe('receivers that send without end stop the purchases of other accounts', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    world.receiver.answerWith(({ path }) => {
      if (path.endsWith('/interim')) return { kind: 'interim' };
      return path.endsWith('/slow') ? { kind: 'slow_head' } : { kind: 'answer', status: 200 };
    });
  });
  afterAll(() => verifyAndStop(world));

  // fault W17
  test('floods end at a count, slow heads wait alone, and another account buys and has its event', async () => {
    const before = await cpuSeconds();
    const floods = await Promise.all(['interim', 'slow'].map((how) => buyers(how)));
    const other = await newBuyer(world);
    expect(await other.buy()).toMatchObject({ status: 200 });
    await world.receiver.waitFor(({ body }) => body?.reference === other.ref);

    const [interim = [], slow = []] = floods;
    for (const ref of interim) {
      const [event] = await eventually(
        () => storedEventsOf(world, ref),
        ([one]) => one?.state === 'undelivered',
      );
      expect(event).toMatchObject({ http_status: null, error: 'the receiver sent too much before its answer' });
    }
    // each of them had all of its time: none was given up for the others to go on
    for (const ref of slow) {
      const [event] = await eventually(
        () => storedEventsOf(world, ref),
        ([one]) => one?.state === 'undelivered',
      );
      expect(event).toMatchObject({ http_status: null, error: 'no complete answer within 10000 ms' });
    }
    expect((await cpuSeconds()) - before).toBeLessThan(MAX_CPU_SECONDS);
  });

  /** An account whose purchases all have events for such a receiver. @returns their references */
  async function buyers(how: string): Promise<string[]> {
    const { client } = await newBuyer(world);
    await client().setWebhook(`${world.receiver.url}/${how}`);
    const refs = Array.from({ length: EACH }, () => randomUUID());
    const answers = await Promise.all(
      refs.map((ref, n) => buy(client(), airtime, ref, `0803${how === 'slow' ? 8 : 9}${n}00000`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(refs.map(() => 200));
    return refs;
  }

  /** Of the worker, since its start. */
  async function cpuSeconds(): Promise<number> {
    const text = await (await fetch(`${first(world.workers).opsUrl}/metrics`)).text();
    return Number(/^\w*process_cpu_seconds_total\S* (\S+)/m.exec(text)?.[1]);
  }
});
