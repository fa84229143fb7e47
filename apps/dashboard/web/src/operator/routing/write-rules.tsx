import { Button, Checkbox, Code, Modal, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { NewRoutingVersion } from '@topup/dashboard-contract';
import { useState } from 'react';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';

/** Writes a new version, beginning with the active rules. */
export function WriteRules({ rules }: { rules: string[] }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        Write new version
      </Button>
      <Modal opened={opened} onClose={close} title="Write a new version of the rules" size="lg">
        <RulesForm rules={rules} onClose={close} />
      </Modal>
    </>
  );
}

function RulesForm({ rules, onClose }: { rules: string[]; onClose(): void }) {
  const [text, setText] = useState(rules.join('\n'));
  const [note, setNote] = useState('');
  const [activate, setActivate] = useState(false);
  const { send, busy, fault, fields } = useSend<NewRoutingVersion, { version: number }>(
    '/api/operator/routing/versions',
    { invalidates: ['/api/operator/routing'], shown: ['rules', 'note'] },
  );
  const submit = async () => {
    const sent = await send({ rules: text, note: note.trim(), activate });
    if (sent !== null) notifyDone(`Version ${sent.version} is written${activate ? ' and active' : ''}.`);
    return sent !== null;
  };
  return (
    <DialogForm onClose={onClose} submit="Write" busy={busy} fault={fault} onSubmit={submit}>
      <Text size="sm" component="div">
        One rule on each line: the product, its service if it is for one only, and the providers in the order of
        preference. Amounts in naira and <Code>off</Code> may follow a provider.
        <br />
        <Code>AIRTIME mtn: monnify 100-5000, vtpass</Code>
      </Text>
      <Textarea
        label="Rules"
        autosize
        minRows={6}
        maxRows={16}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        data-autofocus
        value={text}
        error={fields.rules}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <TextInput
        label="Note"
        description="What is new. Other operators see it here and in the audit log."
        required
        maxLength={200}
        value={note}
        error={fields.note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Checkbox
        label="Activate it at once"
        checked={activate}
        onChange={({ currentTarget }) => setActivate(currentTarget.checked)}
      />
    </DialogForm>
  );
}
