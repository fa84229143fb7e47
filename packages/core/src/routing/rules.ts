import type { ProductType } from '../product/products';
import type { RoutableOrder } from './router.port';

/** One provider in a rule. The bounds are of what the client pays, both included; null where there are none. */
export type RuleProvider = { provider: string; leastKobo: bigint | null; mostKobo: bigint | null; enabled: boolean };

/** Who serves an order, in the order of preference. `accountId`, `serviceId`: null for all of them. */
export type RoutingRule = {
  accountId: string | null;
  productType: ProductType;
  serviceId: string | null;
  providers: readonly RuleProvider[];
};

/** A whole set of rules. `version`: null when there is none, and the order of `PROVIDERS` is the rule. */
export type RoutingRules = { version: number | null; rules: readonly RoutingRule[] };

export const NO_RULES: RoutingRules = { version: null, rules: [] };

/**
 * The rule of an order: one of its account comes before one of all accounts, then one of its service before one of the
 * whole product. Undefined when none fits.
 */
export function ruleFor(
  { rules }: RoutingRules,
  { accountId, productType, terms }: Pick<RoutableOrder, 'accountId' | 'productType' | 'terms'>,
): RoutingRule | undefined {
  const find = (account: string | null, service: string | null) =>
    rules.find((rule) => rule.accountId === account && rule.productType === productType && rule.serviceId === service);
  return find(accountId, terms.serviceId) ?? find(accountId, null) ?? find(null, terms.serviceId) ?? find(null, null);
}
