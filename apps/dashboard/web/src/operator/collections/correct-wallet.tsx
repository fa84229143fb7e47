import { useQuery } from '@tanstack/react-query';
import type { AccountDetail } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { DialogButton } from '../../ui/form/dialog';
import { Loaded } from '../../ui/page/page';
import { AdjustmentForm } from '../accounts/change-wallet';

/** A transfer that a wallet had, and that its payer took back. `amount`: in naira. */
type Reversed = { accountId: string; entryId: string; amount: string; reference: string };

/** Takes it from the wallet again, even below zero, which a second operator must approve. */
export const CorrectWallet = ({ of }: { of: Reversed }) => (
  <DialogButton
    button="Correct wallet"
    label={`Correct wallet: ${of.reference}`}
    size="xs"
    title="Take back a transfer"
  >
    {(close) => <Correction of={of} onClose={close} />}
  </DialogButton>
);

function Correction({ of: { accountId, entryId, amount, reference }, onClose }: { of: Reversed; onClose(): void }) {
  const account = useQuery(thingQuery<AccountDetail>(`/api/operator/accounts/${accountId}`));
  const start = {
    ...{ sign: '-', amount, entry: entryId, belowZero: true },
    reference: `taken back ${reference}`.slice(0, 100),
    reason: 'The payer took this transfer back.',
  };
  return (
    <Loaded query={account}>{(known) => <AdjustmentForm account={known} start={start} onClose={onClose} />}</Loaded>
  );
}
