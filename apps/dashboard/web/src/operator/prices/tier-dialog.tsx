import { Button, Modal, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { PricePreview, TierRow } from '@topup/dashboard-contract';
import { useState } from 'react';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { PriceEffect } from './price-effect';
import { usePreview } from './use-preview';

type Change = Pick<TierRow, 'name' | 'markupPercent'> & { seen?: string };

/** Changes the markup of the shown tier, or creates a tier, which is then shown. */
export function TierDialog({ tier, onCreated }: { tier: TierRow | undefined; onCreated(name: string): void }) {
  const [changing, change] = useDisclosure(false);
  const [making, make] = useDisclosure(false);
  return (
    <>
      {tier !== undefined && (
        <Button variant="default" size="xs" aria-haspopup="dialog" onClick={change.open}>
          Change markup of {tier.name}
        </Button>
      )}
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={make.open}>
        Create tier
      </Button>
      <Modal opened={changing} onClose={change.close} title={`Change markup of ${tier?.name ?? ''}`}>
        {tier !== undefined && <ChangeMarkup tier={tier} onClose={change.close} />}
      </Modal>
      <Modal opened={making} onClose={make.close} title="Create tier">
        <NewTier onClose={make.close} onCreated={onCreated} />
      </Modal>
    </>
  );
}

const PATH = '/api/operator/tiers';
const SENDING = { invalidates: [PATH, '/api/operator/catalogue'], shown: ['name', 'markupPercent'] };

/** A new tier touches nobody, so there is nothing to show before it is made. */
function NewTier({ onClose, onCreated }: { onClose(): void; onCreated(name: string): void }) {
  const [typed, setTyped] = useState<Change>({ name: '', markupPercent: '' });
  const { send, busy, fault, fields } = useSend<Change>(PATH, SENDING);
  const make = async () => {
    const [name, markupPercent] = [typed.name.trim(), typed.markupPercent.trim()];
    const sent = await send({ name, markupPercent });
    if (sent === null) return false;
    notifyDone(`Tier ${name} was created with a markup of ${markupPercent}%.`);
    onCreated(name);
    return true;
  };
  return (
    <DialogForm onClose={onClose} submit="Create tier" busy={busy} fault={fault} onSubmit={make}>
      <TextInput
        label="Name"
        required
        maxLength={50}
        data-autofocus
        value={typed.name}
        error={fields.name}
        onChange={({ currentTarget }) => setTyped({ ...typed, name: currentTarget.value })}
      />
      <Markup
        value={typed.markupPercent}
        error={fields.markupPercent}
        onChange={(markupPercent) => setTyped({ ...typed, markupPercent })}
      />
    </DialogForm>
  );
}

function ChangeMarkup({ tier: { name, markupPercent: before }, onClose }: { tier: TierRow; onClose(): void }) {
  const [typed, setTyped] = useState(before);
  const { preview, look, leave, busy, fault, fields } = usePreview(`${PATH}/preview`, ['markupPercent']);
  const change: Change = { name, markupPercent: typed.trim() };
  const next = async () => {
    await look(change);
    return false;
  };
  if (preview !== null) return <ConfirmMarkup change={change} preview={preview} onBack={leave} onClose={onClose} />;
  return (
    <DialogForm onClose={onClose} submit="Continue" busy={busy} fault={fault} onSubmit={next}>
      <Markup value={typed} error={fields.markupPercent} autofocus onChange={setTyped} />
      <Text size="sm">
        All accounts in tier {name} pay this markup, except on plans with their own price or markup. You’ll review the
        effect before you save.
      </Text>
    </DialogForm>
  );
}

type ConfirmProps = { change: Change; preview: PricePreview; onBack(): void; onClose(): void };

function ConfirmMarkup({ change, preview, onBack, onClose }: ConfirmProps) {
  const { send, busy, fault } = useSend<Change>(PATH, { invalidates: SENDING.invalidates });
  const save = async () => {
    const sent = await send({ ...change, seen: preview.seen });
    if (sent === null) return false;
    notifyDone(`Tier ${change.name} now has a markup of ${change.markupPercent}%.`);
    onClose();
    return false;
  };
  return (
    <DialogForm onClose={onBack} leave="Back" submit="Change markup" busy={busy} fault={fault} onSubmit={save}>
      <PriceEffect preview={preview} tier={change.name} />
      <Text size="sm" c="dimmed">
        Applies to new purchases.
      </Text>
    </DialogForm>
  );
}

type MarkupProps = { value: string; error: string | undefined; autofocus?: boolean; onChange(text: string): void };

function Markup({ value, error, autofocus = false, onChange }: MarkupProps) {
  return (
    <TextInput
      label="Markup in percent"
      description="Added to our cost of a data plan."
      required
      inputMode="decimal"
      data-autofocus={autofocus || undefined}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
