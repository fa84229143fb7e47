import { Button, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AccountDetail } from '@topup/dashboard-contract';
import { useState } from 'react';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { TierSelect } from '../prices/tier-select';

export function ChangeTier({ account }: { account: AccountDetail }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        Change tier
      </Button>
      <Modal opened={opened} onClose={close} title={`Change tier of ${account.name}`}>
        <TierForm account={account} onClose={close} />
      </Modal>
    </>
  );
}

function TierForm({ account: { id, name, tier: now }, onClose }: { account: AccountDetail; onClose(): void }) {
  const [tier, setTier] = useState(now);
  const { send, busy, fault, fields } = useSend<{ tier: string }>(`/api/operator/accounts/${id}/tier`, {
    invalidates: ['/api/operator/accounts'],
    shown: ['tier'],
  });
  const change = async () => {
    const sent = await send({ tier });
    if (sent !== null) notifyDone(`${name} is now in tier ${tier}.`);
    return sent !== null;
  };
  return (
    <DialogForm
      onClose={onClose}
      submit="Change tier"
      busy={busy}
      fault={fault}
      onSubmit={change}
      disabled={tier === '' || tier === now}
    >
      <TierSelect value={tier} onChange={setTier} error={fields.tier} />
      <Text size="sm">{name} will pay the data plan prices of the new tier. Applies to new purchases.</Text>
    </DialogForm>
  );
}
