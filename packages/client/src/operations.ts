import type { operations, paths } from './generated/api';

/** The endpoints that answer JSON, by their operation ids in docs/openapi.json. */
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

type Responses<Name extends OperationName> = operations[Name]['responses'];

/** Why an answer is an error, from its header `X-Error-Code`; null for 200 and 202, and from a service before 0.2. */
type CodeOf<Answer> = Answer extends { headers: { 'X-Error-Code': infer Code } } ? Code | null : null;

/** The answers of an endpoint: a union with one member for each HTTP status, discriminated by `httpStatus`. */
export type AnswerOf<Name extends OperationName> = {
  [Status in keyof Responses<Name>]: Responses<Name>[Status] extends { content: { 'application/json': infer Body } }
    ? {
        httpStatus: Status;
        body: Body;
        errorCode: CodeOf<Responses<Name>[Status]>;
        requestId: string | null;
        headers: Headers;
      }
    : never;
}[keyof Responses<Name>];

/** The calls that spend money. */
export const PURCHASES = ['buyAirtime', 'buyData', 'buyCable', 'buyElectricity'] as const;
export type PurchaseName = (typeof PURCHASES)[number];

type HttpStatus = { [Name in OperationName]: keyof Responses<Name> }[OperationName];

/** The statuses of the service. Any other comes from a proxy. */
const STATUSES: Record<HttpStatus, true> = {
  200: true,
  202: true,
  400: true,
  401: true,
  403: true,
  404: true,
  405: true,
  413: true,
  415: true,
  424: true,
  429: true,
  500: true,
};

export const isServiceStatus = (status: number): boolean => status in STATUSES;

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
