import { isKeyOf } from '../../format/read-filters';

export const PRODUCT_TABS = { data: 'Data', airtime: 'Airtime', cable: 'Cable TV', electricity: 'Electricity' };
export type ProductsTab = keyof typeof PRODUCT_TABS;

/** The tab in an address; data when it names none. */
export function readProductsTab({ tab }: Record<string, unknown>): { tab?: ProductsTab } {
  return isKeyOf(PRODUCT_TABS, tab) ? { tab } : {};
}
