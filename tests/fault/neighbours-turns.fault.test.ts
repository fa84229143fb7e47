import { eventually, redisServerInstalled, startWebhookReceiver } from '@topup/testkit';
import { setUrls } from './neighbours/receivers';
import { countOf, type QueuesOn, type Siege, startSiege } from './neighbours/siege';
import { WORK, type Work } from './neighbours/work';

const QUEUED = 10_000;
/** Of the neighbour, younger than all of that. */
const OWN = 20;
/** By age it takes minutes until the neighbour is served. */
const TURN_WITHIN_MS = 30_000;

/** Where no job announces the work, it is found in the same way wherever the queues are. */
const TURNS = WORK.flatMap((work): (Work & { queues: QueuesOn })[] => {
  if (!redisServerInstalled()) return [{ ...work, queues: 'postgres' }];
  const onRedis = { ...work, queues: 'redis' } as const;
  return work.announced ? [onRedis, { ...work, queues: 'postgres' }] : [onRedis];
});

describe('after a restart the oldest work comes first, and an account waits for all of the others', () => {
  test.each(TURNS)(
    '$work: accounts take turns (queues on $queues)',
    async ({ queues, write, table, done }) => {
      const siege = await startSiege({ queues, attackers: 3, workers: 0 });
      try {
        const own = { ...siege, attackers: [siege.neighbour] };
        if (table === 'webhook_event') await receiveEvents(siege);
        await write(siege, QUEUED);
        await write(own, OWN);

        await siege.world.addWorker();
        await eventually(
          () => countOf(own, table, done),
          (count) => count >= OWN,
          TURN_WITHIN_MS,
        );
        expect(await countOf(siege, table, done)).toBeLessThan(QUEUED / 2);
      } finally {
        await siege.stop();
      }
    },
    120_000,
  );
});

/** The attackers' events arrive, and are answered at once. */
async function receiveEvents(siege: Siege): Promise<void> {
  const receiver = await startWebhookReceiver();
  siege.atEnd(receiver.stop);
  await setUrls(siege, receiver.url);
}
