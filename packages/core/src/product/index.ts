export { airtimeNetworks } from './airtime';
export { type CableProduct, cableProducts, subscriptionTypes } from './cable-tv';
export { type DataNetwork, dataNetworks } from './data';
export { type PurchaseQueue, purchaseQueues, recipients } from './definition';
export { type Disco, discos, type MeterType, meterTypes } from './electricity';
export { assertProducts } from './product.store';
export {
  deliversToken,
  hasPriceList,
  isSynchronous,
  type OpenAmountProduct,
  openAmountProducts,
  type ProductType,
  products,
  productsOf,
  productTypes,
  purchaseEventOf,
  queuedProducts,
  serviceNames,
  synchronousProducts,
  titleOf,
  wordsOf,
} from './products';
