import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { KeyRow } from '@topup/dashboard-contract';
import { thingQuery } from '../../../api/queries';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog';
import { notifyDone } from '../../../ui/form/notify';
import { useSend } from '../../../ui/form/use-send';
import { When } from '../../../ui/text/when';

/** What revoking the key changes for webhooks. */
function SignedAfter({ id }: { id: string }) {
  const { data = [] } = useQuery(thingQuery<KeyRow[]>('/api/keys'));
  const [now, next] = ['now', 'next'].map((place) => data.find(({ signs }) => signs === place));
  if (now === undefined) return null;
  if (now.id !== id) return `Your webhooks stay signed with “${now.name}” (${now.display}).`;
  return next === undefined
    ? 'This key signs your webhooks, and you have no other active key that may buy. Until you create one, we can’t sign events: they fail and are not sent.'
    : `This key signs your webhooks. When you revoke it, “${next.name}” (${next.display}) signs them: your server must check the hash with that key.`;
}

export function RevokeKey({ apiKey: { id, name, lastUsedAt } }: { apiKey: KeyRow }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { send, busy, fault } = useSend(`/api/keys/${id}/revoke`, { invalidates: ['/api/keys', '/api/webhook'] });
  const revoke = async () => {
    const sent = await send({});
    if (sent !== null) notifyDone(`Key “${name}” revoked`);
    return sent !== null;
  };
  return (
    <>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={open} aria-label={`Revoke the key ${name}`}>
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
          Purchases that were already accepted will complete.
        </Text>
        <Text size="sm" mt="xs">
          <SignedAfter id={id} />
        </Text>
      </ConfirmDialog>
    </>
  );
}
