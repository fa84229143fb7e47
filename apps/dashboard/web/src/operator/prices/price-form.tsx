import { Checkbox, SegmentedControl, Text, TextInput } from '@mantine/core';
import type { CatalogueRow, PricePreview } from '@topup/dashboard-contract';
import { useState } from 'react';
import { isLess, readAmount } from '../../format/amount';
import { formatNaira } from '../../format/naira';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { Money } from '../../ui/text/money';
import { AskApproval } from '../approvals/ask-approval';
import { type Guarded, useGuarded } from '../approvals/use-guarded';
import { PriceEffect } from './price-effect';
import { type Previewing, usePreview } from './use-preview';

type Kind = 'price' | 'markupPercent';
type Price = { tier: string; planId: string; price?: string; markupPercent?: string; force?: boolean; seen?: string };
type Props = { row: CatalogueRow; planId: string; tier: string; onClose(): void };
type Typed = { kind: Kind; text: string; force: boolean };

/** Asks for the price, and then shows what it does before it is saved, or asks for the approval that it needs. */
export function PriceForm(props: Props) {
  const { planId, tier } = props;
  const [typed, setTyped] = useState<Typed>({ kind: 'price', text: '', force: false });
  const previewing = usePreview('/api/operator/prices/preview', ['price', 'markupPercent']);
  const { kind, text, force } = typed;
  // Text that is not an amount is sent as typed: the server says what is wrong with it.
  const value = kind === 'price' ? (readAmount(text) ?? text.trim()) : text.trim();
  const asked: Price = { tier, planId, [kind]: value, ...(kind === 'price' && force && { force }) };
  const guarded = useGuarded<Price, object>('/api/operator/prices', { invalidates: ['/api/operator/catalogue'] });
  const { preview, leave } = previewing;
  if (guarded.needed !== null || guarded.asked !== null)
    return <AskApproval guarded={guarded} note="" onBack={guarded.clear} onClose={props.onClose} />;
  return preview === null ? (
    <AskPrice {...props} typed={typed} setTyped={setTyped} previewing={previewing} guarded={guarded} asked={asked} />
  ) : (
    <ConfirmPrice {...props} asked={asked} preview={preview} onBack={leave} />
  );
}

type AskProps = Props & {
  typed: Typed;
  setTyped(typed: Typed): void;
  previewing: Previewing;
  guarded: Guarded<Price, object>;
  asked: Price;
};

function AskPrice({ row: { cost, price }, tier, onClose, typed, setTyped, previewing, guarded, asked }: AskProps) {
  const { kind, text, force } = typed;
  const { look, busy, fault, fields } = previewing;
  const amount = readAmount(text);
  const belowCost = kind === 'price' && amount !== null && isLess(amount, cost) && !force;
  const next = async () => {
    const { force: forced, ...query } = asked;
    const refused = await look({ ...query, ...(forced && { force: 'true' }) });
    if (refused === 'approval_needed' && (await guarded.send(asked)) !== null) onClose();
    return false;
  };
  return (
    <DialogForm onClose={onClose} submit="Continue" busy={busy} fault={fault} onSubmit={next} disabled={belowCost}>
      <Text size="sm">
        Our cost is <Money amount={cost} />. Accounts in tier {tier} now pay <Money amount={price} fw={600} />.
      </Text>
      <SegmentedControl
        aria-label="Pricing method"
        data={[
          { value: 'price', label: 'Exact price' },
          { value: 'markupPercent', label: 'Markup on cost' },
        ]}
        value={kind}
        onChange={(chosen) => setTyped({ ...typed, kind: chosen as Kind })}
      />
      <TextInput
        label={kind === 'price' ? 'Price in naira' : 'Markup in percent'}
        required
        inputMode="decimal"
        data-autofocus
        value={text}
        error={belowCost ? `Below our cost of ${formatNaira(cost)}.` : fields[kind]}
        onChange={({ currentTarget }) => setTyped({ ...typed, text: currentTarget.value })}
      />
      {kind === 'price' && (
        <Checkbox
          label="Allow a price below our cost (each sale loses money)"
          checked={force}
          onChange={({ currentTarget }) => setTyped({ ...typed, force: currentTarget.checked })}
        />
      )}
      <Text size="sm" c="dimmed">
        You’ll review the effect before you save.
      </Text>
    </DialogForm>
  );
}

type ConfirmProps = Props & { asked: Price; preview: PricePreview; onBack(): void };

function ConfirmPrice({ row: { name }, tier, onClose, asked, preview, onBack }: ConfirmProps) {
  const { send, busy, fault } = useSend<Price>('/api/operator/prices', { invalidates: ['/api/operator/catalogue'] });
  const set = async () => {
    const sent = await send({ ...asked, seen: preview.seen });
    if (sent === null) return false;
    notifyDone(`${name} now has its own price in tier ${tier}.`);
    onClose();
    return false;
  };
  return (
    <DialogForm onClose={onBack} leave="Back" submit="Set price" busy={busy} fault={fault} onSubmit={set}>
      <PriceEffect preview={preview} tier={tier} />
      <Text size="sm" c="dimmed">
        Applies to new purchases.
      </Text>
    </DialogForm>
  );
}
