import type { ProductType } from '../product/products';
import type { ProviderTerms } from '../provider/provider.port';

/** Facts of an order that decide who serves it. `terms`: in our words, without a product of any provider. */
export type RoutableOrder = {
  accountId: string;
  productType: ProductType;
  /** The face value: what the provider gets the order for. */
  amountKobo: bigint;
  /** The client pays this; absent: the face value. */
  chargeKobo?: bigint;
  terms: ProviderTerms;
};

export const passedReasons = [
  'tried',
  'not_in_rule',
  'disabled',
  'amount_range',
  'unmapped',
  'renewal',
  'switched_off',
  'unreachable',
  'account',
  'float',
  'silent',
  'failing',
  'unknown_outcomes',
  'costs_more',
] as const;
export type PassedReason = (typeof passedReasons)[number];

/** The same in words, as the end of a sentence. */
export const passedTexts: Readonly<Record<PassedReason, string>> = {
  tried: 'an earlier attempt there did not deliver',
  not_in_rule: 'the rule does not list it',
  disabled: 'the rule turns it off',
  amount_range: 'the amount is outside its range',
  unmapped: 'it does not sell this, or the product is not mapped',
  renewal: 'it cannot renew a subscription to this package',
  switched_off: 'it is closed by an operator or by the service',
  unreachable: 'we cannot connect to it',
  account: 'it rejects our account',
  float: 'its float is below the cost of the order',
  silent: 'it does not answer such orders of this account',
  failing: 'too many such orders fail there',
  unknown_outcomes: 'too many such orders await confirmation there',
  costs_more: 'it costs more than the price',
};

export type Passed = { provider: string; why: PassedReason };

/**
 * It is stored with the attempt. `version`: null while the order of `PROVIDERS` is the rule. `passed`: in order.
 * `next`: who comes after the chosen one. `despite`: what speaks against it, when nobody better was left. `elsewhere`:
 * it is not the owner of the catalogue, which does not know its cost (record_loss).
 */
export type Decision = {
  version: number | null;
  chosen: string;
  passed: readonly Passed[];
  next?: readonly string[];
  despite?: PassedReason;
  elsewhere?: true;
};

/** Whether there was a choice; a decision without one is not stored. */
export const isChoice = ({ version, passed, next, despite, elsewhere }: Decision): boolean =>
  version !== null || passed.length > 0 || [next, despite, elsewhere].some((fact) => fact !== undefined);

/** `costKobo`: what the provider charges for the order; null when it is not known before. */
export type Route = { provider: string; terms: ProviderTerms; costKobo: bigint | null; decision: Decision };

/** Chooses providers from what it was last told of rules, products and health. It asks nobody. */
export type Router = {
  /** Who serves the order next; null when nobody can. `tried`: the providers of its earlier attempts. */
  route(order: RoutableOrder, tried: readonly string[]): Route | null;
  /** Who serves it although it is stopped, when all are: for an order that may wait. Null when nobody sells it. */
  preferred(order: RoutableOrder): Route | null;
};
