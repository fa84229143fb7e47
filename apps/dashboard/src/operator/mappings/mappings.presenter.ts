import { describeName, type MappedPair, type OfProvider, type OurProduct, ourText } from '@topup/core/catalogue';
import { formatNaira } from '@topup/core/shared';
import type { MappingRow, OurProductRow, ProviderProductRow } from '@topup/dashboard-contract';

export const toMappingRow = ({ ours, theirs, decidedAt, ...pair }: MappedPair): MappingRow => ({
  ...pair,
  decidedAt: decidedAt.toISOString(),
  ours: ours && toOurRow(ours),
  theirs: toTheirRow(theirs),
  difference: ours?.costKobo == null || theirs.costKobo === null ? null : formatNaira(theirs.costKobo - ours.costKobo),
});

export const toOurRow = (ours: OurProduct): OurProductRow => ({ product: ourText(ours), ...factsOf(ours) });

export const toTheirRow = ({ id, provider, product, isGone, ...theirs }: OfProvider): ProviderProductRow => ({
  ...{ id, provider, code: product.code, amount: product.amount, gone: isGone },
  ...factsOf(theirs),
});

const factsOf = ({
  productType,
  name,
  serviceId,
  costKobo,
}: Pick<OurProduct, 'productType' | 'name' | 'costKobo'> & { serviceId: string | null }) => ({
  ...{ type: productType, name, service: serviceId, cost: costKobo === null ? null : formatNaira(costKobo) },
  ...describeName(name),
});
