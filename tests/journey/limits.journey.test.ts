import { randomUUID } from 'node:crypto';
import { receiveEvent } from '@topup/client';
import {
  type ApiAnswer,
  documentedLookups,
  eventually,
  highLimits,
  journeyMode,
  startWorld,
  type World,
} from '@topup/testkit';
import { storedEventsOf } from './support/books';
import { type Ops, operatorsOf } from './support/ops';
import { webhooksOf } from './support/webhooks';

const PER_REFERENCE = 120; // so that a query each second is never cut off

let world: World;
let ops: Ops;
beforeAll(async () => {
  // the limits that an installation has which sets none
  world = await startWorld({ settings: Object.fromEntries(Object.keys(highLimits).map((name) => [name, ''])) });
  ops = operatorsOf(world);
  await world.client.setWebhook(world.receiver.url);
});
afterAll(() => world?.stop());

const limitIn = ({ headers }: ApiAnswer) => [headers['ratelimit-policy'], headers.ratelimit];

test('specification 2.6: an installation that sets no limits has the documented ones', async () => {
  const { client } = world;
  const ref = randomUUID();
  const left = (name: string, live: number) => {
    const quota = journeyMode === 'test' ? 300 : live;
    return [
      `"${name}";q=${quota};w=60`,
      expect.stringMatching(new RegExp(`^"${name}";r=${quota - 1};t=([1-9]|[1-5][0-9]|60)$`)),
    ];
  };
  const fresh = world.clientFor(await world.addAccount(1_000));
  expect(limitIn(await fresh.buyAirtime({ ref }))).toEqual(left('purchases', 6_000));
  expect(limitIn(await fresh.status(ref))).toEqual(left('status', 600));
  const [lookup] = documentedLookups();
  expect(limitIn(await fresh.call('POST', lookup?.path ?? '', lookup?.example))).toEqual(left('lookups', 300));
  expect(limitIn(await fresh.balance())).toEqual(left('other', 300));
  expect(limitIn(await client.call('GET', '/v1/nothing'))[0]).toBe('"other";q=300;w=60');
});

test('what an operator sets applies to a running service within a second', async () => {
  const account = await world.addAccount(1_000);
  const client = world.clientFor(account);
  await client.balance();
  const policyIs = (quota: number) =>
    eventually(
      () => client.balance(),
      (answer) => limitIn(answer)[0] === `"other";q=${quota};w=60`,
    );
  await ops('account', 'limit', '--account', account.liveId, '--other', '90');
  await policyIs(90);
  await ops('account', 'limit', '--account', account.liveId, '--reset');
  await policyIs(300);
});

describe('a receiver that answers every event with a status query never stops', () => {
  // fault C25
  test('specification 2.6: 120 queries of a reference in a minute get answers, and send as many events', async () => {
    const ref = randomUUID();
    const answers: number[] = [];
    world.receiver.answerWith(({ body }) => {
      if (body?.reference === ref) void world.client.status(ref).then(({ status }) => answers.push(status));
      return { kind: 'answer', status: 200 };
    });
    await world.client.buyAirtime({ ref });
    await eventually(
      () => answers,
      (all) => all.includes(429),
      60_000,
    );
    expect(answers).toEqual([...Array(PER_REFERENCE).fill(200), 429]);
    const events = await eventually(
      () => storedEventsOf(world, ref),
      (all) => all.every(({ finished_at }) => finished_at !== null),
    );
    expect(events.filter(({ event }) => event === 'transaction.requery')).toHaveLength(PER_REFERENCE);
    expect(events).toHaveLength(PER_REFERENCE + 1);
  });

  test('with receiveEvent of the client it queries once', async () => {
    const ref = randomUUID();
    const answers: number[] = [];
    world.receiver.answerWith(({ body }) => {
      if (body?.reference === ref)
        void receiveEvent(body, world.account.apiKey, async () => {
          answers.push((await world.client.status(ref)).status);
        });
      return { kind: 'answer', status: 200 };
    });
    await world.client.buyAirtime({ ref });
    await world.receiver.waitFor(({ body }) => body?.reference === ref && body.event === 'transaction.requery');
    const events = await eventually(
      () => storedEventsOf(world, ref),
      (all) => all.length === 2 && all.every(({ finished_at }) => finished_at !== null),
    );
    expect(events.map(({ event }) => event)).toEqual(['airtime.purchase.success', 'transaction.requery']);
    expect(answers).toEqual([200]);
    expect(webhooksOf(world.receiver, ref)).toHaveLength(2);
  });
});
