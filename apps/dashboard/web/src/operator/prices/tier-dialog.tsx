import { Button, Modal, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { TierRow } from '@topup/dashboard-contract';
import { useState } from 'react';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';

type Change = Pick<TierRow, 'name' | 'markupPercent'>;

/** Changes the markup of the shown tier, or creates a tier. */
export function TierDialog({ tier }: { tier: TierRow | undefined }) {
  const [changing, change] = useDisclosure(false);
  const [making, make] = useDisclosure(false);
  return (
    <>
      {tier !== undefined && (
        <Button variant="default" size="xs" onClick={change.open}>
          Change markup of {tier.name}
        </Button>
      )}
      <Button variant="default" size="xs" onClick={make.open}>
        New tier
      </Button>
      <Modal opened={changing} onClose={change.close} title={`Markup of ${tier?.name ?? ''}`}>
        {tier !== undefined && <TierForm tier={tier} onClose={change.close} />}
      </Modal>
      <Modal opened={making} onClose={make.close} title="New tier">
        <TierForm onClose={make.close} />
      </Modal>
    </>
  );
}

function TierForm({ tier, onClose }: { tier?: TierRow; onClose(): void }) {
  const [typed, setTyped] = useState<Change>({ name: tier?.name ?? '', markupPercent: tier?.markupPercent ?? '' });
  const { send, busy, fault, fields } = useSend<Change>('/api/operator/tiers', {
    invalidates: ['/api/operator/tiers', '/api/operator/catalogue'],
    shown: ['name', 'markupPercent'],
  });
  const save = async () => {
    const sent = await send({ name: typed.name.trim(), markupPercent: typed.markupPercent.trim() });
    if (sent !== null) notifyDone(`Tier ${typed.name.trim()} has a markup of ${typed.markupPercent.trim()}%.`);
    return sent !== null;
  };
  return (
    <DialogForm
      onClose={onClose}
      submit={tier === undefined ? 'Make tier' : 'Change markup'}
      busy={busy}
      fault={fault}
      onSubmit={save}
    >
      {tier === undefined && (
        <TextInput
          label="Name"
          required
          maxLength={50}
          data-autofocus
          value={typed.name}
          error={fields.name}
          onChange={({ currentTarget }) => setTyped({ ...typed, name: currentTarget.value })}
        />
      )}
      <TextInput
        label="Markup in percent"
        description="On what a data plan costs us."
        required
        inputMode="decimal"
        data-autofocus={tier !== undefined || undefined}
        value={typed.markupPercent}
        error={fields.markupPercent}
        onChange={({ currentTarget }) => setTyped({ ...typed, markupPercent: currentTarget.value })}
      />
      {tier !== undefined && (
        <Text size="sm">
          From the next purchase on every account of tier {tier.name} pays by this markup, but for plans with a price or
          a markup of their own.
        </Text>
      )}
    </DialogForm>
  );
}
