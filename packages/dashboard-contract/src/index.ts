/**
 * The JSON that the dashboard's server and its pages exchange: under /api, same origin, session cookie. Types only.
 * Amounts are naira text ("1250.00"), as in the public API and `ops`; times are ISO 8601 in UTC; ids are text.
 */
export type * from './account/activity';
export type * from './account/buying';
export type * from './account/developers';
export type * from './account/overview';
export type * from './account/products';
export type * from './account/requests';
export type * from './account/statements';
export type * from './account/team';
export type * from './account/transactions';
export type * from './account/wallet';
export type * from './auth';
export type * from './http';
export type * from './operator/accounts';
export type * from './operator/actions';
export type * from './operator/approvals';
export type * from './operator/books';
export type * from './operator/catalogue';
export type * from './operator/claims';
export type * from './operator/collections';
export type * from './operator/discounts';
export type * from './operator/earnings';
export type * from './operator/mappings';
export type * from './operator/margin';
export type * from './operator/overview';
export type * from './operator/provider';
export type * from './operator/purchases';
export type * from './operator/queues';
export type * from './operator/reconciliation';
export type * from './operator/routing';
export type * from './operator/service-report';
export type * from './search';
export type * from './vocabulary';
