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
    notifyDone('Event queued for resending');
    void navigate({ to: '/developers/deliveries/$id', params: { id: sent.id } });
    return true;
  };
  return (
    <>
      <Button leftSection={<IconRefresh size={16} aria-hidden />} aria-haspopup="dialog" onClick={open}>
        Resend
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title="Resend this event?"
        confirm="Resend event"
        onConfirm={resend}
        busy={busy}
        fault={fault}
      >
        <Text size="sm">
          We’ll send “{event}” once more, to your current webhook URL.{' '}
          {state === 'delivered' && 'It was already delivered. '}
          {state === 'delivered'
            ? 'Make sure your server doesn’t credit anyone twice.'
            : 'Your server may have received it the first time.'}
        </Text>
      </ConfirmDialog>
    </>
  );
}
