import { Button, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { KeyLimits, KeyRow } from '@topup/dashboard-contract';
import { useState } from 'react';
import { DialogForm } from '../../../ui/form/dialog-form';
import { notifyDone } from '../../../ui/form/notify';
import { useSend } from '../../../ui/form/use-send';
import { LIMIT_FIELDS, LimitInputs } from './limit-inputs';
import { toKeyLimits, typedLimitsOf } from './typed-limits';

/** `below`: the beginning of the path, for owners or for operators. `invalidates`: what shows the key. */
type Props = { apiKey: KeyRow; below: '/api' | '/api/operator'; invalidates: string };

export function ChangeKeyLimits(props: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const { name } = props.apiKey;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-haspopup="dialog"
        onClick={open}
        aria-label={`Change limits of the key ${name}`}
      >
        Change limits
      </Button>
      <Modal opened={opened} onClose={close} title={`Limits of “${name}”`}>
        <LimitsForm {...props} onClose={close} />
      </Modal>
    </>
  );
}

function LimitsForm({ apiKey, below, invalidates, onClose }: Props & { onClose(): void }) {
  const [typed, setTyped] = useState(() => typedLimitsOf(apiKey));
  const { send, busy, fault, fields } = useSend<KeyLimits>(`${below}/keys/${apiKey.id}/limits`, {
    invalidates: [invalidates],
    shown: LIMIT_FIELDS,
  });
  const change = async () => {
    const sent = await send(toKeyLimits(typed, apiKey));
    if (sent !== null) notifyDone(`Limits of “${apiKey.name}” changed`);
    return sent !== null;
  };
  return (
    <DialogForm onClose={onClose} submit="Change limits" busy={busy} fault={fault} onSubmit={change}>
      <LimitInputs typed={typed} fields={fields} onChange={setTyped} />
      <Text size="sm" c="dimmed">
        Changes apply within a second. We e-mail the account owners.
      </Text>
    </DialogForm>
  );
}
