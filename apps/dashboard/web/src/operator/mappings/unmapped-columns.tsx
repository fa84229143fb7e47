import { Text } from '@mantine/core';
import type { OurProductRow, ProviderProductRow } from '@topup/dashboard-contract';
import { counted } from '../../format/numbers';
import type { Column } from '../../ui/table/data-table';
import { providerName } from '../../ui/text/names';
import { MapByHand } from './map-by-hand';
import { Cost, Ours } from './product-cells';

/** A product of ours that a provider does not get. `choices`: its products of that type without a mapping. */
export type Unmapped = {
  provider: string;
  ours: OurProductRow;
  choices: ProviderProductRow[];
};

export const unmappedColumns: Column<Unmapped>[] = [
  { header: 'Our product', cell: ({ ours }) => <Ours ours={ours} />, names: true },
  { header: 'Provider', phone: 'plain', cell: ({ provider }) => providerName(provider) },
  { header: 'Our cost', cell: ({ ours }) => <Cost amount={ours.cost} />, end: true },
  {
    header: 'Provider products',
    phone: 'plain',
    cell: ({ choices }) => (
      <Text span size="sm" c="dimmed">
        {choices.length === 0 ? 'None left of this type' : `${counted(choices.length, 'product')} without a mapping`}
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
