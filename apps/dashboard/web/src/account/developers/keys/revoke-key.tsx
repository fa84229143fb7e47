import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { KeyRow } from '@topup/dashboard-contract';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog';
import { notifyDone } from '../../../ui/form/notify';
import { useSend } from '../../../ui/form/use-send';
import { When } from '../../../ui/text/when';

export function RevokeKey({ apiKey: { id, name, lastUsedAt } }: { apiKey: KeyRow }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { send, busy, fault } = useSend(`/api/keys/${id}/revoke`, { invalidates: ['/api/keys'] });
  const revoke = async () => {
    const sent = await send({});
    if (sent !== null) notifyDone(`Key “${name}” revoked`);
    return sent !== null;
  };
  return (
    <>
      <Button variant="default" size="xs" onClick={open} aria-label={`Revoke the key ${name}`}>
        Revoke
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={`Revoke “${name}”?`}
        confirm="Revoke key"
        danger
        onConfirm={revoke}
        busy={busy}
        fault={fault}
      >
        <Text size="sm">
          Requests with this key stop working within a second. You can’t undo this. Last used: <When at={lastUsedAt} />.
        </Text>
        <Text size="sm" mt="xs">
          Purchases that were already accepted will complete. If this is your newest active key, the next newest one
          will sign your webhooks.
        </Text>
      </ConfirmDialog>
    </>
  );
}
