import type { operations, paths } from './generated/api';
import { endpoints as generated, purchases } from './generated/endpoints';

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

export type PurchaseName = (typeof purchases)[number];
export const isPurchase = (name: string): boolean => purchases.some((each) => each === name);

type Endpoint<Name extends OperationName> = {
  [Path in keyof paths]: paths[Path] extends { post: operations[Name] }
    ? readonly ['POST', Path]
    : paths[Path] extends { get: operations[Name] }
      ? readonly ['GET', Path]
      : never;
}[keyof paths];

export const endpoints: { readonly [Name in OperationName]: Endpoint<Name> } = generated;
