import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { readAmount } from '../../format/amount';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { FaultAlert } from '../../ui/form/fault-alert';
import { NairaInput } from '../../ui/form/naira-input';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { Panel } from '../../ui/page/panel';

/** Play money, in test mode. */
export function TestMoney() {
  return (
    <Panel title="Test money" actions={<ResetTest />}>
      <FundTest />
    </Panel>
  );
}

function FundTest() {
  const [typed, setTyped] = useState('100000');
  const { send, busy, fault, fields } = useSend<{ amount: string }>('/api/wallet/test-funds', {
    invalidates: ['/api/wallet', '/api/overview'],
    shown: ['amount'],
  });
  const add = async () => {
    const sent = await send({ amount: readAmount(typed) ?? typed });
    if (sent !== null) notifyDone('Test money added');
  };
  return (
    <Stack gap="sm">
      <Text size="sm">Add as much as you like. It pays for test purchases only.</Text>
      <FaultAlert fault={fault} />
      <Group align="flex-end" gap="sm">
        <NairaInput label="Amount in naira" value={typed} error={fields.amount} onChange={setTyped} />
        <Button loading={busy} onClick={() => void add()}>
          Add test money
        </Button>
      </Group>
    </Stack>
  );
}

function ResetTest() {
  const [opened, { open, close }] = useDisclosure(false);
  const { send, busy, fault } = useSend<Record<string, never>>('/api/wallet/test-reset', { invalidates: ['/api'] });
  const reset = async () => {
    const sent = await send({});
    if (sent !== null) notifyDone('Test account reset');
    return sent !== null;
  };
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        Reset test account
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title="Reset the test account?"
        confirm="Reset test account"
        danger
        onConfirm={reset}
        busy={busy}
        fault={fault}
      >
        This clears its purchases, deliveries and test money. You can use every reference again. API keys, the webhook
        URL and signing secrets stay.
      </ConfirmDialog>
    </>
  );
}
