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
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={open}>
        Create version
      </Button>
      <Modal opened={opened} onClose={close} title="Create a version of the rules" size="lg">
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
    if (sent !== null) notifyDone(`Version ${sent.version} was created${activate ? ' and activated' : ''}.`);
    return sent !== null;
  };
  return (
    <DialogForm onClose={onClose} submit="Create version" busy={busy} fault={fault} onSubmit={submit}>
      <Text size="sm" component="div">
        Write one rule per line: the product, a service if the rule is for one only, and the providers in order of
        preference. You can add a range of amounts in naira or <Code>off</Code> after a provider.
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
        description="What changed. Other operators see it here and in the audit log."
        required
        maxLength={200}
        value={note}
        error={fields.note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Checkbox
        label="Activate this version now"
        checked={activate}
        onChange={({ currentTarget }) => setActivate(currentTarget.checked)}
      />
    </DialogForm>
  );
}
