import { randomUUID } from 'node:crypto';
import { eventually, startWorld, type World } from '@topup/testkit';
import { openAccount } from '../journey/support/ops';
import { verifyAndStop } from './expect-end';
import { createCaller } from './neighbours/caller';

/** Twice what an account may ask in a minute, so that a slow machine reaches the limit too. */
const MOST = 1_300;
const KEYS = 3;
const AT_ONCE = 24;
const LIMIT_MS = 180_000;

describe('rows and requests for nothing: an account makes as many as it likes', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ defaultTimers: true });
  });
  afterAll(() => verifyAndStop(world));

  test(
    'its keys share one limit of status queries, beyond which no row is written and no event sent',
    async () => {
      const accounts = await openAccount(world, 10_000, KEYS);
      const [client] = accounts.map((account) => world.clientFor(account));
      await client?.setWebhook(world.receiver.url);
      const ref = randomUUID();
      expect(await client?.buyAirtime({ ref })).toMatchObject({ status: 200 });

      const callers = accounts.map(({ apiKey }) => createCaller(world.apis[0]?.url ?? '', apiKey));
      const statuses: number[] = [];
      const ask = async (n: number): Promise<number> => {
        const answer = await callers[n % KEYS]?.post('/v1/transaction/status', { request_ref: ref });
        statuses.push(answer?.status ?? 0);
        return answer?.status ?? 0;
      };
      const askUntilDeclined = async () => {
        while (!statuses.includes(429) && statuses.length < MOST) await ask(statuses.length);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, askUntilDeclined));
      const last = await Promise.all(Array.from({ length: 10 * KEYS }, (_, n) => ask(n)));
      for (const caller of callers) caller.close();
      const declinedKeys = new Set(last.flatMap((status, n) => (status === 429 ? n % KEYS : [])));
      expect(declinedKeys.size).toBe(KEYS);

      const rows = (where = 'true') =>
        world.sql(`SELECT FROM webhook_event WHERE event = 'transaction.requery' AND ${where}`);
      await eventually(
        () => rows("state <> 'delivered'"),
        (open) => open.length === 0,
        LIMIT_MS / 2,
      );
      const answered = statuses.filter((status) => status === 200).length;
      expect(await rows()).toHaveLength(answered);
      expect(world.receiver.received.filter(({ body }) => body?.event === 'transaction.requery')).toHaveLength(
        answered,
      );
    },
    LIMIT_MS,
  );
});
