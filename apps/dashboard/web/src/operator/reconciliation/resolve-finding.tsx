import { Button, Modal, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { FindingRow, ResolvedFinding } from '@topup/dashboard-contract';
import { useState } from 'react';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { chargedText } from './charged-text';
import { FINDING_KINDS } from './finding-kinds';

/** Ends an open finding by what the operator knows of it. */
export function ResolveFinding({ finding }: { finding: FindingRow }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-haspopup="dialog"
        onClick={open}
        aria-label={`Resolve finding ${finding.id}`}
      >
        Resolve
      </Button>
      <Modal opened={opened} onClose={close} title={`Finding ${finding.id}: ${FINDING_KINDS[finding.kind]}`}>
        <ResolveForm finding={finding} onClose={close} />
      </Modal>
    </>
  );
}

type Body = { resolution: string; note: string; amount?: string };

function ResolveForm({ finding, onClose }: { finding: FindingRow; onClose(): void }) {
  const [resolution, setResolution] = useState(finding.suggested ? 'matched' : 'accepted');
  const [note, setNote] = useState('');
  const [amount, setAmount] = useState('');
  const { send, busy, fault, fields } = useSend<Body, ResolvedFinding>(
    `/api/operator/reconciliation/findings/${finding.id}/resolve`,
    {
      invalidates: ['/api/operator/reconciliation/findings', '/api/operator/reconciliation'],
      shown: ['resolution', 'note', 'amount'],
    },
  );
  const submit = async () => {
    const named = resolution === 'accepted' && amount.trim() !== '' ? { amount: amount.trim() } : {};
    const sent = await send({ resolution, note: note.trim(), ...named });
    if (sent !== null) notifyDone(`Finding ${finding.id} is resolved.`);
    return sent !== null;
  };
  return (
    <DialogForm onClose={onClose} submit="Resolve" busy={busy} fault={fault} onSubmit={submit}>
      <Text size="sm">
        {chargedText(finding)} This changes no purchase and no wallet. To settle a purchase, open its page.
      </Text>
      <NativeSelect
        label="Resolution"
        data={[
          { value: 'accepted', label: 'Accept: the provider is right, and our float changes' },
          ...(finding.suggested
            ? [{ value: 'matched', label: 'Match: the suggested row belongs to this purchase' }]
            : []),
          { value: 'explained', label: 'Explain: the difference costs nothing' },
        ]}
        value={resolution}
        error={fields.resolution}
        onChange={({ currentTarget }) => setResolution(currentTarget.value)}
      />
      {resolution === 'accepted' && (
        <TextInput
          label="Change of our float in naira"
          description="Leave empty to use the difference. A negative amount lowers our float."
          value={amount}
          error={fields.amount}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        />
      )}
      <TextInput
        label="Evidence"
        required
        maxLength={200}
        data-autofocus
        value={note}
        error={fields.note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </DialogForm>
  );
}
