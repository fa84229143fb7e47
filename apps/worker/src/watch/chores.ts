import { mailLowBalances } from '@topup/core/account';
import { sealAuditLog } from '@topup/core/audit';
import { forgetDrafts } from '@topup/core/buying';
import { noteSalesDays } from '@topup/core/catalogue';
import { deleteOldMails } from '@topup/core/mail';
import type { ProviderProfile } from '@topup/core/provider';
import { type RequeryScheduler, takeClosedAttempts } from '@topup/core/purchase';
import { freezeServiceDay } from '@topup/core/reporting';
import { keepRequestLog } from '@topup/core/request-log';
import { forgetEvents, forgetTestData, keepPurchaseHistory } from '@topup/core/retention';
import { judgeServices } from '@topup/core/routing';
import type { Clock, Db, Log } from '@topup/core/shared';
import { mailFailingEndpoints } from '@topup/core/webhook';
import { startChore } from './start-chore';

// Chores that every worker runs at an interval. `stop` resolves when the last round is over.

type Options = { db: Db; log: Log; everyMs?: number };
type Chore = { stop(): Promise<void> };

/**
 * Starts a chore whose rounds have several steps, one after another. `failed`: the warning when a round fails.
 * @param step returns whether there is more to do
 */
const chore =
  (usualMs: number, failed: string, step: (db: Db, log: Log) => Promise<boolean>) =>
  ({ db, log, everyMs = usualMs }: Options): Chore =>
    startChore({
      everyMs,
      log,
      failed,
      run: async (stopped) => {
        for (let more = true; more && !stopped(); ) more = await step(db, log);
      },
    });

const TEN_MINUTES_MS = 600_000;

/** Of all workers one does each step. `keep` adds or drops a partition and returns its name; null: nothing is left. */
const partitions = (keep: (db: Db) => Promise<string | null>, done: string) => async (db: Db, log: Log) => {
  const partition = await keep(db);
  if (partition !== null) log.info(done, { partition });
  return partition !== null;
};

/** For the next months. */
export const startHistoryKeeper = chore(
  TEN_MINUTES_MS,
  'partitions of the purchase history could not be added; the next round retries',
  partitions(keepPurchaseHistory, 'a partition of the purchase history was added'),
);

/** For the next days; old ones are dropped. */
export const startRequestLogKeeper = chore(
  TEN_MINUTES_MS,
  'partitions of the request log could not be added or dropped; the next round retries',
  partitions(keepRequestLog, 'a partition of the request log was added or dropped'),
);

/** 1,000 entries of a ledger take some 50 ms with their purchases, for which orders of that test account wait. */
const TEST_LOT = 1_000;

/** Deletes what test accounts did more than 7 days ago, lot after lot. */
export const startTestDataForgetter = chore(
  TEN_MINUTES_MS,
  'old data of test accounts could not be deleted; the next round retries',
  async (db) => (await forgetTestData(db, TEST_LOT)) > 0,
);

/** 1,000 events take some 20 ms, so that a lot delays no delivery. */
const EVENT_LOT = 1_000;

/** Deletes webhook events that are older than `days`, lot after lot; 0: they are kept forever. */
export function startEventForgetter({ db, log, days, everyMs = TEN_MINUTES_MS }: Options & { days: number }): Chore {
  if (days === 0) return { stop: async () => undefined };
  return startChore({
    everyMs,
    log,
    failed: 'old webhook events could not be deleted; the next round retries',
    run: async (stopped) => {
      let deleted = 0;
      for (let after: bigint | null = 0n; after !== null && !stopped(); ) {
        const lot: Awaited<ReturnType<typeof forgetEvents>> = await forgetEvents(db, { days, after, lot: EVENT_LOT });
        deleted += lot.deleted;
        after = lot.nextAfter;
      }
      if (deleted > 0) log.info('old webhook events were deleted', { deleted, days });
    },
  });
}

const MAILS_AT_ONCE = 100;

/** Deletes mails that ended 30 days ago, even if no mail server is set and all were skipped. */
export const startMailForgetter = chore(
  TEN_MINUTES_MS,
  'old mails could not be deleted; the next round retries',
  async (db) => (await deleteOldMails(db, MAILS_AT_ONCE)) === MAILS_AT_ONCE,
);

/** Deletes files that nobody has confirmed within a day. */
export const startDraftForgetter = chore(
  TEN_MINUTES_MS,
  'old drafts of files could not be deleted; the next round retries',
  async (db, log) => {
    const drafts = await forgetDrafts(db);
    if (drafts > 0) log.info('drafts of files that nobody has confirmed were deleted', { drafts });
    return false;
  },
);

/**
 * Compares every wallet with the threshold of its account, and mails the owners of those that have passed below it. Of
 * one passing only one worker mails. A mail is sent with the next sweep of mails, within a second.
 */
