import { Group } from '@mantine/core';
import type { CatalogueRow, DataNetwork } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { readAmount } from '../../format/amount';
import { ActionDialog, type Field } from '../../ui/form/action-form';
import { ConfirmAction, rowOpener } from '../../ui/form/dialog';
import { serviceName } from '../../ui/text/names';
import { PriceActions } from '../prices/price-actions';

const CATALOGUE = '/api/operator/catalogue';

/** The networks of data plans, by our codes, as they write their own names. */
export const NETWORKS: Record<DataNetwork, string> = {
  MTN: serviceName('MTN'),
  GLO: serviceName('GLO'),
  AIRTEL: serviceName('AIRTEL'),
  '9MOBILE': serviceName('9MOBILE'),
};

const ANNOUNCED: Field<'network' | 'name' | 'cost'>[] = [
  { name: 'network', label: 'Network', choices: Object.entries(NETWORKS) },
  {
    name: 'name',
    label: 'Name',
    description: 'For example, 2 GB, 7 days. Clients see it after the network, marked as not yet for sale.',
    focus: true,
  },
  { name: 'cost', label: 'Cost in naira', description: 'The cost that you expect.', as: 'decimal' },
];

/** Lists a plan that the provider does not sell yet. */
export const AnnouncePlan = () => (
  <ActionDialog
    dialog={{ button: 'Announce plan', size: 'xs', title: 'Announce plan' }}
    path={`${CATALOGUE}/announce`}
    invalidates={[CATALOGUE]}
    start={{ network: 'MTN', name: '', cost: '' }}
    fields={ANNOUNCED}
    // text that is not an amount is sent as typed: the server says what is wrong with it
    body={(typed) => ({ ...typed, cost: readAmount(typed.cost) ?? typed.cost })}
    submit="Announce plan"
    done={(_, { network, name }) => `${NETWORKS[network as DataNetwork]} ${name} was announced. Nobody can buy it yet.`}
  />
);

/** The actions that a plan's state allows. A plan without an id has no price to set. */
export function PlanActions({ row, tier }: { row: CatalogueRow; tier: string }) {
  const { id, planId, state, name: plan } = row;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {planId !== null && state !== 'gone' && <PriceActions row={row} planId={planId} tier={tier} />}
      {planId !== null && state === 'on_hold' && <ResumePlan planId={planId} plan={plan} />}
      {planId !== null && (state === 'for_sale' || state === 'below_cost' || state === 'on_hold') && (
        <ChangePlan change="withdraw" body={{ planId }} plan={plan} verb="Withdraw">
          Nobody can buy this plan any more, in any tier. It stays in the list, and you can restore it.
        </ChangePlan>
      )}
      {state === 'withdrawn' && (
        <ChangePlan change="restore" body={{ id }} plan={plan} verb="Restore">
          The plan is for sale again in every tier at the prices shown, while the provider sells it.
        </ChangePlan>
      )}
      {state === 'announced' && (
        <ChangePlan change="retire" body={{ id }} plan={plan} verb="Retire">
          This removes the plan from the list. Nobody could buy it yet.
        </ChangePlan>
      )}
    </Group>
  );
}

export const ResumePlan = ({ planId, plan }: { planId: string; plan: string }) => (
  <ChangePlan change="resume" body={{ planId }} plan={plan} verb="Resume">
    The plan is for sale again in every tier where its price is not below cost. First sync with providers to update the
    cost. The next sale below cost puts it on hold again.
  </ChangePlan>
);

type ChangeProps = {
  change: 'withdraw' | 'restore' | 'retire' | 'resume';
  body: { planId: string } | { id: number };
  plan: string;
  verb: string;
  /** The effect of the change. */
  children: ReactNode;
};

const DONE: Record<ChangeProps['change'], string> = {
  withdraw: 'withdrawn',
  restore: 'restored',
  retire: 'retired',
  resume: 'resumed',
};

/** One change of a plan's state, after a confirmation. */
const ChangePlan = ({ change, body, plan, verb, children }: ChangeProps) => (
  <ConfirmAction
    {...rowOpener(verb, `${verb} ${plan}`)}
    path={`${CATALOGUE}/${change}`}
    body={body}
    invalidates={[CATALOGUE]}
    confirm={`${verb} plan`}
    danger={change === 'withdraw' || change === 'retire'}
    done={() => `${plan} was ${DONE[change]}.`}
  >
    {children}
  </ConfirmAction>
);
