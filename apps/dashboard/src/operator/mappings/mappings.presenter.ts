import { describeName, type MappedPair, type OfProvider, type OurProduct, ourText } from '@topup/core/catalogue';
import { formatNaira } from '@topup/core/shared';
import type { MappingRow, MappingTable, OurProductRow, ProviderProductRow } from '@topup/dashboard-contract';
import type { CsvColumn } from '../../http/csv';

export const toMappingRow = ({ ours, theirs, decidedAt, ...pair }: MappedPair): MappingRow => ({
  ...pair,
  decidedAt: decidedAt.toISOString(),
  ours: ours && toOurRow(ours),
  theirs: toTheirRow(theirs),
  difference: ours?.costKobo == null || theirs.costKobo === null ? null : formatNaira(theirs.costKobo - ours.costKobo),
});

export const toOurRow = (ours: OurProduct): OurProductRow => ({ product: ourText(ours), ...factsOf(ours) });

export const toTheirRow = ({ id, provider, product, isGone, ...theirs }: OfProvider): ProviderProductRow => ({
  id,
  provider,
  code: product.code,
  amount: product.amount,
  gone: isGone,
  ...factsOf(theirs),
});

const factsOf = ({
  productType,
  name,
  serviceId,
  costKobo,
}: Pick<OurProduct, 'productType' | 'name' | 'costKobo'> & { serviceId: string | null }) => ({
  type: productType,
  name,
  service: serviceId,
  cost: costKobo === null ? null : formatNaira(costKobo),
  ...describeName(name),
});

export const MAPPING_COLUMNS: CsvColumn<MappingRow>[] = [
  ['id', ({ id }) => id],
  ['provider', ({ provider }) => provider],
  ['status', ({ status }) => status],
  ['our_product', ({ ours }) => ours?.product ?? null],
  ['our_name', ({ ours }) => ours?.name ?? null],
  ['our_cost', ({ ours }) => ours?.cost ?? null],
  ['their_code', ({ theirs }) => theirs.code],
  ['their_name', ({ theirs }) => theirs.name],
  ['their_cost', ({ theirs }) => theirs.cost],
  ['gone', ({ theirs }) => theirs.gone],
  ['difference', ({ difference }) => difference],
  ['decided_by', ({ decidedBy }) => decidedBy],
  ['decided_at', ({ decidedAt }, time) => time(decidedAt)],
];

export const UNMAPPED_COLUMNS: CsvColumn<MappingTable['unmapped'][number]>[] = [
  ['provider', ({ provider }) => provider],
  ['product', ({ ours }) => ours.product],
  ['type', ({ ours }) => ours.type],
  ['service', ({ ours }) => ours.service],
  ['name', ({ ours }) => ours.name],
  ['cost', ({ ours }) => ours.cost],
];
