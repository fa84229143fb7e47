import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { DataNetwork } from '@topup/dashboard-contract';
import { useState } from 'react';
import { readAmount } from '../../format/amount';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { NETWORKS } from './networks';

type Announced = { network: DataNetwork; name: string; cost: string };

/** Lists a plan that the provider does not sell yet. */
export function AnnouncePlan() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={open}>
        Announce plan
      </Button>
      <Modal opened={opened} onClose={close} title="Announce plan">
        <AnnounceForm onClose={close} />
      </Modal>
    </>
  );
}

function AnnounceForm({ onClose }: { onClose(): void }) {
  const [typed, setTyped] = useState<Announced>({ network: 'MTN', name: '', cost: '' });
  const { send, busy, fault, fields } = useSend<Announced>('/api/operator/catalogue/announce', {
    invalidates: ['/api/operator/catalogue'],
    shown: ['network', 'name', 'cost'],
  });
  const announce = async () => {
    // Text that is not an amount is sent as typed: the server says what is wrong with it.
    const sent = await send({ ...typed, name: typed.name.trim(), cost: readAmount(typed.cost) ?? typed.cost.trim() });
    if (sent !== null)
      notifyDone(`${NETWORKS[typed.network]} ${typed.name.trim()} was announced. Nobody can buy it yet.`);
    return sent !== null;
  };
  return (
    <DialogForm onClose={onClose} submit="Announce plan" busy={busy} fault={fault} onSubmit={announce}>
      <NativeSelect
        label="Network"
        data={Object.entries(NETWORKS).map(([value, label]) => ({ value, label }))}
        value={typed.network}
        error={fields.network}
        onChange={({ currentTarget }) => setTyped({ ...typed, network: currentTarget.value as DataNetwork })}
      />
      <TextInput
        label="Name"
        description="For example, 2 GB, 7 days. Clients see it after the network, marked as not yet for sale."
        required
        maxLength={200}
        data-autofocus
        value={typed.name}
        error={fields.name}
        onChange={({ currentTarget }) => setTyped({ ...typed, name: currentTarget.value })}
      />
      <TextInput
        label="Cost in naira"
        description="The cost that you expect."
        required
        inputMode="decimal"
        value={typed.cost}
        error={fields.cost}
        onChange={({ currentTarget }) => setTyped({ ...typed, cost: currentTarget.value })}
      />
    </DialogForm>
  );
}
