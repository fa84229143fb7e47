export { airtime, airtimeNetworks } from './airtime';
export { type CableProduct, cableProducts, subscriptionTypes } from './cable-tv';
export { type DataNetwork, dataNetworks } from './data';
export { type PurchaseQueue, purchaseQueues } from './definition';
export { type Disco, discos, electricity, type MeterType, meterTypes } from './electricity';
export { assertProducts } from './product.store';
export {
  deliversToken,
  hasPriceList,
  isSynchronous,
  type ProductType,
  products,
  productsOf,
  productTypes,
  synchronousProducts,
  titleOf,
} from './products';
