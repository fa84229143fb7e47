import { listReportedBreakers, listSwitches, type ReportedBreaker, type Switch } from '@topup/core/provider';
import { type Db, formatNaira } from '@topup/core/shared';
import type { BreakerRow } from '@topup/dashboard-contract';
import type { CsvColumn } from '../../http/csv';

const switchRow = ({ provider, breaker, reason, closedBy, closedAt }: Switch): BreakerRow => ({
  provider,
  breaker,
  reason: 'operator',
  state: 'open',
  accounts: null,
  processes: null,
  since: closedAt.toISOString(),
  detail: `${closedBy}: ${reason}`,
});

const breakerRow = ({ leftKobo, detail, since, ...breaker }: ReportedBreaker): BreakerRow => ({
  ...breaker,
  since: since.toISOString(),
  detail: leftKobo === null ? detail : `Orders above NGN ${formatNaira(leftKobo)} are stopped.`,
});

/** What is stopped at any provider: first what an operator has closed. */
export async function readBreakerRows(db: Db): Promise<BreakerRow[]> {
  const [switches, breakers] = await Promise.all([listSwitches(db), listReportedBreakers(db)]);
  return [...switches.map(switchRow), ...breakers.map(breakerRow)];
}

export const BREAKER_COLUMNS: CsvColumn<BreakerRow>[] = [
  ['provider', ({ provider }) => provider],
  ['breaker', ({ breaker }) => breaker],
  ['reason', ({ reason }) => reason],
  ['state', ({ state }) => state],
  ['accounts', ({ accounts }) => accounts],
  ['since', ({ since }, time) => time(since)],
  ['detail', ({ detail }) => detail],
];
