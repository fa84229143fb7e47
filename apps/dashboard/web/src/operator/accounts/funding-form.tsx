import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { readAmountAboveZero } from '../../format/amount';
import { DialogForm } from '../../ui/form/dialog-form';
import { NairaInput } from '../../ui/form/naira-input';
import { RuleHint } from '../approvals/rule-hint';

export type Payment = { amount: string; reference: string; note: string };

type Props = {
  payment: Payment;
  fault: string | null;
  fields: Record<string, string>;
  onClose(): void;
  /** Receives the amount as naira text. */
  onReady(payment: Payment): void;
};

export function FundingForm({ payment, fault, fields, onClose, onReady }: Props) {
  const [typed, setTyped] = useState(payment);
  const [amountFault, setAmountFault] = useState<string>();
  const submit = async () => {
    const read = readAmountAboveZero(typed.amount, '50,000 or 50,000.50');
    setAmountFault(read.fault);
    if (read.amount !== null)
      onReady({ amount: read.amount, reference: typed.reference.trim(), note: typed.note.trim() });
    return false;
  };
  return (
    <DialogForm onClose={onClose} submit="Continue" busy={false} fault={fault} onSubmit={submit}>
      <RuleHint />
      <NairaInput
        label="Amount in naira"
        required
        data-autofocus
        value={typed.amount}
        error={amountFault ?? fields.amount}
        onChange={(amount) => setTyped({ ...typed, amount })}
      />
      <TextInput
        label="Bank reference"
        description="For example, the bank’s session ID. It must be unique in the whole service; never reuse it."
        required
        maxLength={100}
        value={typed.reference}
        error={fields.reference}
        onChange={({ currentTarget }) => setTyped({ ...typed, reference: currentTarget.value })}
      />
      <TextInput
        label="Note"
        description="How you know that the money arrived. Saved in the audit log."
        required
        maxLength={200}
        value={typed.note}
        error={fields.note}
        onChange={({ currentTarget }) => setTyped({ ...typed, note: currentTarget.value })}
      />
    </DialogForm>
  );
}
