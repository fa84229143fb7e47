import type { ProductType } from '@topup/core/provider';
import { synchronousProducts } from '@topup/core/queue';

/** Whether this process sends purchases of the product itself, rather than a worker. */
export const isSynchronous = (product: ProductType): boolean => synchronousProducts.includes(product);
