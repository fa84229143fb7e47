import { countOpenFindings, type FindingCount, type ReadAge, readAges } from '@topup/core/reconciliation';
import type { Clock, Db, Log } from '@topup/core/shared';
import type { Metrics } from '@topup/runtime';
import { createPolledGauge } from './polled-gauge';
import type { ReconciledProvider } from './start-reconciliation';

type Watch = {
  db: Db;
  clock: Clock;
  log: Log;
  /** Those that are read. */
  providers: readonly Pick<ReconciledProvider, 'name' | 'statement'>[];
  everyMs?: number;
};

/**
 * Reads at an interval what is open between providers and us: metrics. What was never read counts from the start of
 * this process. Returns what stops it.
 */
export function watchReconciliation(
  metrics: Metrics,
  { db, clock, log, providers, everyMs = 60_000 }: Watch,
): () => void {
  const begunMs = clock.monotonicMs();
  const agesOf = (known: ReadAge[]): ReadAge[] =>
    providers.flatMap(({ name: provider, statement }) =>
      (statement === undefined ? (['balance'] as const) : (['balance', 'statement'] as const)).map((task) => {
        const seconds = known.find((one) => one.provider === provider && one.task === task)?.seconds;
        return { provider, task, seconds: seconds ?? (clock.monotonicMs() - begunMs) / 1000 };
      }),
    );
  const state = createPolledGauge<{ findings: FindingCount[]; ages: ReadAge[] }>({
    name: 'reconciliation',
    everyMs,
    clock,
    log,
    read: async () => ({ findings: await countOpenFindings(db), ages: agesOf(await readAges(db)) }),
  });
  const gauges = {
    reconciliation_findings_open: {
      help: 'Differences between a provider and us that nobody has resolved.',
      labels: ['provider', 'kind'],
    },
    reconciliation_overcharged_kobo: {
      help: 'By how much the provider charged more than we have booked, in open findings.',
      labels: ['provider', 'kind'],
    },
    reconciliation_read_age_seconds: {
      help: 'How long ago a statement, or a balance, of the provider was read.',
      labels: ['provider', 'task'],
    },
  };
  metrics.gauges('reconciliation', gauges, async () => {
    const now = state.latest();
    if (now === null) return [];
    return [
      ...now.findings.flatMap(({ provider, kind, open, overchargedKobo }) => [
        { name: 'reconciliation_findings_open' as const, labels: { provider, kind }, value: open },
        {
          name: 'reconciliation_overcharged_kobo' as const,
          labels: { provider, kind },
          value: Number(overchargedKobo),
        },
      ]),
      ...now.ages.map(({ provider, task, seconds }) => ({
        name: 'reconciliation_read_age_seconds' as const,
        labels: { provider, task },
        value: seconds,
      })),
    ];
  });
  return state.stop;
}
