import { type ProductType, productTypes, servicesOf } from '../product/products';
import type { ProviderProfile } from '../provider/provider.port';
import { isUuid } from '../shared/ids';
import { formatNaira, parseNaira } from '../shared/money';
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

/** An account's rule comes before one of all accounts, then a service's before one of the whole product. */
export function ruleFor(
  { rules }: RoutingRules,
  { accountId, productType, terms }: Pick<RoutableOrder, 'accountId' | 'productType' | 'terms'>,
): RoutingRule | undefined {
  const find = (account: string | null, service: string | null) =>
    rules.find((rule) => rule.accountId === account && rule.productType === productType && rule.serviceId === service);
  return find(accountId, terms.serviceId) ?? find(accountId, null) ?? find(null, terms.serviceId) ?? find(null, null);
}

/**
 * One rule a line: `AIRTIME mtn: monnify 100-5000, vtpass, reloadly off`. The service and `account <id>` may be absent:
 * all. Each provider, in the order of preference, has amounts in naira, and `off` where it may not serve.
 */
type RuleText = { rules: RoutingRule[]; faults: string[] };

/** Reads rules. Empty lines and what follows `#` are skipped. `faults` names each wrong line by its number. */
export function readRuleLines(text: string): RuleText {
  const rules: RoutingRule[] = [];
  const faults: string[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    const [code = ''] = line.split('#');
    if (code.trim() === '') continue;
    const read = readLine(code.trim());
    if (typeof read === 'string') faults.push(`Line ${i + 1}: ${read}`);
    else rules.push(read);
  }
  return { rules, faults };
}

function readLine(line: string): RoutingRule | string {
  const colon = line.indexOf(':');
  if (colon === -1) return 'there is no colon between the product and its providers.';
  const scope = readScope(line.slice(0, colon).trim().split(/\s+/));
  if (typeof scope === 'string') return scope;
  const providers: RuleProvider[] = [];
  for (const part of line.slice(colon + 1).split(',')) {
    const provider = readProvider(part.trim());
    if (typeof provider === 'string') return provider;
    providers.push(provider);
  }
  return { ...scope, providers };
}

function readScope([product = '', ...words]: string[]): Omit<RoutingRule, 'providers'> | string {
  const productType = productTypes.find((each) => each === product.toUpperCase());
  if (productType === undefined) return `"${product}" is not a product. It must be one of ${productTypes.join(', ')}.`;
  const serviceId = words[0] === undefined || words[0] === 'account' ? null : words[0];
  const rest = serviceId === null ? words : words.slice(1);
  if (rest.length === 0) return { accountId: null, productType, serviceId };
  const [word, accountId = ''] = rest;
  if (rest.length !== 2 || word !== 'account' || !isUuid(accountId))
    return `"${rest.join(' ')}" must be "account" and the id of an account.`;
  return { accountId: accountId.toLowerCase(), productType, serviceId };
}

function readProvider(text: string): RuleProvider | string {
  const [provider = '', ...words] = text.split(/\s+/);
  if (provider === '') return 'a provider is missing.';
  const enabled = words.at(-1) !== 'off';
  const [range, ...more] = enabled ? words : words.slice(0, -1);
  if (more.length > 0)
    return `"${text}" must be a provider, amounts such as 100-5000, and "off", the last two if needed.`;
  if (range === undefined) return { provider, leastKobo: null, mostKobo: null, enabled };
  const [, least = '', most = ''] = /^([0-9.]*)-([0-9.]*)$/.exec(range) ?? [];
  const [leastKobo, mostKobo] = [least, most].map((naira) => (naira === '' ? null : parseNaira(naira)));
  const isRead = (naira: string, kobo: bigint | null | undefined) => naira === '' || kobo !== null;
  if ((least === '' && most === '') || !isRead(least, leastKobo) || !isRead(most, mostKobo))
    return `"${range}" must be amounts in naira such as 100-5000, 100- or -5000.`;
  return { provider, leastKobo: leastKobo ?? null, mostKobo: mostKobo ?? null, enabled };
}

export const toRuleLines = (rules: readonly RoutingRule[]): string[] => rules.map(toRuleLine);

function toRuleLine({ accountId, productType, serviceId, providers }: RoutingRule): string {
  const scope = [productType, serviceId, accountId === null ? null : `account ${accountId}`];
  return `${scope.filter((word) => word !== null).join(' ')}: ${providers.map(toText).join(', ')}`;
}

function toText({ provider, leastKobo, mostKobo, enabled }: RuleProvider): string {
  const naira = (kobo: bigint | null) => (kobo === null ? '' : formatNaira(kobo).replace(/\.00$/, ''));
  const range = leastKobo === null && mostKobo === null ? null : `${naira(leastKobo)}-${naira(mostKobo)}`;
  return [provider, range, enabled ? null : 'off'].filter((word) => word !== null).join(' ');
}

/** Which orders a rule is for, as text, to compare two rules. */
export const scopeOf = ({ accountId, productType, serviceId }: Omit<RoutingRule, 'providers'>): string =>
  JSON.stringify([productType, serviceId, accountId] satisfies [ProductType, string | null, string | null]);

/** Facts to check rules against. `providers`: those of `PROVIDERS`. `accounts`: all that exist. */
export type RuleContext = {
  providers: readonly Pick<ProviderProfile, 'name' | 'sells' | 'dataServices'>[];
  accounts: readonly string[];
};

/** Returns the faults of a set of rules, one sentence for each; empty when the set may be used. */
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
