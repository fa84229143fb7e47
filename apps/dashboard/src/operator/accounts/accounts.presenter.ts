import type { AccountSummary } from '@topup/core/account';
import { formatNaira } from '@topup/core/shared';
import type { AccountRow } from '@topup/dashboard-contract';

export const toAccountRow = ({ id, name, tier, status, balanceKobo, createdAt }: AccountSummary): AccountRow => ({
  id,
  name,
  tier,
  status,
  balance: formatNaira(balanceKobo),
  createdAt: createdAt.toISOString(),
});
