import type { ReportedBreaker, Switch } from '@topup/core/provider';
import { formatNaira } from '@topup/core/shared';
import type { BreakerRow } from '@topup/dashboard-contract';

export const switchRow = ({ provider, breaker, reason, closedBy, closedAt }: Switch): BreakerRow => ({
  provider,
  breaker,
  reason: 'operator',
  state: 'open',
  accounts: null,
  processes: null,
  since: closedAt.toISOString(),
  detail: `${closedBy}: ${reason}`,
});

export const breakerRow = ({ leftKobo, detail, since, ...breaker }: ReportedBreaker): BreakerRow => ({
  ...breaker,
  since: since.toISOString(),
  detail: leftKobo === null ? detail : `Orders above NGN ${formatNaira(leftKobo)} are stopped.`,
});
