import { Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { AccountDetail, AccountRow, Funding } from '@topup/dashboard-contract';
import { addNaira, readAmountAboveZero } from '../../format/amount';
import { DialogButton } from '../../ui/form/dialog-button';
import type { Field } from '../../ui/form/inputs';
import { Facts } from '../../ui/text/facts';
import { Money } from '../../ui/text/money';
import { GuardedForm } from '../approvals/guarded-form';
import { RuleHint } from '../approvals/policy';
import { EntryWritten } from './entry-written';

/**
 * Adds a payment to a wallet, after a confirmation with both balances. A reference adds money once, even after two
 * clicks.
 */
export const FundAccount = ({ account }: { account: AccountDetail }) => (
  <DialogButton
    button="Fund wallet"
    variant="filled"
    leftSection={<IconPlus size={16} aria-hidden />}
    title={`Fund ${account.name}`}
  >
    {(close) => <FundingSteps account={account} onClose={close} />}
  </DialogButton>
);

const FIELDS: Field<'amount' | 'reference' | 'note'>[] = [
  { name: 'amount', label: 'Amount in naira', as: 'naira', focus: true },
  {
    name: 'reference',
    label: 'Bank reference',
    description: 'For example, the bank’s session ID. It must be unique in the whole service; never reuse it.',
    most: 100,
  },
  { name: 'note', label: 'Note', description: 'How you know that the money arrived. Saved in the audit log.' },
];

/** The form, its confirmation, and what came of it. */
export function FundingSteps({ account: { id, name, balance }, onClose }: { account: AccountRow; onClose(): void }) {
  return (
    <GuardedForm
      path={`/api/operator/accounts/${id}/fund`}
      start={{ amount: '', reference: '', note: '' }}
      fields={FIELDS}
      about={<RuleHint />}
      submit="Continue"
      read={(typed) => {
        const { amount, fault = '' } = readAmountAboveZero(typed.amount, '50,000 or 50,000.50');
        return amount === null ? { faults: { amount: fault } } : { body: { ...typed, amount } };
      }}
      note={({ note }) => note}
      review={({ amount, reference, note }) => ({
        submit: 'Add money',
        effect: (
          <>
            <Text size="sm">
              <Money amount={amount} fw={600} /> will be added to the wallet of {name}. The client can spend it at once.
              You can take back unspent money with an adjustment.
            </Text>
            <Facts
              rows={[
                ['Current balance', <Money key="now" amount={balance} />],
                ['Expected balance', <Money key="then" amount={addNaira(balance, amount)} fw={600} />],
                ['Bank reference', reference],
                ['Note', note],
              ]}
            />
          </>
        ),
      })}
      outcome={(done: Funding, { reference }) => (
        <EntryWritten
          done={done.funded && <Added amount={done.amount} />}
          before={`Nothing was added. Reference “${reference}” belongs to an earlier payment, shown below.`}
          entry={done}
          onClose={onClose}
        />
      )}
      onClose={onClose}
    />
  );
}

const Added = ({ amount }: { amount: string }) => (
  <>
    <Money amount={amount} fw={600} /> added
  </>
);
