/** The records that leave core as they are, for the types of other sides: types alone, that bring nothing along. */
export type * from '../buying/records';
export type * from '../catalogue/records';
export type * from '../collection/records';
export type { ProductType } from '../product/products';
export type * from '../purchase/records';
export type * from '../reconciliation/records';
export type * from '../reporting/records';
export type * from '../routing/records';
export type { Wire } from '../shared/wire';
export type * from '../user/records';
export type * from '../wallet/records';
export type * from '../webhook/records';
export type { EventName } from '../webhook/test-event';
