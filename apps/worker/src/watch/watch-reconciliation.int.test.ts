import type { Lookup, StatementRow } from '@topup/core/provider';
import { recordPull } from '@topup/core/reconciliation';
import { systemClock } from '@topup/core/shared';
import { createMetrics } from '@topup/runtime';
import { eventually, useDatabase } from '@topup/testkit';
import { watchReconciliation } from './watch-reconciliation';

const database = useDatabase();
const SERIES = /^topup_reconciliation_read_age_seconds\{(.+),topup_service="worker",service="worker"\} (\S+)$/gm;
const statement = async (): Promise<Lookup<StatementRow[]>> => ({ kind: 'found', value: [] });
const ALL = [
  ...[['vtpass', 'balance']],
  ...['monnify', 'reloadly'].flatMap((name) => ['balance', 'statement'].map((task) => [name, task])),
];

describe('nobody learns that a statement is not read', () => {
  test('what was never read is as old as the process, and a provider of before is not counted', async () => {
    const { db } = database;
    const at = { since: new Date('2026-11-20T00:00:00Z'), until: new Date('2026-11-21T00:00:00Z') };
    const failed = { ...at, source: 'api', rows: 0, added: 0, fault: 'HTTP 500' } as const;
    await recordPull(db, { ...failed, provider: 'monnify' });
    for (const provider of ['reloadly', 'gone']) await recordPull(db, { ...failed, provider, fault: null });
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const metrics = createMetrics('worker', log);
    let laterMs = 0;
    const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + laterMs };
    const providers = [{ name: 'vtpass' }, ...['monnify', 'reloadly'].map((name) => ({ name, statement }))];
    const stop = watchReconciliation(metrics, { db, clock, log, providers, everyMs: 100 });
    const olderThan4h = async () =>
      Object.fromEntries(
        [...(await metrics.text()).matchAll(SERIES)].map(([, labels, seconds]) => [labels, Number(seconds) > 14_400]),
      );
    const expected = (isOld: (name: string) => boolean) =>
      Object.fromEntries(
        ALL.map(([provider, task]) => {
          const labels = `provider="${provider}",task="${task}"`;
          return [labels, isOld(labels)];
        }),
      );
    const young = await eventually(olderThan4h, (ages) => Object.keys(ages).length > 0);
    laterMs = 5 * 3_600_000;
    const old = await eventually(olderThan4h, (ages) => Object.values(ages).includes(true));
    stop();
    expect(young).toEqual(expected(() => false));
    expect(old).toEqual(expected((labels) => labels !== 'provider="reloadly",task="statement"'));
  });
});
