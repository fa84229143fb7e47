import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AccountDetail } from '@topup/dashboard-contract';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { Money } from '../../ui/text/money';

export function ChangeStatus({ account: { id, name, status, balance } }: { account: AccountDetail }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { send, busy, fault } = useSend<{ status: AccountDetail['status'] }>(`/api/operator/accounts/${id}/status`, {
    invalidates: ['/api/operator/'],
  });
  const suspending = status === 'active';
  const change = async () => {
    const sent = await send({ status: suspending ? 'suspended' : 'active' });
    if (sent !== null) notifyDone(suspending ? `${name} is suspended.` : `${name} is active again.`);
    return sent !== null;
  };
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {suspending ? 'Suspend' : 'Resume'}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={suspending ? `Suspend ${name}?` : `Resume ${name}?`}
        confirm={suspending ? 'Suspend account' : 'Resume account'}
        danger={suspending}
        onConfirm={change}
        busy={busy}
        fault={fault}
      >
        {suspending ? (
          <Text size="sm">
            Its API keys stop working, so it can’t make new purchases. Its balance of <Money amount={balance} /> stays
            in the wallet. Earlier purchases still complete or are refunded.
          </Text>
        ) : (
          <Text size="sm">
            Its API keys work again and can spend its balance of <Money amount={balance} />.
          </Text>
        )}
      </ConfirmDialog>
    </>
  );
}
