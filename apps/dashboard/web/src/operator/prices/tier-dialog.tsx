import { Text } from '@mantine/core';
import type { TierRow } from '@topup/dashboard-contract';
import { ActionForm } from '../../ui/form/action-form';
import { DialogButton } from '../../ui/form/dialog-button';
import type { Field } from '../../ui/form/inputs';
import { PriceChange } from './price-change';

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
      <DialogButton button={`Change markup of ${tier.name}`} size="xs" title={`Change markup of ${tier.name}`}>
        {(close) => (
          <PriceChange
            path={PATH}
            tier={tier.name}
            start={{ markupPercent: tier.markupPercent }}
            fields={[{ ...MARKUP, focus: true }]}
            change={({ markupPercent }) => ({ name: tier.name, markupPercent })}
            save="Change markup"
            done={({ name, markupPercent }) => `Tier ${name} now has a markup of ${markupPercent}%.`}
            onClose={close}
          >
            <Text size="sm">
              All accounts in tier {tier.name} pay this markup, except on plans with their own price or markup. You’ll
              review the effect before you save.
            </Text>
          </PriceChange>
        )}
      </DialogButton>
    )}
    {/* a new tier touches nobody, so there is nothing to show before it is made */}
    <DialogButton button="Create tier" size="xs" title="Create tier">
      {(close) => (
        <ActionForm
          path={PATH}
          invalidates={INVALIDATES}
          start={{ name: '', markupPercent: '' }}
          fields={[{ name: 'name', label: 'Name', most: 50, focus: true }, MARKUP]}
          submit="Create tier"
          done={(_, { name, markupPercent }) => {
            onCreated(name);
            return `Tier ${name} was created with a markup of ${markupPercent}%.`;
          }}
          onClose={close}
        />
      )}
    </DialogButton>
  </>
);
