import { isKeyOf } from '../../format/read-filters';

export const PRODUCT_TABS = { data: 'Data', airtime: 'Airtime', cable: 'Cable TV', electricity: 'Electricity' };
export type ProductsTab = keyof typeof PRODUCT_TABS;

/** Which part of the products an address shows: data, when it says none. */
export function readProductsTab({ tab }: Record<string, unknown>): { tab?: ProductsTab } {
  return isKeyOf(PRODUCT_TABS, tab) ? { tab } : {};
}
