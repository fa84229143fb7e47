import { setTimeout as sleep } from 'node:timers/promises';
import { BooksDrifted, type TestAccount, type WebhookReceiver } from '@topup/testkit';
import { operatorsOf } from '../journey/support/ops';
import { audit, type Violation } from './audit';
import { type Break, breakSettings, breakSql } from './break-protocol';
import type { Fault } from './faults';
import { type Figures, figuresOf, type StrokeCount } from './figures';
import { gather } from './gather';
import type { Random } from './random';
import { startBadReceiver, startGoodReceiver } from './receivers';
import { type Stroke, strokes } from './schedule';
import { createShoppers } from './shoppers';
import { type ProviderMode, type Stage, setStage } from './stage';

export type ChaosOptions = {
  seed: number;
  /** Of traffic under faults; the way there and the audit come on top, about two minutes. */
  minutes: number;
  perSecond: number;
  /** `both`: one half of the time in each mode. */
  provider: ProviderMode | 'both';
  /** One line of the protocol that is broken on purpose. */
  broken?: Break;
  /** Told how it goes, a line at a time. */
  say(line: string): void;
};

export type ChaosReport = Pick<ChaosOptions, 'seed' | 'minutes' | 'perSecond' | 'provider'> & {
  figures: Figures;
  violations: Violation[];
};

/**
 * Timers of `shortTimers`, but for those that must be longer than what they wait for. An order that a silent link holds for 3 s, before a sandbox that is frozen for 3 s and
 * then takes 2 s over it, must not be given up for lost before it arrives: ten seconds here, twenty minutes in production. Clients wait as long as in production, because to find
 * out whether a wallet was debited takes up to 13 s while the database is silent.
 */
const settings = {
  PURCHASE_WAIT_MS: '15000',
  SYNC_WAIT_MS: '30000',
  PROVIDER_BREAKER_RESET_MS: '1000',
  NOT_FOUND_MIN_AGE_MS: '8000',
  NOT_FOUND_SPAN_MS: '2000',
  START_DEADLINE_MS: '8000',
  REQUERY_SCHEDULE: '300ms,600ms,1s,2s,3s,4s,6s,8s,9s,10s,11s,12s,14s,16s,18s,20s,25s,30s,35s,40s,45s,50s',
};
/** The waits above and the 2 s more that an answer may take. */
const limits = { purchase: 17_000, synchronous: 32_000 };
/** Requeries end after 50 s. What a broken protocol leaves may never rest. */
const REST_WITHIN_MS = 150_000;
const BROKEN_REST_WITHIN_MS = 75_000;
/** What the last questions set off. */
const EVENTS_WITHIN_MS = 30_000;

/** Sells under random faults, lets everything come to rest, and audits. Takes its stores from nobody and leaves nothing behind. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, provider, broken, say } = options;
  const stage = await setStage({ ...settings, ...breakSettings(broken) }, provider === 'both' ? 'refusing' : provider);
  const receivers = [await startGoodReceiver(seed), await startBadReceiver(seed), await startGoodReceiver(seed + 1)];
  try {
    if (broken !== undefined) await breakSql(stage.world.sql, broken);
    return await perform(options, stage, receivers);
  } finally {
    say('cleaning up');
    await Promise.all(receivers.map((receiver) => receiver.stop()));
    await stage.remove();
  }
}

async function perform(
  { seed, minutes, perSecond, provider, broken, say }: ChaosOptions,
  stage: Stage,
  receivers: WebhookReceiver[],
): Promise<ChaosReport> {
  const { world } = stage;
  await operatorsOf(world)('catalogue', 'sync');
  const accounts = await openAccounts(stage, receivers);
  const shoppers = createShoppers(
    stage,
    accounts.map(({ account }) => account),
  );
  const count: StrokeCount = new Map();
  const drift: string[] = [];

  const end = new AbortController();
  const progress = report(() => figuresOf(stage, shoppers, count, receivers), say);
  const during = Promise.all([
    shoppers.shop(seed, perSecond, end.signal),
    strikeAll(stage, strokes(seed, broken?.shownBy), count, end.signal),
    fundThePoor(stage, accounts.at(-1)?.account, end.signal),
    verifyAgainAndAgain(stage, drift, end.signal),
  ]);
  if (provider === 'both') {
    await sleep(minutes * 30_000);
    stage.setProviderMode('naive');
    await stage.sandbox.down('kill', 0);
    say('the sandbox now vends whatever it is sent, repeated or not');
    await sleep(minutes * 30_000);
  } else await sleep(minutes * 60_000);
  end.abort();
  await during;

  say('faults and traffic are over; waiting until everything has come to rest');
  for (const receiver of receivers) receiver.answerWith({ kind: 'answer', status: 200 });
  await quiet(stage, broken ? BROKEN_REST_WITHIN_MS : REST_WITHIN_MS);
  await shoppers.askForAll();
  await quiet(stage, EVENTS_WITHIN_MS);
  progress.stop();

  say('auditing');
  const evidence = await gather({ stage, shoppers, receivers, accounts, drift, limits });
  return {
    seed,
    minutes,
    perSecond,
    provider,
    figures: figuresOf(stage, shoppers, count, receivers, evidence),
    violations: audit(evidence),
  };
}

export type Customer = { account: TestAccount; receiver: WebhookReceiver | undefined };

/** Four ways to be a client: with an endpoint, with a bad one, with none, and short of money. */
async function openAccounts({ world }: Stage, [good, bad, poorOnes]: WebhookReceiver[]): Promise<Customer[]> {
  const customers = [
    { account: await world.addAccount(100_000_000), receiver: good },
    { account: await world.addAccount(100_000_000), receiver: bad },
    { account: await world.addAccount(100_000_000), receiver: undefined },
    { account: await world.addAccount(5_000), receiver: poorOnes },
  ];
  for (const { account, receiver } of customers) {
    const [api] = world.apis;
    if (receiver !== undefined && api !== undefined) await world.clientOf(api, account).setWebhook(receiver.url);
  }
  return customers;
}

