import type { AccountSummary } from '@topup/core/account';
import { formatNaira } from '@topup/core/shared';
import type { AccountRow } from '@topup/dashboard-contract';
import type { CsvColumn } from '../../http/csv';

export const toAccountRow = ({ id, name, tier, status, balanceKobo, createdAt }: AccountSummary): AccountRow => ({
  id,
  name,
  tier,
  status,
  balance: formatNaira(balanceKobo),
  createdAt: createdAt.toISOString(),
});

export const ACCOUNT_COLUMNS: CsvColumn<AccountRow>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['status', ({ status }) => status],
  ['tier', ({ tier }) => tier],
  ['balance', ({ balance }) => balance],
  ['created_at', ({ createdAt }, time) => time(createdAt)],
];
