import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';

/** Opens what was closed by hand. */
export function OpenProvider({ breaker }: { breaker: string }) {
  const [opened, { open, close }] = useDisclosure(false);
  const service = breaker === 'provider' ? null : breaker;
  const name = service ?? 'the provider';
  const { send, busy, fault } = useSend<{ service: string | null }>('/api/operator/provider/open', {
    invalidates: ['/api/operator/provider'],
  });
  const confirm = async () => {
    const sent = await send({ service });
    if (sent !== null) notifyDone(`${service ?? 'The provider'} is open again.`);
    return sent !== null;
  };
  return (
    <Group justify="flex-end">
      <Button variant="default" size="xs" onClick={open}>
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
        Orders are sent again at once, as far as no breaker stops them.
      </ConfirmDialog>
    </Group>
  );
}
