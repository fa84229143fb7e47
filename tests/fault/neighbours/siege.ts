import { setTimeout as sleep } from 'node:timers/promises';
import { redisServerInstalled, startRedis, startWorld, type TestAccount, type World } from '@topup/testkit';
import { operatorsOf } from '../../journey/support/ops';
import { verifyAndStop } from '../expect-end';
import { type Caller, createCaller } from './caller';
import { type Neighbour, newNeighbour } from './neighbour';

export type Request = { path: string; body: object };

/** An account that does its worst. */
type Attacker = { readonly account: TestAccount; readonly caller: Caller };

/** The parts of a siege that writing or counting rows of accounts needs. */
export type Rows = Pick<Siege, 'world' | 'redisUrl'> & { readonly attackers: readonly { account: TestAccount }[] };

/** A whole service with the default limits and timers, a neighbour, and accounts that attack. */
export type Siege = {
  readonly world: World;
  readonly redisUrl: string | undefined;
  readonly neighbour: Neighbour;
  readonly attackers: readonly Attacker[];
  /** Aborted when the siege is to end. */
  readonly over: AbortSignal;
  /** Notes work that goes on until the siege is over. `stop` waits for it, and fails if it failed. */
  goesOn(work: Promise<unknown>): void;
  /** Notes what `stop` has to end besides. */
  atEnd(end: () => unknown): void;
  /** Ends what goes on, stops everything, and verifies the books. */
  stop(): Promise<void>;
};

/** More than all of them can spend in a minute. */
const FLOAT_NAIRA = 1_000_000_000;
const ATTACKER_NAIRA = 100_000_000;

/** Starts a service with this many attackers: none for the one of the bystander. Takes about 4 s. */
export async function startSiege(attackers: number): Promise<Siege> {
  const redis = redisServerInstalled() ? await startRedis() : undefined;
  const over = new AbortController();
  const goingOn: Promise<unknown>[] = [];
  const stops: (() => unknown)[] = [() => redis?.stop()];
  const stop = async () => {
    over.abort();
    const ends = await Promise.allSettled(goingOn);
    for (const each of stops.reverse()) ends.push(...(await Promise.allSettled([Promise.resolve().then(each)])));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  };
  try {
    const stores = redis === undefined ? {} : { redisUrl: redis.url };
    const world = await startWorld({ ...stores, defaultTimers: true });
    stops.push(() => verifyAndStop(world));
    await Promise.all([operatorsOf(world)('catalogue', 'sync'), fillFloat(world)]);
    const neighbour = await newNeighbour(world);
    stops.push(neighbour.stop);
    const accounts = await Promise.all(Array.from({ length: attackers }, () => newAttacker(world)));
    stops.push(() => accounts.forEach(({ caller }) => void caller.close()));
    return {
      world,
      redisUrl: redis?.url,
      neighbour,
      attackers: accounts,
      over: over.signal,
      goesOn: (work) => {
        work.catch(() => undefined); // `stop` reports it
        goingOn.push(work);
      },
      atEnd: (end) => void stops.push(end),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function newAttacker(world: World): Promise<Attacker> {
  const account = await world.addAccount(ATTACKER_NAIRA);
  const [api] = world.apis;
  return { account, caller: createCaller(api?.url ?? '', account.apiKey) };
}

async function fillFloat(world: World): Promise<void> {
  const answer = await fetch(`${world.sandbox.url}/float`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ naira: FLOAT_NAIRA }),
  });
  if (!answer.ok) throw new Error(`the sandbox did not take a float: ${await answer.text()}`);
}

const TICK_MS = 20;

/**
 * The attackers send requests in turn, at an even rate, and wait for no answer. Ends after `count` requests, or with
 * the attack.
 */
export async function flood(
  { attackers, over }: Pick<Siege, 'attackers' | 'over'>,
  { perSecond, count = Number.POSITIVE_INFINITY }: { perSecond: number; count?: number },
  request: (n: number) => Request,
): Promise<void> {
  const began = performance.now();
  for (let sent = 0; sent < count && !over.aborted; ) {
    const due = Math.min(count, Math.ceil(((performance.now() - began) / 1_000) * perSecond));
    for (; sent < due; sent += 1) {
      const { path, body } = request(sent);
      void attackers[sent % attackers.length]?.caller.post(path, body);
    }
    await sleep(TICK_MS);
  }
}

/** How many of the attackers' rows fit. */
export async function countOf(
  { world, attackers }: Rows,
  table: 'purchase' | 'webhook_event' | 'batch_row',
  where: string,
): Promise<number> {
  const accounts = attackers.map(({ account }) => account.id);
  const [row] = await world.sql<{ count: string }>(
    `SELECT count(*) FROM ${table} WHERE account_id = ANY ($1) AND ${where}`,
    [accounts],
  );
  return Number(row?.count);
}
