import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRefresh } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Delivery } from '@topup/dashboard-contract';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';

/** Resends an event as a new delivery, and opens the page of that delivery. */
export function Resend({ delivery: { id, event, state } }: { delivery: Delivery }) {
  const [opened, { open, close }] = useDisclosure(false);
  const navigate = useNavigate();
  const { send, busy, fault } = useSend<Record<string, never>, { id: string }>(`/api/deliveries/${id}/resend`, {
    invalidates: ['/api/deliveries'],
  });
  const resend = async () => {
    const sent = await send({});
    if (sent === null) return false;
    notifyDone('The event is on its way again.');
    void navigate({ to: '/developers/deliveries/$id', params: { id: sent.id } });
    return true;
  };
  return (
    <>
      <Button leftSection={<IconRefresh size={16} aria-hidden />} onClick={open}>
        Send again
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title="Send the event again?"
        confirm="Send again"
        onConfirm={resend}
        busy={busy}
        fault={fault}
      >
        <Text size="sm">
          “{event}” goes once more to the URL that is set now.{' '}
          {state === 'delivered' && 'Your receiver took it the first time: '}
          {state === 'delivered'
            ? 'make sure that it does not credit anybody twice.'
            : 'It may have arrived the first time although no answer came back.'}
        </Text>
      </ConfirmDialog>
    </>
  );
}
