import type { Lookup, Provider, ProviderLookups, ProviderStatements } from '@topup/core/provider';
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
import { startRounds } from './start-rounds';

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

/** What failed is tried again after this. */
const AGAIN_MS = 300_000;
const RESULTS = ['done', 'failed'] as const;

/** Why a task was not done; null when it was. */
type Fault = string | null;

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
    'Statements, balances and samples that were asked of a provider.',
    ['provider', 'task', 'result'],
    providers.flatMap((provider) =>
      tasksOf(provider).flatMap((task) => RESULTS.map((result) => ({ provider: provider.name, task, result }))),
    ),
  );

  async function take(
    provider: ReconciledProvider,
    task: ReconciliationTask,
    stopped: () => boolean,
  ): Promise<boolean> {
    if (!(await takeTurn(db, provider.name, task, everyMs))) return false;
    let fault: Fault;
    try {
      fault = await carryOut(db, provider, task, stopped);
    } catch (error) {
      fault = error instanceof Error ? error.message : String(error);
    }
    count({ provider: provider.name, task, result: fault === null ? 'done' : 'failed' });
    if (fault === null) return true;
    log.warn('a provider could not be asked for its reconciliation; it is asked again in five minutes', {
      provider: provider.name,
      task,
      reason: fault,
    });
    await giveTurnBack(db, provider.name, task, { everyMs, againMs: Math.min(AGAIN_MS, everyMs) });
    return false;
  }

  return startRounds({
    everyMs: lookEveryMs,
    log,
    failed: 'providers could not be reconciled; the next round will do',
    run: async (stopped) => {
      for (const provider of providers) {
        let learnt = false;
        for (const task of tasksOf(provider)) {
          if (stopped()) break; // what was read is still compared
          if (await take(provider, task, stopped)) learnt = true;
        }
        if (!learnt) continue;
        const { opened, cleared, open } = await reconcile(db, provider.name);
        const fields = { provider: provider.name, opened, cleared, open };
        if (opened > 0) log.error('a provider and we do not agree', { alert: 'reconciliation_finding', ...fields });
        else log.info('a provider was reconciled', fields);
      }
    },
  });
}

const tasksOf = ({ statement }: ReconciledProvider): ReconciliationTask[] =>
  statement === undefined ? ['balance', 'requery'] : ['balance', 'statement'];

async function carryOut(
  db: Db,
  { name, balance, requery, statement }: ReconciledProvider,
  task: ReconciliationTask,
  stopped: () => boolean,
): Promise<Fault> {
  switch (task) {
    case 'balance':
      return takeBalance(db, { name, balance });
    case 'statement':
      return (await pullStatement(db, { name, statement: statement ?? NONE })).fault;
    case 'requery':
      await checkAttempts(db, { name, requery }, stopped);
      return null;
  }
}

const NONE = async (): Promise<Lookup<never>> => ({ kind: 'unavailable', reason: 'it has no statement' });
