import type { PurchaseCursor } from '@topup/core/reporting';
import { UUID_PATTERN } from '@topup/core/shared';
import { readCursor, writeCursor } from '../../http/pagination';

/** The place of a purchase in a list of the console. */
export const writePurchaseCursor = ({ createdAtUs, id }: PurchaseCursor): string => writeCursor(`${createdAtUs}.${id}`);

/** @throws Refusal 400 `invalid_cursor` */
export function parsePurchaseCursor(cursor: string): PurchaseCursor {
  const [, at = '', id = ''] = readCursor(cursor, new RegExp(`^(\\d{1,18})\\.(${UUID_PATTERN})$`));
  return { createdAtUs: BigInt(at), id };
}
