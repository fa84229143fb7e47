import { Text } from '@mantine/core';
import type { CatalogueRow } from '@topup/dashboard-contract';
import { isLess, readAmount } from '../../format/amount';
import { formatNaira } from '../../format/naira';
import type { Field } from '../../ui/form/inputs';
import { Money } from '../../ui/text/money';
import { PriceChange } from './price-change';

type Props = { row: CatalogueRow; planId: string; tier: string; onClose(): void };

/** `kind`: which of the two is typed, the price or the markup. */
type Typed = { kind: string; price: string; markupPercent: string; force: boolean };

/** Sets the price of a plan in a tier: exactly, or as a markup on its cost. */
export function PriceForm({ row: { name, cost, price: now }, planId, tier, onClose }: Props) {
  const isBelow = ({ kind, price, force }: Typed): boolean => {
    const amount = readAmount(price);
    return kind === 'price' && amount !== null && isLess(amount, cost) && !force;
  };
  return (
    <PriceChange<Typed>
      path="/api/operator/prices"
      tier={tier}
      start={{ kind: 'price', price: '', markupPercent: '', force: false }}
      fields={(typed) => [
        METHOD,
        ...(typed.kind === 'price'
          ? [{ ...PRICE, fault: isBelow(typed) ? `Below our cost of ${formatNaira(cost)}.` : undefined }, FORCE]
          : [MARKUP]),
      ]}
      // text that is not an amount is sent as typed: the server says what is wrong with it
      change={({ kind, price, markupPercent, force }) => ({
        tier,
        planId,
        ...(kind === 'price' ? { price: readAmount(price) ?? price, ...(force && { force }) } : { markupPercent }),
      })}
      ready={(typed) => !isBelow(typed)}
      save="Set price"
      done={() => `${name} now has its own price in tier ${tier}.`}
      onClose={onClose}
      about={
        <Text size="sm">
          Our cost is <Money amount={cost} />. Accounts in tier {tier} now pay <Money amount={now} fw={600} />.
        </Text>
      }
    >
      <Text size="sm" c="dimmed">
        You’ll review the effect before you save.
      </Text>
    </PriceChange>
  );
}

const METHOD: Field<'kind'> = {
  name: 'kind',
  label: 'Pricing method',
  as: 'segments',
  choices: [
    ['price', 'Exact price'],
    ['markupPercent', 'Markup on cost'],
  ],
};
const PRICE: Field<'price'> = { name: 'price', label: 'Price in naira', as: 'decimal', focus: true };
const MARKUP: Field<'markupPercent'> = {
  name: 'markupPercent',
  label: 'Markup in percent',
  as: 'decimal',
  focus: true,
};
const FORCE: Field<'force'> = {
  name: 'force',
  label: 'Allow a price below our cost (each sale loses money)',
  as: 'check',
};
