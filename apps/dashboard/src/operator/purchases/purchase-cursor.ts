import type { PurchaseCursor } from '@topup/core/reporting';
import { UUID_PATTERN } from '@topup/core/shared';

/** The place of a purchase in a list of the console: microseconds since 1970, a point, and its id. */
export const PURCHASE_PLACE = new RegExp(`^\\d{1,18}\\.${UUID_PATTERN}$`);

export const purchasePlace = ({ createdAtUs, id }: PurchaseCursor): string => `${createdAtUs}.${id}`;

/** @param place that has the pattern of one */
export function purchaseAt(place: string): PurchaseCursor {
  const [at = '', id = ''] = place.split('.');
  return { createdAtUs: BigInt(at), id };
}