async function strikeAll(stage: Stage, dealt: Iterable<Stroke>, count: StrokeCount, until: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<void>>();
  for (const { fault, random } of dealt) {
    await sleep(random.between(1_000, 5_000), undefined, { signal: until }).catch(() => undefined);
    if (until.aborted) break;
    const { name } = fault;
    const strike = async () => {
      // what met nothing gets a second chance
      const fired = (await attempt(fault, stage, random)) || (await attempt(fault, stage, random));
      const { fired: before, missed } = count.get(name) ?? { fired: 0, missed: 0 };
      count.set(name, fired ? { fired: before + 1, missed } : { fired: before, missed: missed + 1 });
    };
    const striking: Promise<void> = strike().finally(() => underWay.delete(striking));
    underWay.add(striking);
    if (underWay.size >= 2) await Promise.race(underWay);
  }
  await Promise.all(underWay);
}

/** Two faults may get into each other's way: what was to be killed is down already, or the database cannot be told. */
const attempt = ({ strike }: Fault, stage: Stage, random: Random): Promise<boolean> =>
  strike(stage, random).catch(() => false);

/** Once in a while, so that both a sale and a refusal for want of money go on happening. */
async function fundThePoor({ world }: Stage, poor: TestAccount | undefined, until: AbortSignal): Promise<void> {
  for (let n = 1; !until.aborted; n += 1) {
    await sleep(15_000, undefined, { signal: until }).catch(() => undefined);
    await world.sql('SELECT funded FROM fund_wallet($1, 500000, $2)', [poor?.id, `more ${n}`]).catch(() => undefined); // the database may be away
  }
}

/** The invariants that hold at every moment are looked at while everything goes wrong, too. */
async function verifyAgainAndAgain({ world }: Stage, drift: string[], until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    await sleep(15_000, undefined, { signal: until }).catch(() => undefined);
    await world.verifyBooks().catch((error: Error) => {
      if (error instanceof BooksDrifted) drift.push(error.message); // otherwise the database was away
    });
  }
}

/** Until nothing is under way: no open purchase but for those before a person, no event and no message to be sent. */
async function quiet({ world }: Stage, withinMs: number): Promise<void> {
  const restBy = performance.now() + withinMs;
  while (performance.now() < restBy) {
    const [row] = await world.sql<{ busy: boolean }>(`
      SELECT EXISTS (SELECT 1 FROM purchase WHERE final_at IS NULL AND NOT needs_review)
          OR EXISTS (SELECT 1 FROM webhook_event WHERE state IN ('queued', 'sending'))
          OR EXISTS (SELECT 1 FROM notification WHERE state = 'queued') AS busy`);
    if (row?.busy === false) return;
    await sleep(500);
  }
}

function report(figures: () => Figures, say: (line: string) => void): { stop(): void } {
  const began = performance.now();
  const timer = setInterval(() => {
    const { clients, faults, processesKilled } = figures();
    const seconds = Math.round((performance.now() - began) / 1_000);
    const told = Object.entries(clients.told)
      .map(([what, n]) => `${what} ${n}`)
      .join(', ');
    const struck = Object.values(faults).reduce((sum, { fired }) => sum + fired, 0);
    say(
      `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}  ${clients.purchases} purchases, ${struck} faults, ${processesKilled} kills; told: ${told}`,
    );
  }, 10_000);
  return { stop: () => clearInterval(timer) };
}
