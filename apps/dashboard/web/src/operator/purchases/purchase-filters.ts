import { STATUSES } from '../../account/transactions/transaction-filters';
import { counted } from '../../format/numbers';
import { isDay } from '../../format/read-filters';
import { formatTime } from '../../format/time';
import { providerName, serviceName } from '../../ui/text/names';

/** The filters of the list in the page's address, as its server knows them. */
export const PURCHASE_FILTERS = [
  ...(['search', 'account', 'product', 'status', 'review', 'from', 'to'] as const),
  ...(['olderThanMinutes', 'provider', 'network', 'failedAt', 'sort'] as const),
] as const;
export type PurchaseFilter = (typeof PURCHASE_FILTERS)[number];

/** The words of statuses, and the two failures together. */
export const SEARCHED_STATUSES: Record<string, string> = {
  ...STATUSES,
  unsuccessful: 'Failed or refunded',
};

type Linked = Extract<PurchaseFilter, 'from' | 'to' | 'olderThanMinutes' | 'provider' | 'network' | 'failedAt'>;

/** What the filters that only links set say. */
const TEXTS: Record<Linked, (value: string) => string> = {
  from: (at) => `From ${momentText(at)}`,
  to: (at) => `Before ${momentText(at)}`,
  olderThanMinutes: (minutes) => `Older than ${counted(Number(minutes), 'minute')}`,
  provider: (name) => `Provider ${providerName(name)}`,
  network: (code) => `Network ${serviceName(code)}`,
  failedAt: (name) => `Failed at ${providerName(name)}`,
};

const momentText = (at: string): string => (Number.isNaN(Date.parse(at)) ? at : formatTime(at));

/** Those of an address, each with what it says. Days have inputs of their own. */
export function linkedFilters(given: Partial<Record<PurchaseFilter, string>>): { filter: Linked; text: string }[] {
  return (Object.keys(TEXTS) as Linked[]).flatMap((filter) => {
    const value = given[filter];
    return value === undefined || isDay(value) ? [] : [{ filter, text: TEXTS[filter](value) }];
  });
}
