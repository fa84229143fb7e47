import { countOpenFindings, type ReadAge, readAges } from '@topup/core/reconciliation';
import type { Metrics } from '@topup/runtime';
import { type WatchDeps, watchGauges } from './gauges';
import type { ReconciledProvider } from './start-reconciliation';

type Watch = WatchDeps & {
  /** Those that are read. */
  providers: readonly Pick<ReconciledProvider, 'name' | 'statement'>[];
};

/** Shows what is open between providers and us. What was never read counts from now. Returns what stops it. */
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
  return watchGauges(metrics, {
    name: 'reconciliation',
    everyMs,
    clock,
    log,
    read: async () => ({ findings: await countOpenFindings(db), ages: agesOf(await readAges(db)) }),
    gauges: {
      reconciliation_findings_open: {
        help: 'Differences between a provider and the books that nobody has resolved.',
        labels: ['provider', 'kind'],
        of: ({ findings }) => findings.map(({ provider, kind, open }) => ({ labels: { provider, kind }, value: open })),
      },
      reconciliation_overcharged_kobo: {
        help: 'Amount that the provider charged above what is booked, in open findings.',
        labels: ['provider', 'kind'],
        of: ({ findings }) =>
          findings.map(({ provider, kind, overchargedKobo }) => ({
            labels: { provider, kind },
            value: overchargedKobo,
          })),
      },
      reconciliation_read_age_seconds: {
        help: 'Time since a worker last read a statement, or a balance, of the provider.',
        labels: ['provider', 'task'],
        of: ({ ages }) => ages.map(({ provider, task, seconds }) => ({ labels: { provider, task }, value: seconds })),
      },
    },
  });
}
