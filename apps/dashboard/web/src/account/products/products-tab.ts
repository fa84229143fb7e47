import { isText, keyOf, searchOf } from '../../api/address';

export const PRODUCT_TABS = { data: 'Data', airtime: 'Airtime', cable: 'Cable TV', electricity: 'Electricity' };
export type ProductsTab = keyof typeof PRODUCT_TABS;

/** The tab in an address, data when it names none; and what the data plans are searched for at first. */
export const readProductsTab = searchOf({ tab: keyOf(PRODUCT_TABS), search: isText });
