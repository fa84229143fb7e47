import { useQuery } from '@tanstack/react-query';
import type { TierRow } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { messageOf } from '../../api/request';
import type { Field } from '../../ui/form/inputs';

export const tiersQuery = thingQuery<TierRow[]>('/api/operator/tiers');

/** Chooses a tier. Its markup is what the account pays above our cost for data plans. */
export function useTierField(): Field<'tier'> {
  const { data = [], error } = useQuery(tiersQuery);
  return {
    name: 'tier',
    label: 'Tier',
    description: 'Sets the prices that the account pays for data plans.',
    choices: [
      ['', 'Choose a tier'],
      ...data.map(({ name, markupPercent }) => [name, `${name} (${markupPercent}% markup)`] as const),
    ],
    fault: error === null ? undefined : messageOf(error),
  };
}
