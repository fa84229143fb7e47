import type { AccountSummary } from '@topup/core/account';
import { pick } from '@topup/core/shared';
import { columnsOf } from '../../http/csv';

export const toAccountRow = (account: AccountSummary) =>
  pick(account, 'id', 'name', 'tier', 'status', 'balanceKobo', 'createdAt');

export const ACCOUNT_COLUMNS = columnsOf<ReturnType<typeof toAccountRow>>()(['id,name,status,tier,balance,created_at']);
