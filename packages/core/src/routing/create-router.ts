import type { ProductMapping } from '../catalogue/mapping/mapping.store';
import { hasPriceList } from '../product/products';
import type { GatedOrder, Stop } from '../provider/breakers.port';
import { catalogueOwner } from '../provider/catalogue-owner';
import type { ProviderProfile, ProviderTerms } from '../provider/provider.port';
import { type Sick, type Trials, worst } from './health';
import type { Passed, PassedReason, RoutableOrder, Route, Router } from './router.port';
import { NO_RULES, type RoutingRules, type RuleProvider, ruleFor } from './rules';

type RoutedProvider = Pick<ProviderProfile, 'name' | 'sells' | 'ownWords'>;

/** State that changes while a process runs. `floats`: each provider's balance in kobo, where it was read lately. */
export type RoutingState = {
  rules: RoutingRules;
  mappings: readonly ProductMapping[];
  floats: ReadonlyMap<string, bigint>;
  /** Services that any process reports as sick for all accounts. */
  sick: readonly ReportedSickness[];
};

export const NOTHING_KNOWN: RoutingState = { rules: NO_RULES, mappings: [], floats: new Map(), sick: [] };

/** `serviceId`: ours. */
export type ReportedSickness = Sick & { provider: string; serviceId: string };

export type RouterDeps = {
  providers: readonly RoutedProvider[];
  stopOf(order: GatedOrder): Stop | null;
  /** Returns the sickness that this process itself has found. */
  sicknessOf(provider: string, order: RoutableOrder): Sick | null;
  /** Absent: no order is a trial. */
  isTrial?: Trials;
};

export type ConfiguredRouter = Router & {
  /** All providers and why each is passed over: for an order that nobody serves. */
  passedOver(order: RoutableOrder): Passed[];
  /** Takes what was read; it holds until the next time. */
  learn(state: RoutingState): void;
};

/** Who may serve an order, with what it would get and cost there. */
type Candidate = Pick<Route, 'provider' | 'terms' | 'costKobo'>;

/**
 * No order passes a stop. A provider that is sick, or whose float is too low, is passed over only while
 * another can serve. After a provider that gave no value, a low float is always passed over: a refusal that proves
 * nothing, such as Monnify's, would leave the order pending.
 */
export function createRouter({ providers, stopOf, sicknessOf, isTrial = () => false }: RouterDeps): ConfiguredRouter {
  let state = NOTHING_KNOWN;
  let mapped = indexOf([]);
  const owner = catalogueOwner(providers);
  const wordOf = (provider: RoutedProvider, { productType }: RoutableOrder): boolean =>
    provider.ownWords && (provider === owner || !hasPriceList(productType));

  /** Returns the order as the provider would get it, or why the provider cannot serve it. */
  function candidateOf(provider: RoutedProvider, order: RoutableOrder): Candidate | PassedReason {
    if (provider.sells !== undefined && !provider.sells.includes(order.productType)) return 'unmapped';
    if (wordOf(provider, order)) return { provider: provider.name, terms: order.terms, costKobo: null };
    if (order.terms.subscriptionType === 'renew') return 'renewal';
    const mapping = mapped.find(provider.name, order);
    if (mapping === undefined) return 'unmapped';
    const { product, costKobo, leastKobo, mostKobo } = mapping;
    if (provider === owner && isOtherCode(order, product)) return 'unmapped';
    if (!isBetween(order.amountKobo, leastKobo, mostKobo)) return 'amount_range';
    // the price of the owner's plans is checked against their cost before
    if (provider !== owner && costKobo !== null && costKobo > (order.chargeKobo ?? order.amountKobo))
      return 'costs_more';
    const terms: ProviderTerms = product === null ? order.terms : { ...order.terms, product };
    return { provider: provider.name, terms, costKobo };
  }

  const stopReason = (provider: string, { accountId, amountKobo, terms }: RoutableOrder): PassedReason | null => {
    const stop = stopOf({ provider, accountId, amountKobo, serviceId: terms.serviceId });
    return stop === null ? null : stop.reason === 'operator' ? 'switched_off' : stop.reason;
  };

  const floatReason = ({ provider, costKobo }: Candidate, { amountKobo }: RoutableOrder): PassedReason | null => {
    const float = state.floats.get(provider);
    return float !== undefined && float < (costKobo ?? amountKobo) ? 'float' : null;
  };

  function findNow(provider: RoutedProvider, order: RoutableOrder, tried: readonly string[]) {
    const refused = tried.includes(provider.name) ? 'tried' : stopReason(provider.name, order);
    const found = refused ?? candidateOf(provider, order);
    return typeof found === 'string' || tried.length === 0 ? found : (floatReason(found, order) ?? found);
  }

  /** Why another provider is better, if there is one. */
  function softReason(candidate: Candidate, order: RoutableOrder): PassedReason | null {
    const low = floatReason(candidate, order);
    if (low !== null) return low;
    const { provider } = candidate;
    const { serviceId } = order.terms;
    const reported = state.sick.filter((each) => each.provider === provider && each.serviceId === serviceId);
    const sick = worst([sicknessOf(provider, order) ?? [], reported].flat());
    if (sick === null || (sick.state === 'half_open' && isTrial(provider, serviceId))) return null;
    return sick.sickness;
  }

  const choiceOf = (order: RoutableOrder, find: Find, isWorse: (candidate: Candidate) => PassedReason | null): Choice =>
    choose(
      preferenceFor(providers, state.rules, order),
      ([provider, entry]) => hardReason(entry, order) ?? find(provider),
      isWorse,
    );

  const chooseNow = (order: RoutableOrder, tried: readonly string[]) =>
    choiceOf(
      order,
      (provider) => findNow(provider, order, tried),
      (candidate) => softReason(candidate, order),
    );

  const toRoute = (choice: Choice) => routeOf(choice, state.rules.version, owner?.name);

  return {
    learn(next) {
      if (next.mappings !== state.mappings) mapped = indexOf(next.mappings);
      state = next;
    },
    route: (order, tried) => toRoute(chooseNow(order, tried)),
    passedOver: (order) => chooseNow(order, []).passed,
    preferred(order) {
      const isStopped = ({ provider }: Candidate) => stopReason(provider, order);
      return toRoute(choiceOf(order, (provider) => candidateOf(provider, order), isStopped));
    },
  };
}

