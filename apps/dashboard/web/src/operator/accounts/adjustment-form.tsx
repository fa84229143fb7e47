import { Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { readAmountAboveZero } from '../../format/amount';
import { DialogForm } from '../../ui/form/dialog-form';
import { NairaInput } from '../../ui/form/naira-input';
import { RuleHint } from '../approvals/rule-hint';

export type Adjustment = {
  /** As naira text; minus takes from the wallet. */
  amount: string;
  reference: string;
  reason: string;
  /** The id of the ledger entry that it corrects; empty: none. */
  entry: string;
  belowZero: boolean;
};

type Props = {
  adjustment: Adjustment;
  fault: string | null;
  fields: Record<string, string>;
  onClose(): void;
  onReady(adjustment: Adjustment): void;
};

export function AdjustmentForm({ adjustment, fault, fields, onClose, onReady }: Props) {
  const [typed, setTyped] = useState({ ...adjustment, amount: adjustment.amount.replace(/^-/, '') });
  const [takes, setTakes] = useState(adjustment.amount.startsWith('-'));
  const [amountFault, setAmountFault] = useState<string>();
  const submit = async () => {
    const read = readAmountAboveZero(typed.amount, '500 or 500.50');
    setAmountFault(read.fault);
    if (read.amount !== null)
      onReady({
        amount: takes ? `-${read.amount}` : read.amount,
        reference: typed.reference.trim(),
        reason: typed.reason.trim(),
        entry: typed.entry.trim(),
        belowZero: takes && typed.belowZero,
      });
    return false;
  };
  return (
    <DialogForm onClose={onClose} submit="Continue" busy={false} fault={fault} onSubmit={submit}>
      <RuleHint />
      <Radio.Group label="Adjustment" value={takes ? 'takes' : 'adds'} onChange={(one) => setTakes(one === 'takes')}>
        <Stack gap="xs" mt="xs">
          <Radio value="adds" label="Add money to the wallet" />
          <Radio value="takes" label="Take money from the wallet" />
        </Stack>
      </Radio.Group>
      <NairaInput
        label="Amount in naira"
        required
        data-autofocus
        value={typed.amount}
        error={amountFault ?? fields.amount}
        onChange={(amount) => setTyped({ ...typed, amount })}
      />
      <TextInput
        label="Reason"
        description="The account’s users see it in their wallet."
        required
        maxLength={200}
        value={typed.reason}
        error={fields.reason}
        onChange={({ currentTarget }) => setTyped({ ...typed, reason: currentTarget.value })}
      />
      <TextInput
        label="Reference"
        description="For example, a ticket number. It must be unique; never reuse it."
        required
        maxLength={100}
        value={typed.reference}
        error={fields.reference}
        onChange={({ currentTarget }) => setTyped({ ...typed, reference: currentTarget.value })}
      />
      <TextInput
        label="Corrected ledger entry"
        description="Enter its number, or leave empty."
        inputMode="numeric"
        value={typed.entry}
        error={fields.entry}
        onChange={({ currentTarget }) => setTyped({ ...typed, entry: currentTarget.value })}
      />
      {takes && (
        <Checkbox
          label="Allow a negative balance"
          description="This always needs approval by a second operator."
          checked={typed.belowZero}
          onChange={({ currentTarget }) => setTyped({ ...typed, belowZero: currentTarget.checked })}
        />
      )}
    </DialogForm>
  );
}
