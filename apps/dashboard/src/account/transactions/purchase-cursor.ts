import type { SearchCursor } from '@topup/core/reporting';
import { UUID_PATTERN } from '@topup/core/shared';

/**
 * The place of a purchase in a list: microseconds since 1970, a point, and its id. A `p` before them: among those that
 * hold a part of what is searched for.
 */
export const PURCHASE_PLACE = new RegExp(`^p?\\d{1,18}\\.${UUID_PATTERN}$`);

export const purchasePlace = ({ createdAtUs, id, inParts }: SearchCursor): string =>
  `${inParts ? 'p' : ''}${createdAtUs}.${id}`;

/** @param place that has the pattern of one */
export function purchaseAt(place: string): SearchCursor {
  const [at = '', id = ''] = place.replace('p', '').split('.');
  return { createdAtUs: BigInt(at), id, ...(place.startsWith('p') && { inParts: true as const }) };
}
