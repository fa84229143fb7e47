import { isKeyOf } from '../../format/read-filters';

export const PRODUCT_TABS = { data: 'Data', airtime: 'Airtime', cable: 'Cable TV', electricity: 'Electricity' };
export type ProductsTab = keyof typeof PRODUCT_TABS;

/** The tab in an address, data when it names none; and what the data plans are searched for at first. */
export function readProductsTab({ tab, search }: Record<string, unknown>): { tab?: ProductsTab; search?: string } {
  return {
    ...(isKeyOf(PRODUCT_TABS, tab) && { tab }),
    ...(typeof search === 'string' && search !== '' && { search }),
  };
}