export const startLowBalanceMails = chore(
  15_000,
  'low balances could not be looked for; the next round retries',
  async (db) => (await mailLowBalances(db, MAILS_AT_ONCE)) === MAILS_AT_ONCE,
);

/** The same of webhook URLs that have begun to fail. */
export const startFailingWebhookMails = chore(
  30_000,
  'failing webhooks could not be looked for; the next round retries',
  async (db) => (await mailFailingEndpoints(db, MAILS_AT_ONCE)) === MAILS_AT_ONCE,
);

type AttemptOptions = Options & {
  requeries: Pick<RequeryScheduler, 'requery'>;
  /** How long after it was closed an attempt is checked. */
  ageMs?: number;
  /** How long one that was taken is left to the worker that took it. */
  holdMs?: number;
};

/** A provider that still acts on an order after refusing it does so within ten minutes. */
const AGE_MS = 600_000;
/** An attempt that was not answered for, or whose worker died, is asked about again. */
const HOLD_MS = 600_000;
const ATTEMPTS_AT_ONCE = 200;

/**
 * Asks the provider of each closed attempt that was sent once more, until it answers. One that has delivered after all,
 * or may, can have been bought twice: its purchase is put under review, with an alert in the log.
 */
export function startClosedAttemptCheck(options: AttemptOptions): Chore {
  const { requeries, ageMs = AGE_MS, holdMs = HOLD_MS } = options;
  return chore(60_000, 'closed attempts could not be checked; the next round retries', async (db) => {
    const attempts = await takeClosedAttempts(db, { ageMs, holdMs, limit: ATTEMPTS_AT_ONCE });
    await Promise.all(attempts.map((attempt) => requeries.requery(attempt)));
    return attempts.length === ATTEMPTS_AT_ONCE;
  })(options);
}

const ENTRIES_AT_ONCE = 500;
/** So that the log of the process has the head often enough to compare, and is not full of it. */
const SAY_EVERY_MS = 60_000;

/**
 * Seals new entries of the audit log at an interval; of all workers one at a time. The head of the chain is a line of
 * the log when it has moved, at most once a minute.
 */
export function startSealer({ db, clock, log, everyMs = 5_000 }: Options & { clock: Clock }): Chore {
  let saidAtMs = Number.NEGATIVE_INFINITY;
  let unsaid: { n: bigint; hash: string } | null = null;

  function say(): void {
    if (unsaid === null) return;
    log.info('the head of the audit log', { n: String(unsaid.n), hash: unsaid.hash });
    [unsaid, saidAtMs] = [null, clock.monotonicMs()];
  }

  const rounds = startChore({
    everyMs,
    log,
    failed: 'the audit log could not be sealed; the next round retries',
    run: async (stopped) => {
      for (let more = true; more && !stopped(); ) {
        const head = await sealAuditLog(db, ENTRIES_AT_ONCE);
        if (head !== null && head.sealed > 0) unsaid = { n: head.n, hash: head.hash };
        more = head?.sealed === ENTRIES_AT_ONCE;
      }
      if (clock.monotonicMs() - saidAtMs >= SAY_EVERY_MS) say();
    },
  });
  return {
    stop: async () => {
      await rounds.stop();
      say();
    },
  };
}

type ServiceOptions = Options & { profiles: readonly ProviderProfile[] };

/** Notes which services clients can buy now. */
export const startServiceStates = ({ profiles, everyMs = 5_000, ...options }: ServiceOptions): Chore =>
  startChore({
    ...options,
    everyMs,
    failed: 'the states of services could not be noted; the next round retries',
    run: () => judgeServices(options.db, profiles),
  });

/** Notes what was sold on the days before today. */
export const startSalesDays = chore(
  3_600_000,
  'the sales of finished days could not be noted; the next round retries',
  async (db) => {
    await noteSalesDays(db);
    return false;
  },
);

/** Freezes the service reports of finished days, one after another. */
export const startServiceDays = chore(
  TEN_MINUTES_MS,
  'the service report of a finished day could not be frozen; the next round retries',
  async (db, log) => {
    const day = await freezeServiceDay(db);
    if (day !== null) log.info('the service report of a day is final', { day });
    return day !== null;
  },
);

type ChoreDeps = Pick<AttemptOptions, 'db' | 'log' | 'requeries'> & { clock: Clock };

/** @param days after which webhook events are deleted */
export const startChores = (deps: ChoreDeps, days: number): Chore[] => [
  startSealer(deps),
  startRequestLogKeeper(deps),
  startHistoryKeeper(deps),
  startEventForgetter({ ...deps, days }),
  startTestDataForgetter(deps),
  startMailForgetter(deps),
  startDraftForgetter(deps),
  startClosedAttemptCheck(deps),
  startLowBalanceMails(deps),
  startFailingWebhookMails(deps),
  startSalesDays(deps),
  startServiceDays(deps),
];
