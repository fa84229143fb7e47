import type { By } from '../audit/actor';
import type { Refused } from '../errors/refusal-catalog';
import type { Db } from '../shared/db';
import { fundAccount } from '../wallet/change-wallet';
import { findTransfer } from './transfer.store';

/**
 * Credits a transfer that waits, by the funding that every operator does: its account, or the one that is given for a
 * transfer that belongs to nobody. It counts on the operator's cap, and above the approval limit it needs a second one.
 */
export async function confirmTransfer(
  db: Db,
  by: By,
  {
    id,
    accountId,
    note,
    approval,
  }: { id: bigint; accountId?: string | undefined; note?: string | undefined; approval?: string | undefined },
): Promise<
  Awaited<ReturnType<typeof fundAccount>> | Refused<'no_such_transfer' | 'transfer_not_open' | 'transfer_needs_account'>
> {
  const transfer = await findTransfer(db, id);
  if (transfer === null) return { kind: 'no_such_transfer', id };
  const { state, amountKobo, reference } = transfer;
  if (state !== 'waiting' && state !== 'unassigned') return { kind: 'transfer_not_open', id };
  const to = accountId ?? (state === 'waiting' ? transfer.accountId : null);
  if (to === null) return { kind: 'transfer_needs_account', id };
  return fundAccount(db, by, { accountId: to, amountKobo, reference }, { note, approval });
}
