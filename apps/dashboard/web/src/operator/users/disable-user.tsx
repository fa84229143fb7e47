import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { TeamMember } from '@topup/dashboard-contract';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';

export function DisableUser({ user: { id, name, email } }: { user: TeamMember }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { send, busy, fault } = useSend(`/api/operator/users/${id}/disable`, {
    invalidates: ['/api/operator/accounts'],
  });
  const disable = async () => {
    const sent = await send({});
    if (sent !== null) notifyDone(`${name} can no longer sign in.`);
    return sent !== null;
  };
  return (
    <>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={open} aria-label={`Disable ${name}`}>
        Disable
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={`Disable ${name}?`}
        confirm="Disable user"
        danger
        onConfirm={disable}
        busy={busy}
        fault={fault}
      >
        <Text size="sm">
          {email} will be signed out everywhere and can’t sign in again. API keys that they created keep working until
          an owner revokes them.
        </Text>
      </ConfirmDialog>
    </>
  );
}
