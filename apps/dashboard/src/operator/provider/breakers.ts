import { listReportedBreakers, listSwitches, type ReportedBreaker, type Switch } from '@topup/core/provider';
import { type Db, formatNaira } from '@topup/core/shared';
import { columnsOf } from '../../http/csv';

/** `processes` null: every process, because it was closed by hand. */
export type BreakerRow = Omit<ReportedBreaker, 'leftKobo' | 'processes'> & { processes: string[] | null };

const switchRow = ({ provider, breaker, reason, closedBy, closedAt }: Switch): BreakerRow => ({
  provider,
  breaker,
  reason: 'operator',
  state: 'open',
  accounts: null,
  processes: null,
  since: closedAt,
  detail: `${closedBy}: ${reason}`,
});

const breakerRow = ({ leftKobo, detail, ...breaker }: ReportedBreaker): BreakerRow => ({
  ...breaker,
  detail: leftKobo === null ? detail : `Orders above NGN ${formatNaira(leftKobo)} are stopped.`,
});

/** What is stopped at any provider: first what an operator has closed. */
export async function readBreakerRows(db: Db): Promise<BreakerRow[]> {
  const [switches, breakers] = await Promise.all([listSwitches(db), listReportedBreakers(db)]);
  return [...switches.map(switchRow), ...breakers.map(breakerRow)];
}

export const BREAKER_COLUMNS = columnsOf<BreakerRow>()(['provider,breaker,reason,state,accounts,since,detail']);
