import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TierRow } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { messageOf } from '../../api/request';
import { ActionDialog, type Field } from '../../ui/form/action-form';
import { PriceChangeDialog } from './price-change';

const PATH = '/api/operator/tiers';
const INVALIDATES = [PATH, '/api/operator/catalogue'];

const MARKUP: Field<'markupPercent'> = {
  name: 'markupPercent',
  label: 'Markup in percent',
  description: 'Added to our cost of a data plan.',
  as: 'decimal',
};

/** Changes the markup of the shown tier, or creates a tier, which is then shown. */
export const TierDialog = ({ tier, onCreated }: { tier: TierRow | undefined; onCreated(name: string): void }) => (
  <>
    {tier !== undefined && (
      <PriceChangeDialog
        dialog={{ button: `Change markup of ${tier.name}`, size: 'xs', title: `Change markup of ${tier.name}` }}
        path={PATH}
        tier={tier.name}
        start={{ markupPercent: tier.markupPercent }}
        fields={[{ ...MARKUP, focus: true }]}
        change={({ markupPercent }) => ({ name: tier.name, markupPercent })}
        save="Change markup"
        done={({ name, markupPercent }) => `Tier ${name} now has a markup of ${markupPercent}%.`}
      >
        <Text size="sm">
          All accounts in tier {tier.name} pay this markup, except on plans with their own price or markup. You’ll
          review the effect before you save.
        </Text>
      </PriceChangeDialog>
    )}
    {/* a new tier touches nobody, so there is nothing to show before it is made */}
    <ActionDialog
      dialog={{ button: 'Create tier', size: 'xs', title: 'Create tier' }}
      path={PATH}
      invalidates={INVALIDATES}
      start={{ name: '', markupPercent: '' }}
      fields={[{ name: 'name', label: 'Name', most: 50, focus: true }, MARKUP]}
      submit="Create tier"
      done={(_, { name, markupPercent }) => {
        onCreated(name);
        return `Tier ${name} was created with a markup of ${markupPercent}%.`;
      }}
    />
  </>
);

export const tiersQuery = thingQuery<TierRow[]>('/api/operator/tiers');

/** Chooses a tier, with its markup over our cost of data plans. */
export function useTierField(): Field<'tier'> {
  const { data = [], error } = useQuery(tiersQuery);
  return {
    name: 'tier',
    label: 'Tier',
    description: 'Sets the account’s prices of data plans, and its discounts.',
    choices: [
      ['', 'Choose a tier'],
      ...data.map(({ name, markupPercent }) => [name, `${name} (${markupPercent}% markup)`] as const),
    ],
    fault: error === null ? undefined : messageOf(error),
  };
}
