import type { Product } from '@topup/dashboard-contract';
import { isText, keyOf, searchOf } from '../../api/address';
import { PRODUCTS } from '../../generated/vocabulary';

/** Data first, because its list is the longest and the most sought. */
export const PRODUCT_TABS: Record<Product, string> = Object.assign({ DATA: '' }, PRODUCTS);

/** The tab in an address, data when it names none; and what the data plans are searched for at first. */
export const readProductsTab = searchOf({ tab: keyOf(PRODUCT_TABS), search: isText });
