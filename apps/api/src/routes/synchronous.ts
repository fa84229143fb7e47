import { type ProductType, synchronousProducts } from '@topup/core';

/** Whether this process sends purchases of the product itself, rather than a worker. */
export const isSynchronous = (product: ProductType): boolean => synchronousProducts.includes(product);
