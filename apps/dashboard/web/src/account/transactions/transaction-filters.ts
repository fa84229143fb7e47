import type { ClientStatus, PurchaseStatus } from '@topup/dashboard-contract';
import { isText, keyOf, searchOf } from '../../api/address';
import { isDay, isTime } from '../../format/read-filters';
import { PRODUCTS } from '../../generated/vocabulary';

export const STATUSES: Record<ClientStatus, string> = {
  pending: 'Pending',
  success: 'Successful',
  failed: 'Failed · refunded',
  refunded: 'Refunded',
};

/** The word of any status: what is initiated reads as pending. */
export const statusWord = (status: PurchaseStatus): string => STATUSES[status === 'initiated' ? 'pending' : status];

const isDayOrTime = (given: unknown): given is string => isDay(given) || isTime(given);

const read = searchOf({
  search: isText,
  product: keyOf(PRODUCTS),
  status: keyOf({ ...STATUSES, unsuccessful: '' }),
  from: isDayOrTime,
  to: isDayOrTime,
});

/** Keeps the valid filters of an address. Days are yyyy-mm-dd of the account’s zone; links also set times. */
export const readTransactionFilters: typeof read = (given) =>
  // in addresses from before it was one word
  read(String(given.status) === 'initiated' ? { ...given, status: 'pending' } : given);
