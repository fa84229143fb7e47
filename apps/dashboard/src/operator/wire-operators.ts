import type { Provider, ProviderLookups } from '@topup/core/provider';
import { createSettler } from '@topup/core/purchase';
import { storedQueues } from '@topup/core/queue';
import { type Db, type Observer, openDatabase, systemClock } from '@topup/core/shared';
import {
  createQueueBoard,
  createQueueCounts,
  errorFields,
  type Log,
  type QueueBoard,
  type QueueStore,
  requeryRules,
  type Settings,
} from '@topup/runtime';
import { createBackgroundRuns } from './background-runs';
import type { OperatorDeps } from './operator-deps';

type Resources = {
  settings: Pick<
    Settings,
    'DATABASE_URL' | 'REQUERY_SCHEDULE' | 'NOT_FOUND_MIN_COUNT' | 'NOT_FOUND_SPAN_MS' | 'NOT_FOUND_MIN_AGE_MS'
  >;
  db: Db;
  log: Log;
  store: QueueStore;
  /** Observed, and behind the circuit breaker. */
  provider: Provider & ProviderLookups;
  observer: Pick<Observer, 'settled'>;
  /** Hints to the workers' queues. */
  enqueueEvent: (eventId: string, requestId?: string) => void;
  enqueueNotification: (notificationId: string, requestId?: string) => void;
};

const SETTLE_WITHIN_MS = 5_000; // a person waits for it; the sweeper finds out again what could not be recorded
const LONGEST_CHECK_MS = 6 * 3_600_000;

/** `stop` comes before the databases are closed, when no more requests are served. */
export type Operators = { deps: OperatorDeps; board: QueueBoard; stop(): Promise<void> };

/** Puts together what the operators' routes need, and the board of the queues. Connects to nothing yet. */
export function wireOperators({
  settings,
  db,
  log,
  store,
  provider,
  observer,
  enqueueEvent,
  enqueueNotification,
}: Resources): Operators {
  const onError = (error: Error) => log.warn('a database connection was lost', errorFields(error));
  const settler = createSettler(db);
  const queueCounts = createQueueCounts(store, storedQueues, log);
  const board = createQueueBoard(store, storedQueues, log);
  const runs = createBackgroundRuns(log);
  const requery = {
    settler,
    provider,
    clock: systemClock,
    log,
    observer,
    rules: requeryRules(settings),
    enqueueEvent,
    enqueueNotification,
    settleWithinMs: SETTLE_WITHIN_MS,
  };
  return {
    board,
    deps: {
      provider,
      requery,
      queueCounts,
      runs,
      openAuditDatabase: () =>
        openDatabase({
          url: settings.DATABASE_URL,
          max: 1,
          name: 'topup-dashboard-audit',
          onError,
          queryTimeoutMs: LONGEST_CHECK_MS,
        }),
    },
    stop: async () => {
      await Promise.all([runs.stop(), settler.idle(), queueCounts.close(), board.close()]);
    },
  };
}
