import type { Provider, ProviderLookups, ProviderStatements } from '@topup/core/provider';
import {
  checkAttempts,
  giveTurnBack,
  pullStatement,
  type ReconciliationTask,
  reconcile,
  takeBalance,
  takeTurn,
} from '@topup/core/reconciliation';
import type { Db, Log } from '@topup/core/shared';
import type { Metrics } from '@topup/runtime';
import { startChore } from './start-chore';

export type ReconciledProvider = Pick<Provider, 'name' | 'requery'> &
  Pick<ProviderLookups, 'balance'> &
  Partial<ProviderStatements>;

type ReconciliationDeps = {
  db: Db;
  log: Log;
  providers: readonly ReconciledProvider[];
  /** Default: an hour. Statements are compared for whole days, so that a day's last reading has time to be repeated. */
  everyMs?: number;
  /** How often it looks whether a task is due. Default: once a minute. */
  lookEveryMs?: number;
};

/** The wait before a failed task is tried again. */
const AGAIN_MS = 300_000;
const RESULTS = ['done', 'failed'] as const;

/** `carryOut` says why the task was not done; null: it was. */
type Task = { task: ReconciliationTask; carryOut(stopped: () => boolean): Promise<string | null> };

/**
 * Every `everyMs` for each provider, of all workers one at a time: keeps what our account holds, reads its statement,
 * or, where there is none, asks again about what is unknown and about a sample; then compares it with what we have
 * booked. `stop` resolves when the last round is over.
 */
export function startReconciliation(
  metrics: Metrics,
  { db, log, providers, everyMs = 3_600_000, lookEveryMs = 60_000 }: ReconciliationDeps,
): { stop(): Promise<void> } {
  const count = metrics.counter(
    'reconciliation_reads_total',
    'Statements, balances and samples that workers requested from a provider.',
    ['provider', 'task', 'result'],
    providers.flatMap((provider) =>
      tasksOf(db, provider).flatMap(({ task }) => RESULTS.map((result) => ({ provider: provider.name, task, result }))),
    ),
  );

  async function take(provider: string, { task, carryOut }: Task, stopped: () => boolean): Promise<boolean> {
    if (!(await takeTurn(db, provider, task, everyMs))) return false;
    const fault = await carryOut(stopped).catch((error) => (error instanceof Error ? error.message : String(error)));
    count({ provider, task, result: fault === null ? 'done' : 'failed' });
    if (fault === null) return true;
    log.warn('reconciliation data could not be read from a provider; the worker tries again in five minutes', {
      provider,
      task,
      reason: fault,
    });
    await giveTurnBack(db, provider, task, { everyMs, againMs: Math.min(AGAIN_MS, everyMs) });
    return false;
  }

  return startChore({
    everyMs: lookEveryMs,
    log,
    failed: 'providers could not be reconciled; the next round retries',
    run: async (stopped) => {
      for (const provider of providers) {
        let learnt = false;
        for (const task of tasksOf(db, provider)) {
          if (stopped()) break; // what was read is still compared
          if (await take(provider.name, task, stopped)) learnt = true;
        }
        if (!learnt) continue;
        const { opened, cleared, open } = await reconcile(db, provider.name);
        const fields = { provider: provider.name, opened, cleared, open };
        if (opened > 0) log.error('a provider and we disagree', { alert: 'reconciliation_finding', ...fields });
        else log.info('a provider was reconciled', fields);
      }
    },
  });
}

const tasksOf = (db: Db, { name, balance, requery, statement }: ReconciledProvider): Task[] => [
  { task: 'balance', carryOut: () => takeBalance(db, { name, balance }) },
  statement === undefined
    ? { task: 'requery', carryOut: (stopped) => checkAttempts(db, { name, requery }, stopped).then(() => null) }
    : { task: 'statement', carryOut: async () => (await pullStatement(db, { name, statement })).fault },
];
