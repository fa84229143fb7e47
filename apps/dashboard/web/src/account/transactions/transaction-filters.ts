import type { ClientStatus, Product, PurchaseStatus } from '@topup/dashboard-contract';
import { isDay, isKeyOf, isTime } from '../../format/read-filters';

export const PRODUCTS: Record<Product, string> = {
  AIRTIME: 'Airtime',
  DATA: 'Data',
  CABLE_TV: 'Cable TV',
  ELECTRICITY: 'Electricity',
};

/** The words of a status, for clients and operators. */
export const STATUSES: Record<ClientStatus, string> = {
  pending: 'Pending',
  success: 'Successful',
  failed: 'Failed · refunded',
  refunded: 'Refunded',
};

/** The word of any status: what is initiated reads as pending. */
export const statusWord = (status: PurchaseStatus): string => STATUSES[status === 'initiated' ? 'pending' : status];

/** The filters of the list in the page's address. Days are yyyy-mm-dd of the account’s zone; links also set times. */
type TransactionFilters = {
  search?: string;
  product?: Product;
  status?: ClientStatus | 'unsuccessful';
  from?: string;
  to?: string;
};

/** Keeps the valid filters of an address. */
export function readTransactionFilters(given: Record<string, unknown>): TransactionFilters {
  const { search, product, status, from, to } = given;
  return {
    ...(typeof search === 'string' && search !== '' && { search }),
    ...(isKeyOf(PRODUCTS, product) && { product }),
    ...(status === 'initiated' && { status: 'pending' }), // in addresses from before it was one word
    ...((isKeyOf(STATUSES, status) || status === 'unsuccessful') && { status }),
    ...((isDay(from) || isTime(from)) && { from }),
    ...((isDay(to) || isTime(to)) && { to }),
  };
}