type Preference = [RoutedProvider, RuleProvider | undefined];
type Find = (provider: RoutedProvider) => Candidate | PassedReason;

/** `next`: who could serve it too, after the chosen one. `despite`: what speaks against that. */
type Choice = { chosen: Candidate | null; passed: Passed[]; next: string[]; despite?: PassedReason };

const routeOf = (
  { chosen, passed, next, despite }: Choice,
  version: RoutingRules['version'],
  owner: string | undefined,
): Route | null =>
  chosen && {
    ...chosen,
    decision: {
      version,
      chosen: chosen.provider,
      passed: passed.filter(({ provider }) => provider !== chosen.provider),
      ...(next.length > 0 && { next }),
      ...(despite && { despite }),
      ...(chosen.provider !== owner && { elsewhere: true }),
    },
  };

/** All providers in the order of preference, with the entry of each in the rule. */
function preferenceFor(providers: readonly RoutedProvider[], rules: RoutingRules, order: RoutableOrder): Preference[] {
  const rule = ruleFor(rules, order);
  if (rule === undefined) return providers.map((provider) => [provider, ALWAYS]);
  const listed = rule.providers.flatMap((entry): Preference[] =>
    providers.filter(({ name }) => name === entry.provider).map((provider) => [provider, entry]),
  );
  const others = providers.filter(({ name }) => !rule.providers.some((entry) => entry.provider === name));
  return [...listed, ...others.map((provider): Preference => [provider, undefined])];
}

function hardReason(entry: RuleProvider | undefined, { amountKobo }: RoutableOrder): PassedReason | null {
  if (entry === undefined) return 'not_in_rule';
  if (!entry.enabled) return 'disabled';
  return isBetween(amountKobo, entry.leastKobo, entry.mostKobo) ? null : 'amount_range';
}

/** The first that nothing speaks against; failing that, the first that is only worse than another. */
function choose(
  preference: Preference[],
  judge: (one: Preference) => Candidate | PassedReason,
  isWorse: (candidate: Candidate) => PassedReason | null,
): Choice {
  const passed: Passed[] = [];
  let worse: { candidate: Candidate; why: PassedReason } | null = null;
  for (const [i, each] of preference.entries()) {
    const found = judge(each);
    const why = typeof found === 'string' ? found : isWorse(found);
    if (typeof found !== 'string') {
      if (why === null) {
        const able = preference.slice(i + 1).filter((other) => typeof judge(other) !== 'string');
        return { chosen: found, passed, next: able.map(([{ name }]) => name) };
      }
      worse ??= { candidate: found, why };
    }
    if (why !== null) passed.push({ provider: each[0].name, why });
  }
  if (worse === null) return { chosen: null, passed, next: [] };
  return { chosen: worse.candidate, passed, next: [], despite: worse.why };
}

/** Of the owner of the catalogue: its codes are ours, and only the cost of this one was compared with the price. */
const isOtherCode = ({ productType, terms }: RoutableOrder, product: ProductMapping['product']): boolean =>
  hasPriceList(productType) && product !== null && product.code !== terms.variationCode;

const ALWAYS: RuleProvider = { provider: '', leastKobo: null, mostKobo: null, enabled: true };

const isBetween = (kobo: bigint, least: bigint | null, most: bigint | null): boolean =>
  (least === null || kobo >= least) && (most === null || kobo <= most);

/** Finds the mapping of an order: that of its variation before one of all variations of the service. */
function indexOf(mappings: readonly ProductMapping[]) {
  const keyOf = (provider: string, product: string, service: string, variation: string | null) =>
    JSON.stringify([provider, product, service, variation]);
  const byKey = new Map(
    mappings.map((each) => [keyOf(each.provider, each.productType, each.serviceId, each.variationCode), each]),
  );
  return {
    find(provider: string, { productType, terms: { serviceId, variationCode } }: RoutableOrder) {
      const exact = byKey.get(keyOf(provider, productType, serviceId, variationCode));
      return exact ?? byKey.get(keyOf(provider, productType, serviceId, null));
    },
  };
}
