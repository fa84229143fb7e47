export { type DataNetwork, dataNetworks } from './data';
export { type PurchaseQueue, purchaseQueues, recipients } from './definition';
export { profileServices } from './exam-pin';
export { assertProducts } from './product.store';
export {
  deliversToken,
  discountedProducts,
  hasPriceList,
  hasQueryEvent,
  isSold,
  isSynchronous,
  type OpenAmountProduct,
  openAmountProducts,
  type ProductType,
  packageProducts,
  productOfService,
  products,
  productsOf,
  productTypes,
  purchaseEventOf,
  queuedProducts,
  serviceNames,
  soldProducts,
  synchronousProducts,
  titleOf,
  wordsOf,
} from './products';
