import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { TeamMember } from '@topup/dashboard-contract';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { useSend } from '../../ui/form/use-send';
import type { PasswordLink } from './password-link-dialog';

/** For a user whose invitation has expired, or who lost the password. */
export function NewLink({
  user: { id, name, email },
  onCreated,
}: {
  user: TeamMember;
  onCreated(created: PasswordLink): void;
}) {
  const [opened, { open, close }] = useDisclosure(false);
  const { send, busy, fault } = useSend<Record<string, never>, { link: string | null }>(
    `/api/operator/users/${id}/link`,
    {
      invalidates: ['/api/operator/accounts'],
    },
  );
  const make = async () => {
    const sent = await send({});
    if (sent !== null) onCreated({ email, link: sent.link });
    return sent !== null;
  };
  return (
    <>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={open} aria-label={`Create link for ${name}`}>
        Create link
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={`Create a new link for ${name}?`}
        confirm="Create link"
        onConfirm={make}
        busy={busy}
        fault={fault}
      >
        <Text size="sm">
          Anyone who opens the link can set the password of {email} and sign in. Earlier links stop working.
        </Text>
      </ConfirmDialog>
    </>
  );
}
