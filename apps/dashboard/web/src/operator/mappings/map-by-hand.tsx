import { Button, Modal, NativeSelect, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { MappingsChanged, OurProductRow, ProviderProductRow } from '@topup/dashboard-contract';
import { useState } from 'react';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';

type Props = { ours: OurProductRow; provider: string; choices: ProviderProductRow[] };

/** Maps a product of ours to one that the provider lists and that has no mapping. */
export function MapByHand(props: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const { ours, provider } = props;
  return (
    <>
      <Button variant="default" size="xs" onClick={open} aria-label={`Map ${ours.name} to a product of ${provider}`}>
        Map by hand
      </Button>
      <Modal opened={opened} onClose={close} title={`Map ${ours.name} to a product of ${provider}`}>
        <MapForm {...props} onClose={close} />
      </Modal>
    </>
  );
}

function MapForm({ ours, provider, choices, onClose }: Props & { onClose(): void }) {
  const [chosen, setChosen] = useState('');
  const { send, busy, fault, fields } = useSend<{ productId: number; to: string }, MappingsChanged>(
    '/api/operator/mappings/make',
    { invalidates: ['/api/operator/mappings'], shown: ['productId'] },
  );
  const submit = async () => {
    const sent = await send({ productId: Number(chosen), to: ours.product });
    if (sent !== null) notifyDone(`${ours.name} is mapped to a product of ${provider}.`);
    return sent !== null;
  };
  return (
    <DialogForm onClose={onClose} submit="Map" busy={busy} fault={fault} onSubmit={submit} disabled={chosen === ''}>
      <NativeSelect
        label={`Product of ${provider}`}
        data={[
          { value: '', label: 'Choose one' },
          ...choices.map(({ id, name, code, cost }) => ({
            value: String(id),
            label: `${name} (${code}${cost === null ? '' : `, ₦${cost}`})`,
          })),
        ]}
        value={chosen}
        error={fields.productId}
        data-autofocus
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <Text size="sm">
        Orders of ours go to this product from now on. Make sure that a customer gets the same: nobody checks it
        afterwards.
      </Text>
    </DialogForm>
  );
}
