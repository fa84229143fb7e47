import { Button, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { readAmount } from '../../format/amount';
import { DialogForm } from '../../ui/form/dialog-form';
import { NairaInput } from '../../ui/form/naira-input';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';

type Props = {
  /** Where the threshold is posted to. */
  path: string;
  /** The beginnings of the paths that show it. */
  invalidates: string[];
  /** Null: none. */
  threshold: string | null;
};

/** Sets the threshold of the balance: for the owners on their wallet page, for operators in the console. */
export function ChangeLowBalance(props: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {props.threshold === null ? 'Set threshold' : 'Change threshold'}
      </Button>
      <Modal opened={opened} onClose={close} title="Low-balance threshold">
        <ThresholdForm {...props} onClose={close} />
      </Modal>
    </>
  );
}

function ThresholdForm({ path, invalidates, threshold, onClose }: Props & { onClose(): void }) {
  const [typed, setTyped] = useState(threshold ?? '');
  const { send, busy, fault, fields } = useSend<{ threshold: string | null }>(path, {
    invalidates,
    shown: ['threshold'],
  });
  const save = async () => {
    // other text is sent as typed: the server says what is wrong with it
    const sent = await send({ threshold: typed.trim() === '' ? null : (readAmount(typed) ?? typed) });
    if (sent !== null) notifyDone('Threshold saved');
    return sent !== null;
  };
  return (
    <DialogForm onClose={onClose} submit="Save" busy={busy} fault={fault} onSubmit={save}>
      <Text size="sm">
        When the balance falls below this amount, we e-mail the account owners and show a warning in the dashboard. The
        API reports it too. Purchases continue. We e-mail again only after the balance has recovered.
      </Text>
      <NairaInput
        label="Threshold in naira"
        description="Leave empty for no threshold."
        data-autofocus
        value={typed}
        error={fields.threshold}
        onChange={setTyped}
      />
    </DialogForm>
  );
}
