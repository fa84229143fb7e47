import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';

/** Makes a version the active one; null: none. */
export function ActivateVersion({ version }: { version: number | null }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { send, busy, fault } = useSend<{ version: number | null }>('/api/operator/routing/activate', {
    invalidates: ['/api/operator/routing'],
  });
  const activate = async () => {
    const sent = await send({ version });
    if (sent !== null) notifyDone(version === null ? 'No rules are active.' : `Version ${version} is active.`);
    return sent !== null;
  };
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-haspopup="dialog"
        onClick={open}
        {...(version !== null && { 'aria-label': `Activate version ${version}` })}
      >
        {version === null ? 'Deactivate rules' : 'Activate'}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={version === null ? 'Deactivate the rules?' : `Activate version ${version}?`}
        confirm={version === null ? 'Deactivate rules' : 'Activate'}
        onConfirm={activate}
        busy={busy}
        fault={fault}
      >
        {version === null
          ? 'Within two seconds, each order goes to the first provider in PROVIDERS that can take it.'
          : 'Within two seconds, every process uses these rules. You can activate an earlier version again.'}
      </ConfirmDialog>
    </>
  );
}
