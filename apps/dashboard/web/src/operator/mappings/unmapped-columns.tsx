import { Text } from '@mantine/core';
import type { OurProductRow, ProviderProductRow } from '@topup/dashboard-contract';
import type { Column } from '../../ui/table/data-table';
import { MapByHand } from './map-by-hand';
import { Cost, Ours } from './product-cells';

/** A product of ours that a provider does not get. `choices`: its products of that type without a mapping. */
export type Unmapped = {
  provider: string;
  ours: OurProductRow;
  choices: ProviderProductRow[];
};

export const unmappedColumns: Column<Unmapped>[] = [
  { header: 'Ours', cell: ({ ours }) => <Ours ours={ours} />, names: true },
  { header: 'Provider', cell: ({ provider }) => provider },
  { header: 'Our cost', cell: ({ ours }) => <Cost amount={ours.cost} />, end: true },
  {
    header: 'Theirs',
    cell: ({ choices }) => (
      <Text span size="sm" c="dimmed">
        {choices.length === 0 ? 'nothing left of this type' : `${choices.length} without a mapping`}
      </Text>
    ),
  },
  {
    header: '',
    cell: ({ ours, provider, choices }) =>
      choices.length > 0 && <MapByHand ours={ours} provider={provider} choices={choices} />,
    end: true,
  },
];
