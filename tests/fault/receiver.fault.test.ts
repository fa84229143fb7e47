import { gzipSync } from 'node:zlib';
import { eventually, startWorld, type WebhookAnswer, type World } from '@topup/testkit';
import { type StoredEvent, storedEventsOf } from '../journey/support/books';
import { type Buyer, first, newBuyer } from './buyer';
import { verifyAndStop, webhookStatusesOf } from './expect-end';

const TIMEOUT_MS = 10_000;
const LATE: Partial<StoredEvent> = { state: 'undelivered', error: `no complete answer within ${TIMEOUT_MS} ms` };

/** 64 MiB of zeros, compressed to 64 KiB. */
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));

const RECEIVERS: Record<string, { answer: WebhookAnswer; recorded: Partial<StoredEvent> }> = {
  'in time': {
    answer: { kind: 'answer', status: 200, delayMs: TIMEOUT_MS - 1_500 },
    recorded: { state: 'delivered' },
  },
  'a little too late': { answer: { kind: 'answer', status: 200, delayMs: TIMEOUT_MS + 500 }, recorded: LATE },
  'that never comes': { answer: { kind: 'hang' }, recorded: LATE },
  'whose head comes byte by byte': { answer: { kind: 'slow_head' }, recorded: LATE },
  // as one that is too long: what was read counts
  'byte by byte': { answer: { kind: 'drip', status: 200 }, recorded: { state: 'delivered', http_status: 200 } },
  'with a compressed bomb': {
    answer: { kind: 'answer', status: 200, headers: { 'content-encoding': 'gzip' }, body: bomb },
    recorded: { state: 'delivered', http_status: 200 },
  },
};

describe('a bad receiver holds a permit, fills the memory, or gets an event twice', () => {
  const buyers = new Map<string, Buyer>();
  let world: World;
  let bytesBefore: number;
  beforeAll(async () => {
    world = await startWorld();
    world.receiver.answerWith(
      ({ path }) => RECEIVERS[decodeURI(path.split('/').at(-1) ?? '')]?.answer ?? { kind: 'reset' },
    );
    bytesBefore = await memory();
    for (const how of Object.keys(RECEIVERS)) {
      const buyer = await newBuyer(world);
      await buyer.client().setWebhook(`${world.receiver.url}/${encodeURI(how)}`);
      buyers.set(how, buyer);
    }
    const answers = await Promise.all([...buyers.values()].map(({ buy }) => buy()));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200)); // whatever becomes of their events
  });
  afterAll(() => verifyAndStop(world));

  // fault W1, W2, W9
  test.each(Object.entries(RECEIVERS))(
    'an answer %s: the receiver has its time, once, and the result is recorded',
    async (how, { recorded }) => {
      const ref = buyers.get(how)?.ref ?? '';
      const [event] = await eventually(
        () => storedEventsOf(world, ref),
        ([one]) => one?.state === 'delivered' || one?.state === 'undelivered',
      );
      expect(event).toMatchObject(recorded);
      const [took] = await world.sql<{ ms: number }>(
        'SELECT duration_ms AS ms FROM webhook_event e JOIN purchase p ON p.id = e.purchase_id WHERE p.request_ref = $1',
        [ref],
      );
      expect(took?.ms).toBeLessThan(2 * TIMEOUT_MS); // on a busy machine;
      if (recorded === LATE) expect(took?.ms).toBeGreaterThanOrEqual(TIMEOUT_MS - 50);
      expect(webhookStatusesOf(world, ref)).toEqual(['success']);
    },
  );

  // fault W9
  test('the worker has not grown by the size of the compressed answer', async () => {
    expect((await memory()) - bytesBefore).toBeLessThan(48 * 1024 * 1024);
  });

  /** The resident memory of the worker, in bytes. */
  async function memory(): Promise<number> {
    const text = await (await fetch(`${first(world.workers).opsUrl}/metrics`)).text();
    return Number(/^\w*process_resident_memory_bytes\S* (\S+)/m.exec(text)?.[1]);
  }
});
