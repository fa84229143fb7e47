import { Text } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import type { AccountDetail, Adjusted, LedgerRow } from '@topup/dashboard-contract';
import { addNaira, readAmountAboveZero } from '../../format/amount';
import { DialogButton } from '../../ui/form/dialog-button';
import type { Field } from '../../ui/form/inputs';
import { Facts } from '../../ui/text/facts';
import { Money } from '../../ui/text/money';
import { GuardedForm } from '../approvals/guarded-form';
import { RuleHint } from '../approvals/policy';
import { EntryWritten } from './entry-written';

type Account = Pick<AccountDetail, 'id' | 'name' | 'balance'>;

/** Corrects a wallet, plus or minus. `entry`: the ledger entry that is corrected, from its row. */
export function AdjustWallet({ account, entry }: { account: Account; entry?: LedgerRow }) {
  const opener =
    entry === undefined
      ? { button: 'Adjust wallet', leftSection: <IconAdjustments size={16} aria-hidden /> }
      : { button: 'Correct', label: `Correct entry ${entry.id}`, size: 'xs' };
  return (
    <DialogButton {...opener} title={`Adjust the wallet of ${account.name}`}>
      {(close) => <Steps account={account} entry={entry?.id ?? ''} onClose={close} />}
    </DialogButton>
  );
}

/** `sign`: minus takes from the wallet. `entry`: the id of the ledger entry that it corrects; empty: none. */
type Typed = { sign: string; amount: string; reference: string; reason: string; entry: string; belowZero: boolean };

const fieldsOf = ({ sign }: Typed): Field<keyof Typed>[] => [
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
  description: 'This always needs approval by a second operator.',
  as: 'check',
};

type Props = { account: Account; entry: string; onClose(): void };

function Steps({ account: { id, name, balance }, entry: corrected, onClose }: Props) {
  return (
    <GuardedForm
      path={`/api/operator/accounts/${id}/adjust`}
      start={{ sign: '', amount: '', reference: '', reason: '', entry: corrected, belowZero: false }}
      fields={fieldsOf}
      about={<RuleHint />}
      submit="Continue"
      read={({ sign, belowZero, ...typed }) => {
        const { amount, fault = '' } = readAmountAboveZero(typed.amount, '500 or 500.50');
        if (amount === null) return { faults: { amount: fault } };
        return { body: { ...typed, amount: `${sign}${amount}`, belowZero: sign === '-' && belowZero } };
      }}
      note={({ reason }) => reason}
      review={({ amount, reason, reference, entry }) => ({
        submit: 'Adjust wallet',
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
