import { ofAccount } from '../account/account-actions';
import { byApproval, type NewAction } from '../audit/action.store';
import { formatNaira } from '../shared/money';
import type { WrittenEntry } from './wallet.store';

type Account = { id: string; name: string };

/** The audit entry of each change of a wallet. `approval`: the id of the approval on which it was done. */
export const walletActions = {
  /** `note`: how somebody knows of the payment. */
  funded: (
    account: Account,
    entry: WrittenEntry,
    { reference, note, approval }: { reference: string; note?: string | undefined; approval?: string },
  ): NewAction => ({
    action: 'wallet.fund',
    ...ofAccount(account),
    ...(note !== undefined && { note }),
    before: { balance: formatNaira(entry.balanceBeforeKobo) },
    after: { balance: formatNaira(entry.balanceAfterKobo), amount: formatNaira(entry.amountKobo), reference },
    ...byApproval(approval),
  }),
  adjusted: (
    account: Account,
    entry: WrittenEntry,
    adjustment: { reference: string; entryId: bigint | null; reason: string; approval?: string },
  ): NewAction => ({
    action: 'wallet.adjust',
    ...ofAccount(account),
    before: { balance: formatNaira(entry.balanceBeforeKobo) },
    after: {
      balance: formatNaira(entry.balanceAfterKobo),
      amount: formatNaira(entry.amountKobo),
      reference: adjustment.reference,
      ...(adjustment.entryId !== null && { corrects: `${adjustment.entryId}` }),
      reason: adjustment.reason,
    },
    ...byApproval(adjustment.approval),
  }),
};
