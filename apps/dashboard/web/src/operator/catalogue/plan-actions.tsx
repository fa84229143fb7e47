import { Group } from '@mantine/core';
import type { CatalogueRow } from '@topup/dashboard-contract';
import { PriceActions } from '../prices/price-actions';
import { ChangePlan } from './change-plan';
import { ResumePlan } from './stopped-plans';

/** The actions that a plan's state allows. A plan without an id has no price to set. */
export function PlanActions({ row, tier }: { row: CatalogueRow; tier: string }) {
  const { id, planId, state, name: plan } = row;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {planId !== null && state !== 'gone' && <PriceActions row={row} planId={planId} tier={tier} />}
      {planId !== null && state === 'stopped' && <ResumePlan planId={planId} plan={plan} />}
      {planId !== null && (state === 'for_sale' || state === 'below_cost' || state === 'stopped') && (
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
