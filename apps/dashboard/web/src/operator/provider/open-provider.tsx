import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { closedName } from './closable-name';

/** Opens what was closed by hand. */
export function OpenProvider({ provider, breaker }: { provider: string; breaker: string }) {
  const [opened, { open, close }] = useDisclosure(false);
  const service = breaker === 'provider' ? null : breaker;
  const name = closedName(provider, service);
  const { send, busy, fault } = useSend<{ provider: string; service: string | null }>('/api/operator/provider/open', {
    invalidates: ['/api/operator/provider'],
  });
  const confirm = async () => {
    const sent = await send({ provider, service });
    if (sent !== null) notifyDone(`${name} is open again.`);
    return sent !== null;
  };
  return (
    <Group justify="flex-end">
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={open}>
        Open
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={`Open ${name}?`}
        confirm="Open"
        onConfirm={confirm}
        busy={busy}
        fault={fault}
      >
        New orders go there again at once, unless a breaker stops them.
      </ConfirmDialog>
    </Group>
  );
}
