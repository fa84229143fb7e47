import { Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { CatalogueRow, PricePreview } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { isLess, readAmount } from '../../format/amount';
import { formatNaira } from '../../format/naira';
import type { Field } from '../../ui/form/action-form';
import { ConfirmDialog, OpenerButton } from '../../ui/form/dialog';
import { useSend } from '../../ui/form/form';
import { Loaded } from '../../ui/page/page';
import { Hint, Money } from '../../ui/text/values';
import { PriceChangeDialog, PriceEffect } from './price-change';

type Props = { row: CatalogueRow; planId: string; tier: string };

/** Sets or clears the price of a plan in a tier. */
export const PriceActions = (props: Props) => (
  <>
    <SetPrice {...props} />
    {props.row.priced !== 'tier' && <ClearPrice {...props} />}
  </>
);

function ClearPrice({ row: { name }, planId, tier }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const preview = useQuery({
    ...thingQuery<PricePreview>('/api/operator/prices/clear/preview', { query: { planId, tier } }),
    enabled: opened,
    gcTime: 0, // prices may have changed when it is opened again
    staleTime: 0,
  });
  const { act, busy, fault } = useSend<{ tier: string; planId: string; seen?: string }>('/api/operator/prices/clear', {
    invalidates: ['/api/operator/catalogue', '/api/operator/prices/clear/preview'],
  });
  const clear = async () => {
    if (preview.data === undefined) return false;
    return act({ tier, planId, seen: preview.data.seen }, () => `${name} uses the tier’s markup again.`);
  };
  return (
    <>
      <OpenerButton button="Clear" label={`Clear the price of ${name}`} size="xs" onClick={open} />
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={`Clear the price of ${name}?`}
        confirm="Clear price"
        onConfirm={clear}
        busy={busy}
        fault={fault}
      >
        <Stack gap="sm">
          <Text size="sm">
            Accounts in tier {tier} will pay our cost plus the tier’s markup. Applies to new purchases.
          </Text>
          {opened && (
            <Loaded query={preview} height={120}>
              {(known) => <PriceEffect preview={known} tier={tier} />}
            </Loaded>
          )}
        </Stack>
      </ConfirmDialog>
    </>
  );
}

/** `kind`: which of the two is typed, the price or the markup. */
type Typed = { kind: string; price: string; markupPercent: string; force: boolean };

/** Sets the price of a plan in a tier: exactly, or as a markup on its cost. */
function SetPrice({ row: { name, cost, price: now }, planId, tier }: Props) {
  const isBelow = ({ kind, price, force }: Typed): boolean => {
    const amount = readAmount(price);
    return kind === 'price' && amount !== null && isLess(amount, cost) && !force;
  };
  return (
    <PriceChangeDialog<Typed>
      dialog={{ button: 'Set price', label: `Set price of ${name}`, size: 'xs', title: `${name} in tier ${tier}` }}
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
      about={
        <Text size="sm">
          Our cost is <Money amount={cost} />. Accounts in tier {tier} now pay <Money amount={now} fw={600} />.
        </Text>
      }
    >
      <Hint>You’ll review the effect before you save.</Hint>
    </PriceChangeDialog>
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
