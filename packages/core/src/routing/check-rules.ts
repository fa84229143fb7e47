import { servicesOf } from '../product/products';
import type { ProviderProfile } from '../provider/provider.port';
import { scopeOf, toRuleLines } from './rule-lines';
import type { RoutingRule } from './rules';

/** What rules are checked against. `providers`: those of `PROVIDERS`. `accounts`: those that there are. */
export type RuleContext = {
  providers: readonly Pick<ProviderProfile, 'name' | 'sells' | 'dataServices'>[];
  accounts: readonly string[];
};

/** What is wrong with a set of rules, one sentence for each fault; empty when it may be used. */
export function faultsOfRules(rules: readonly RoutingRule[], context: RuleContext): string[] {
  const seen = new Set<string>();
  return rules.flatMap((rule) => {
    const [line = ''] = toRuleLines([rule]);
    const [scope = ''] = line.split(':');
    const faults = faultsOf(rule, context);
    if (seen.has(scopeOf(rule))) faults.push('there is another rule for the same orders.');
    seen.add(scopeOf(rule));
    return faults.map((fault) => `${scope}: ${fault}`);
  });
}

function faultsOf({ accountId, productType, serviceId, providers }: RoutingRule, context: RuleContext): string[] {
  const faults: string[] = [];
  const services = servicesOf(productType, context.providers);
  if (serviceId !== null && !services.includes(serviceId))
    faults.push(`there is no service "${serviceId}". It must be one of ${services.join(', ')}.`);
  if (accountId !== null && !context.accounts.includes(accountId))
    faults.push(`there is no live account ${accountId}.`);
  for (const [i, { provider, leastKobo, mostKobo }] of providers.entries()) {
    const known = context.providers.find(({ name }) => name === provider);
    if (known === undefined)
      faults.push(
        `PROVIDERS does not list "${provider}", only ${context.providers.map(({ name }) => name).join(', ')}.`,
      );
    else if (known.sells !== undefined && !known.sells.includes(productType))
      faults.push(`${provider} does not sell ${productType}.`);
    if (providers.findIndex((other) => other.provider === provider) !== i) faults.push(`${provider} is listed twice.`);
    if (leastKobo !== null && mostKobo !== null && leastKobo > mostKobo)
      faults.push(`the amount range of ${provider} ends before it begins.`);
  }
  if (!providers.some(({ enabled }) => enabled)) faults.push('every provider is off, so nothing could be sold.');
  return faults;
}
