import { describeName, type MappedPair, type OfProvider, type OurProduct, ourText } from '@topup/core/catalogue';
import { formatNaira } from '@topup/core/shared';
import { columnsOf } from '../../http/csv';

export const toMappingRow = ({ ours, theirs, ...pair }: MappedPair) => ({
  ...pair,
  ours: ours && toOurRow(ours),
  theirs: toTheirRow(theirs),
  differenceKobo: ours?.costKobo == null || theirs.costKobo === null ? null : theirs.costKobo - ours.costKobo,
});

export const toOurRow = (ours: OurProduct) => ({ product: ourText(ours), ...factsOf(ours) });

export const toTheirRow = ({ id, provider, product, isGone, ...theirs }: OfProvider) => ({
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
  costKobo,
  ...describeName(name),
});

export const MAPPING_COLUMNS = columnsOf<ReturnType<typeof toMappingRow>>()([
  'id,provider,status',
  ['our_product', ({ ours }) => ours?.product ?? null],
  ['our_name', ({ ours }) => ours?.name ?? null],
  ['our_cost', ({ ours }) => nairaOf(ours)],
  ['their_code', ({ theirs }) => theirs.code],
  ['their_name', ({ theirs }) => theirs.name],
  ['their_cost', ({ theirs }) => nairaOf(theirs)],
  ['gone', ({ theirs }) => theirs.gone],
  'difference,decided_by,decided_at',
]);

const nairaOf = (product: { costKobo: bigint | null } | null) =>
  product === null || product.costKobo === null ? null : formatNaira(product.costKobo);

export const UNMAPPED_COLUMNS = columnsOf<{ provider: string } & ReturnType<typeof toOurRow>>()([
  'provider,product,type,service,name,cost',
]);
