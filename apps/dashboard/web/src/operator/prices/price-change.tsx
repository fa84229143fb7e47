import { ScrollArea, Stack, Text } from '@mantine/core';
import type { PaidPrice, PricePreview } from '@topup/dashboard-contract';
import type { ComponentProps } from 'react';
import { counted, formatCount, percentText } from '../../format/numbers';
import type { Typed } from '../../ui/form/action-form';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Money, Small } from '../../ui/text/values';
import { PreviewedDialog } from './previewed-change';

type Props<Filled extends Typed> = Omit<
  ComponentProps<typeof PreviewedDialog<Filled, PricePreview>>,
  'invalidates' | 'effect' | 'seen' | 'refused'
> & { tier: string };

/** A button, and a change of prices in its dialog. */
export const PriceChangeDialog = <Filled extends Typed>({ tier, ...form }: Props<Filled>) => (
  <PreviewedDialog<Filled, PricePreview>
    {...form}
    invalidates={['/api/operator/catalogue', '/api/operator/tiers']}
    effect={(preview) => <PriceEffect preview={preview} tier={tier} />}
    seen={({ seen }) => ({ seen })}
  />
);

type Plan = PricePreview['plans'][number];
type Sales = PricePreview['sold'];

/** Shows the effect of a price change before it is saved: on each plan, on accounts, and on their recent purchases. */
export function PriceEffect({ preview: { plans, accounts, sold }, tier }: { preview: PricePreview; tier: string }) {
  if (plans.length === 0) return <Text size="sm">No prices change. Every plan has its own price or markup.</Text>;
  return (
    <Stack gap="sm">
      <Text size="sm">
        <Sold sold={sold} plans={plans.length} />
      </Text>
      <ScrollArea.Autosize mah={320} type="auto">
        <DataTable
          caption="Price changes"
          columns={columns(sold.days > 0)}
          rows={plans}
          idOf={({ planId }) => planId}
        />
      </ScrollArea.Autosize>
      <Text size="sm">{whoText(accounts, tier)}</Text>
    </Stack>
  );
}

function Sold({ sold: { days, purchases, marginBefore, marginAfter }, plans }: { sold: Sales; plans: number }) {
  if (days === 0) return 'We couldn’t count their purchases: the database is busy. You can still save the price.';
  const span = days === 1 ? 'today' : `in the last ${counted(days, 'day')}, with today`;
  if (purchases === 0) return `They bought none of ${plans === 1 ? 'this plan' : 'these plans'} ${span}.`;
  return (
    <>
      Margin on their {counted(purchases, 'purchase')} {span}, at today’s cost: <Loss amount={marginBefore} /> before,{' '}
      <Loss amount={marginAfter} /> after.
    </>
  );
}

const columns = (isCounted: boolean): Column<Plan>[] => [
  {
    header: 'Plan',
    cell: ({ name, cost, purchases }) => (
      <>
        {name}
        <Small whole>
          Cost <Money amount={cost} />
        </Small>
        {isCounted && <Small whole>{formatCount(purchases)} sold</Small>}
      </>
    ),
    names: true,
  },
  { header: 'Before', cell: ({ before }) => <Paid paid={before} />, end: true },
  { header: 'After', cell: ({ after }) => <Paid paid={after} />, end: true },
];

function Paid({ paid: { price, margin, marginPercent } }: { paid: PaidPrice }) {
  return (
    <>
      <Money amount={price} fw={600} />
      <Small whole>
        Margin <Loss amount={margin} />
      </Small>
      <Small whole>{percentText(marginPercent)}</Small>
    </>
  );
}

export const Loss = ({ amount }: { amount: string }) => <Money amount={amount} fw={600} gain />;

function whoText({ count, names }: PricePreview['accounts'], tier: string): string {
  if (count === 0) return `No accounts are in tier ${tier}.`;
  const more = count - names.length;
  const rest = more > 0 ? ` and ${formatCount(more)} more` : '';
  return `Affects ${counted(count, 'account')} in tier ${tier}: ${names.join(', ')}${rest}.`;
}
