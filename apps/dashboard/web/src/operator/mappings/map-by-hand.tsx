import { Button, Modal, NativeSelect, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { MappingsChanged, OurProductRow, ProviderProductRow } from '@topup/dashboard-contract';
import { useState } from 'react';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { providerName } from '../../ui/text/names';
import { ourName } from './our-name';

type Props = { ours: OurProductRow; provider: string; choices: ProviderProductRow[] };

/** Maps a product of ours to one that the provider lists and that has no mapping. */
export function MapByHand(props: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const title = `Map ${ourName(props.ours)} to a product of ${providerName(props.provider)}`;
  return (
    <>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={open} aria-label={title}>
        Map
      </Button>
      <Modal opened={opened} onClose={close} title={title}>
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
    if (sent !== null) notifyDone(`${ourName(ours)} was mapped to a product of ${providerName(provider)}.`);
    return sent !== null;
  };
  return (
    <DialogForm
      onClose={onClose}
      submit="Map product"
      busy={busy}
      fault={fault}
      onSubmit={submit}
      disabled={chosen === ''}
    >
      <NativeSelect
        label={`Product of ${providerName(provider)}`}
        data={[
          { value: '', label: 'Choose a product' },
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
        Our orders can then go to this product. Make sure that the customer gets the same: nothing checks it later.
      </Text>
    </DialogForm>
  );
}
