import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import type { OperatorLink } from '@topup/dashboard-contract';
import { useState } from 'react';
import { DialogForm } from '../../ui/form/dialog-form';
import { useSend } from '../../ui/form/use-send';
import { ApprovalNote } from '../approvals/ask-approval';
import { usePolicy } from '../approvals/use-policy';
import { LinkMade } from './link-made';

export function AddOperator() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconUserPlus size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        Add operator
      </Button>
      <Modal opened={opened} onClose={close} title="Add operator">
        <Steps onClose={close} />
      </Modal>
    </>
  );
}

function Steps({ onClose }: { onClose(): void }) {
  const [typed, setTyped] = useState({ name: '', email: '', note: '' });
  const [made, setMade] = useState<OperatorLink | null>(null);
  const required = usePolicy()?.approvals !== 'off';
  const { send, busy, fault, fields } = useSend<Record<string, string>, OperatorLink>('/api/operator/operators', {
    invalidates: ['/api/operator/'],
    shown: ['name', 'email', 'approvalNote'],
  });
  const { name, email, note } = typed;
  if (made !== null) return <LinkMade email={email} made={made} onClose={onClose} />;
  const add = async () => {
    const person = { name: name.trim(), email: email.trim() };
    const sent = await send({ ...person, ...(required && { approvalNote: note.trim() }) });
    if (sent !== null) setMade(sent);
    return false;
  };
  return (
    <DialogForm
      onClose={onClose}
      submit={required ? 'Ask for approval' : 'Add operator'}
      busy={busy}
      fault={fault}
      onSubmit={add}
    >
      <TextInput
        label="Name"
        required
        maxLength={100}
        data-autofocus
        value={name}
        error={fields.name}
        onChange={({ currentTarget }) => setTyped({ ...typed, name: currentTarget.value })}
      />
      <TextInput
        label="E-mail"
        type="email"
        required
        maxLength={254}
        value={email}
        error={fields.email}
        onChange={({ currentTarget }) => setTyped({ ...typed, email: currentTarget.value })}
      />
      {required && (
        <ApprovalNote
          value={note}
          error={fields.approvalNote}
          onChange={(changed) => setTyped({ ...typed, note: changed })}
        />
      )}
    </DialogForm>
  );
}
