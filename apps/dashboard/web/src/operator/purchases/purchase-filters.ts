import { STATUSES } from '../../account/transactions/transaction-filters';
import { counted } from '../../format/numbers';
import { providerName, serviceName } from '../../ui/text/names';

/** The filters of the list in the page's address, as its server knows them. */
export const PURCHASE_FILTERS = [
  'search',
  'account',
  'product',
  'status',
  'review',
  'from',
  'to',
  'olderThanMinutes',
  'provider',
  'network',
  'failedAt',
  'sort',
] as const;
export type PurchaseFilter = (typeof PURCHASE_FILTERS)[number];

/** The words of statuses, and the two failures together. */
export const SEARCHED_STATUSES: Record<string, string> = {
  ...STATUSES,
  unsuccessful: 'Failed or refunded',
};

type Linked = Extract<PurchaseFilter, 'olderThanMinutes' | 'provider' | 'network' | 'failedAt'>;

/** The texts of the filters that only links set. */
const TEXTS: Record<Linked, (value: string) => string> = {
  olderThanMinutes: (minutes) => `Older than ${counted(Number(minutes), 'minute')}`,
  provider: (name) => `Provider ${providerName(name)}`,
  network: (code) => `Network ${serviceName(code)}`,
  failedAt: (name) => `Failed at ${providerName(name)}`,
};

/** Those of an address, each with what it says. */
export function linkedFilters(given: Partial<Record<PurchaseFilter, string>>): { filter: Linked; text: string }[] {
  return (Object.keys(TEXTS) as Linked[]).flatMap((filter) => {
    const value = given[filter];
    return value === undefined ? [] : [{ filter, text: TEXTS[filter](value) }];
  });
}
