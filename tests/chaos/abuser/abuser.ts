import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { airtime } from '../../journey/support/products';
import type { ClientLog } from '../client-log';
import type { Clients } from '../clients';
import type { TestClient } from '../funds';
import { type Random, randomOf } from '../random';
import type { TestBed } from '../test-bed';
import { type Abuse, type AbuseTools, abuses } from './abuses';

/** The abuser's actions and their answers: counts by the name of the abuse, then by the answer. */
export type AbuseCounts = Map<string, Map<string, number>>;

type Abuser = {
  testBed: TestBed;
  log: ClientLog;
  client: TestClient;
  others: Pick<Clients, 'refNear'>;
  seed: number;
  count: AbuseCounts;
};

/** Requests of one abuse that may be under way at a time: more would load only the machine. */
const MOST_UNDER_WAY = 150;
const EVENTS_ANSWERED = 'events answered by status calls';
/** Each status call causes another event. */
const EVENTS_ANSWERED_PER_SECOND = 5;

/** Abuses every limit at an even rate. Fulfilled after `until`, when all answers have come. */
export async function abuseUntil(abuser: Abuser, until: AbortSignal): Promise<void> {
  const { testBed, log, client, others, seed, count } = abuser;
  setMaxListeners(0, until); // each slow body listens
  let orders = 0;
  const tools: AbuseTools = {
    log,
    account: client.account,
    api: (random) => {
      const up = testBed.apis.flatMap((place) => place.current() ?? []);
      return up.length === 0 ? undefined : random.pick(up).url;
    },
    refOfOthers: others.refNear,
    newRef: () => {
      orders += 1;
      return `abuse-${seed}-${orders}`;
    },
    webhookUrl: client.receiver?.url ?? '',
    until,
  };
  await Promise.all([
    ...abuses.map((abuse) => repeat(abuse, tools, randomOf(seed, abuse.name), count, until)),
    answerEvents(tools, client, randomOf(seed, EVENTS_ANSWERED), count, until),
  ]);
}

/** The abuses that a run must have done. */
export const abuseNames: readonly string[] = [...abuses.map(({ name }) => name), EVENTS_ANSWERED];

async function repeat(
  { name, perSecond, act }: Abuse,
  tools: AbuseTools,
  random: Random,
  count: AbuseCounts,
  until: AbortSignal,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  while (!until.aborted) {
    if (underWay.size < MOST_UNDER_WAY) {
      const going: Promise<void> = act(tools, random)
        .then((answer) => note(count, name, answer))
        .finally(() => underWay.delete(going));
      underWay.add(going);
    }
    await sleep((2_000 / perSecond) * random.next());
  }
  await Promise.all(underWay);
}

/** Its receiver leaves most events without an answer, and asks for the status of each purchase that it hears of. */
async function answerEvents(
  { log, account }: AbuseTools,
  { receiver }: TestClient,
  random: Random,
  count: AbuseCounts,
  until: AbortSignal,
): Promise<void> {
  const heard: string[] = [];
  receiver?.answerWith(({ body }) => {
    heard.push(String(body?.reference));
    return random.chance(0.8) ? { kind: 'hang' } : { kind: 'drip', status: 200 };
  });
  const underWay = new Set<Promise<void>>();
  while (!until.aborted) {
    const ref = heard.pop();
    if (ref !== undefined) {
      const order = { account, product: airtime, ref, recipient: '' };
      const going: Promise<void> = log
        .ask('status', order, random)
        .then(({ outcome }) => note(count, EVENTS_ANSWERED, outcome ?? 'no answer'))
        .finally(() => underWay.delete(going));
      underWay.add(going);
    }
    await sleep(1_000 / EVENTS_ANSWERED_PER_SECOND);
  }
  await Promise.all(underWay);
}

function note(count: AbuseCounts, name: string, answer: string): void {
  const answers = count.get(name) ?? new Map<string, number>();
  count.set(name, answers.set(answer, (answers.get(answer) ?? 0) + 1));
}
