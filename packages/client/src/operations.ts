import type { operations, paths } from './generated/api';

/** The endpoints that answer JSON, by their operation ids in docs/reference/openapi.json. */
export type OperationName = {
  [Name in keyof operations]: operations[Name]['responses'] extends {
    200: { content: { 'application/json': unknown } };
  }
    ? Name
    : never;
}[keyof operations];

/** The request body of an endpoint, or the query of a list; never if it has neither. */
export type RequestOf<Name extends OperationName> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : NonNullable<operations[Name]['parameters']['query']>;

/** The body of an answer of an endpoint with this HTTP status; never if it has no such answer. */
export type BodyOf<Name extends OperationName, Status extends number> = operations[Name]['responses'] extends {
  [Answered in Status]: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** The calls that spend money. */
const PURCHASES = ['buyAirtime', 'buyData', 'buyCable', 'buyElectricity'] as const;
export type PurchaseName = (typeof PURCHASES)[number];
export const isPurchase = (name: string): boolean => PURCHASES.some((each) => each === name);

type Endpoint<Name extends OperationName> = {
  [Path in keyof paths]: paths[Path] extends { post: operations[Name] }
    ? readonly ['POST', Path]
    : paths[Path] extends { get: operations[Name] }
      ? readonly ['GET', Path]
      : never;
}[keyof paths];

export const endpoints: { readonly [Name in OperationName]: Endpoint<Name> } = {
  buyAirtime: ['POST', '/v1/airtime/purchase'],
  listDataPlans: ['GET', '/v1/data/plans'],
  buyData: ['POST', '/v1/data/purchase'],
  cablePackages: ['POST', '/v1/cabletv/variations'],
  verifySmartcard: ['POST', '/v1/cabletv/verify'],
  buyCable: ['POST', '/v1/cabletv/purchase'],
  verifyMeter: ['POST', '/v1/electricity/verify'],
  buyElectricity: ['POST', '/v1/electricity/purchase'],
  transactionStatus: ['POST', '/v1/transaction/status'],
  setWebhook: ['POST', '/v1/webhook/set'],
  getWebhook: ['GET', '/v1/webhook/get'],
  walletBalance: ['GET', '/v1/wallet/balance'],
  listTransactions: ['GET', '/v1/transactions'],
  listWalletEntries: ['GET', '/v1/wallet/entries'],
  listRequests: ['GET', '/v1/requests'],
  fundTestWallet: ['POST', '/v1/test/wallet/fund'],
  resetTestAccount: ['POST', '/v1/test/reset'],
  triggerEvent: ['POST', '/v1/test/events'],
};
