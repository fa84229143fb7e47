import { Checkbox, SegmentedControl, Text, TextInput } from '@mantine/core';
import type { CatalogueRow } from '@topup/dashboard-contract';
import { useState } from 'react';
import { isLess, readAmount } from '../../format/amount';
import { formatNaira } from '../../format/naira';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { Money } from '../../ui/text/money';

type Kind = 'price' | 'markupPercent';
type Price = { tier: string; planId: string; price?: string; markupPercent?: string; force?: boolean };
type Props = { row: CatalogueRow; planId: string; tier: string; onClose(): void };

export function PriceForm({ row: { cost, price, network, name }, planId, tier, onClose }: Props) {
  const [kind, setKind] = useState<Kind>('price');
  const [typed, setTyped] = useState('');
  const [force, setForce] = useState(false);
  const { send, busy, fault, fields } = useSend<Price>('/api/operator/prices', {
    invalidates: ['/api/operator/catalogue'],
    shown: ['price', 'markupPercent'],
  });
  const amount = readAmount(typed);
  const belowCost = kind === 'price' && amount !== null && isLess(amount, cost);
  const set = async () => {
    // Text that is not an amount is sent as typed: the server says what is wrong with it.
    const value = kind === 'price' ? (amount ?? typed.trim()) : typed.trim();
    const sent = await send({ tier, planId, [kind]: value, ...(kind === 'price' && force && { force }) });
    if (sent !== null) notifyDone(`${network} ${name} has its own price in ${tier}.`);
    return sent !== null;
  };
  return (
    <DialogForm
      onClose={onClose}
      submit="Set price"
      busy={busy}
      fault={fault}
      onSubmit={set}
      disabled={belowCost && !force}
    >
      <Text size="sm">
        It costs us <Money amount={cost} />. The accounts of tier {tier} pay <Money amount={price} fw={600} /> now.
      </Text>
      <SegmentedControl
        aria-label="How the price is set"
        data={[
          { value: 'price', label: 'Exact price' },
          { value: 'markupPercent', label: 'Markup on our cost' },
        ]}
        value={kind}
        onChange={(chosen) => setKind(chosen as Kind)}
      />
      <TextInput
        label={kind === 'price' ? 'Price in naira' : 'Markup in percent'}
        required
        inputMode="decimal"
        data-autofocus
        value={typed}
        error={belowCost && !force ? `Below our cost of ${formatNaira(cost)}.` : fields[kind]}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {kind === 'price' && (
        <Checkbox
          label="Sell even below our cost: each sale then loses money"
          checked={force}
          onChange={({ currentTarget }) => setForce(currentTarget.checked)}
        />
      )}
      <Text size="sm" c="dimmed">
        It holds from the next purchase on.
      </Text>
    </DialogForm>
  );
}
