import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAdjustments, IconAlertTriangle, IconCheck, IconPlus } from '@tabler/icons-react';
import type { AccountDetail, AccountRow, Adjusted, Funding, LedgerRow } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { addNaira, readAmountAboveZero } from '../../format/amount';
import type { Field } from '../../ui/form/action-form';
import { DialogButton } from '../../ui/form/dialog';
import { Facts, Money } from '../../ui/text/values';
import { GuardedForm } from '../approvals/guarded-form';
import { RuleHint, useWhyApproval } from '../approvals/policy';

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

const FUNDING: Field<'amount' | 'reference' | 'note'>[] = [
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
  const whyApproval = useWhyApproval();
  return (
    <GuardedForm
      path={`/api/operator/accounts/${id}/fund`}
      start={{ amount: '', reference: '', note: '' }}
      fields={FUNDING}
      about={<RuleHint />}
      submit="Continue"
      read={(typed) => {
        const { amount, fault = '' } = readAmountAboveZero(typed.amount, '50,000 or 50,000.50');
        return amount === null ? { faults: { amount: fault } } : { body: { ...typed, amount } };
      }}
      note={({ note }) => note}
      review={({ amount, reference, note }) => ({
        submit: 'Add money',
        why: whyApproval(amount),
        effect: (
          <>
            <Text size="sm">
              <Money amount={amount} fw={600} /> will be added to the wallet of {name}
              {whyApproval(amount) !== null && ', when another operator approves it'}. The client can spend it at once.
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
          done={
            done.funded && (
              <>
                <Money amount={done.amount} fw={600} /> added
              </>
            )
          }
          before={`Nothing was added. Reference “${reference}” belongs to an earlier payment, shown below.`}
          entry={done}
          onClose={onClose}
        />
      )}
      onClose={onClose}
    />
  );
}

type Account = Pick<AccountDetail, 'id' | 'name' | 'balance'>;

/** Corrects a wallet, plus or minus. `entry`: the ledger entry that is corrected, from its row. */
export function AdjustWallet({ account, entry }: { account: Account; entry?: LedgerRow }) {
  const opener =
    entry === undefined
      ? { button: 'Adjust wallet', leftSection: <IconAdjustments size={16} aria-hidden /> }
      : { button: 'Correct', label: `Correct entry ${entry.id}`, size: 'xs' };
  return (
    <DialogButton {...opener} title={`Adjust the wallet of ${account.name}`}>
      {(close) => <AdjustmentForm account={account} start={{ entry: entry?.id ?? '' }} onClose={close} />}
    </DialogButton>
  );
}

type FormProps = { account: Account; start: Partial<Adjustment>; onClose(): void };

/** `start`: what is filled in already. */
export function AdjustmentForm({ account: { id, name, balance }, start, onClose }: FormProps) {
  const whyApproval = useWhyApproval();
  return (
    <GuardedForm
      path={`/api/operator/accounts/${id}/adjust`}
      start={{ sign: '', amount: '', reference: '', reason: '', entry: '', belowZero: false, ...start }}
      fields={adjustmentFields}
      about={<RuleHint />}
      submit="Continue"
      read={({ sign, belowZero, ...typed }) => {
        const { amount, fault = '' } = readAmountAboveZero(typed.amount, '500 or 500.50');
        if (amount === null) return { faults: { amount: fault } };
        return { body: { ...typed, amount: `${sign}${amount}`, belowZero: sign === '-' && belowZero } };
      }}
      note={({ reason }) => reason}
      review={({ amount, reason, reference, entry, belowZero }) => ({
        submit: 'Adjust wallet',
        why: whyApproval(amount, belowZero),
        danger: amount.startsWith('-'),
        effect: (
          <>
            <Text size="sm">
              The wallet of {name} will change by <Money amount={amount} fw={600} signed />.
            </Text>
            <Facts
              rows={[
                ['Current balance', <Money key="now" amount={balance} />],
                ['Expected balance', <Money key="then" amount={addNaira(balance, amount)} fw={600} />],
                ['Reason', reason],
                ['Reference', reference],
                ['Corrects', entry === '' ? 'No entry' : `Entry ${entry}`],
              ]}
            />
          </>
        ),
      })}
      outcome={(done: Adjusted, { reference }) => (
        <EntryWritten
          done={done.adjusted && 'Wallet adjusted'}
          before={`Nothing was changed. Reference “${reference}” belongs to an earlier adjustment, shown below.`}
          entry={done}
          signed
          onClose={onClose}
        />
      )}
      onClose={onClose}
    />
  );
}

/** `sign`: minus takes from the wallet. `entry`: the id of the ledger entry that it corrects; empty: none. */
type Adjustment = {
  sign: string;
  amount: string;
  reference: string;
  reason: string;
  entry: string;
  belowZero: boolean;
};

const adjustmentFields = ({ sign }: Adjustment): Field<keyof Adjustment>[] => [
  {
    name: 'sign',
    label: 'Adjustment',
    as: 'radios',
    optional: true,
    choices: [
      ['', 'Add money to the wallet'],
      ['-', 'Take money from the wallet'],
    ],
  },
  { name: 'amount', label: 'Amount in naira', as: 'naira', focus: true },
  { name: 'reason', label: 'Reason', description: 'The account’s users see it in their wallet.' },
  {
    name: 'reference',
    label: 'Reference',
    description: 'For example, a ticket number. It must be unique; never reuse it.',
    most: 100,
  },
  {
    name: 'entry',
    label: 'Corrected ledger entry',
    description: 'Enter its number, or leave empty.',
    as: 'digits',
    optional: true,
  },
  ...(sign === '-' ? [BELOW_ZERO] : []),
];

const BELOW_ZERO: Field<'belowZero'> = {
  name: 'belowZero',
  label: 'Allow a negative balance',
  description: 'With approvals on, this always needs a second operator.',
  as: 'check',
};

type WrittenProps = {
  /** Whether the entry was written; false when the reference was used before. */
  done: ReactNode;
  /** Why nothing was done. */
  before: string;
  entry: { amount: string; balanceBefore: string; balanceAfter: string };
  /** The amount may be minus. */
  signed?: boolean;
  onClose(): void;
};

/** Shows the result of a change of a wallet: its ledger entry, new or from the first time. */
function EntryWritten({ done, before, entry, signed = false, onClose }: WrittenProps) {
  return (
    <Stack>
      {done !== false ? (
        <Alert color="teal" variant="outline" role="status" icon={<IconCheck aria-hidden />}>
          {done}
        </Alert>
      ) : (
        <Alert color="yellow" variant="outline" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {before}
        </Alert>
      )}
      <Facts
        rows={[
          ['Amount', <Money key="amount" amount={entry.amount} signed={signed} />],
          ['Balance before', <Money key="before" amount={entry.balanceBefore} />],
          ['Balance after', <Money key="after" amount={entry.balanceAfter} />],
        ]}
      />
      <Button onClick={onClose} data-autofocus>
        Close
      </Button>
    </Stack>
  );
}
