import {
  doubtfulCosts,
  type HeldProducts,
  type PriceBelowCost,
  productFaults,
  productText,
  type ServiceSync,
  type SyncSummary,
} from '@topup/core/catalogue';
import { formatNaira, pick } from '@topup/core/shared';
import { type Report, tableOf } from '../output';

type Synced = Extract<ServiceSync, { kind: 'synced' }>;

/** The result of a sync. A service or provider that could not be read is a problem, which fails the command. */
export function syncReport({ services, products, belowCost }: SyncSummary, held: HeldProducts[]): Report {
  const problem = [...problems(services), ...productFaults(products)].join(' ');
  const lines = products.map((each) => `${each.provider}: ${productText(each)}`);
  return {
    json: { services: services.map(toJson), products, belowCost: belowCost.map(priceToJson), held },
    text: [
      counts(services),
      ...services.flatMap(details),
      ...lines,
      ...held.map(heldLine),
      ...belowCost.map(belowCostLine),
    ].join('\n'),
    ...(problem === '' ? {} : { problem }),
  };
}

/** A role that cannot sell lists products only once a worker has read them too. */
export const heldLine = ({ provider, products }: HeldProducts): string =>
  `${products} products of ${provider} are not compared yet: a worker must read them first, mostly within a minute. Then run \`catalogue map\`. If they stay, see that a worker runs with ${provider} in PROVIDERS.`;

const ACCEPT = 'If that is right, run `catalogue sync --allow-empty`.';

function problems(services: ServiceSync[]): string[] {
  const of = <Kind extends ServiceSync['kind']>(
    kind: Kind,
    detail: (service: Extract<ServiceSync, { kind: Kind }>) => string,
  ) =>
    services.flatMap((service) =>
      service.kind === kind ? `${service.serviceId} (${detail(service as Extract<ServiceSync, { kind: Kind }>)})` : [],
    );
  const say = (found: string[], sentence: (all: string) => string) =>
    found.length === 0 ? [] : [sentence(found.join(', '))];
  return [
    ...say(
      of('unavailable', ({ reason }) => reason),
      (all) => `The provider gave no list of ${all}: nothing was changed there. Try again later.`,
    ),
    ...say(
      of('emptied', ({ plans }) => `${plans} plans`),
      (all) => `The provider suddenly lists nothing under ${all}: nothing was changed there. ${ACCEPT}`,
    ),
    ...say(
      of('shrunk', ({ gone, plans }) => `${gone} of ${plans} plans`),
      (all) => `The provider suddenly lacks many plans under ${all}: nothing was changed there. ${ACCEPT}`,
    ),
    ...say(
      doubtfulCosts(services),
      (all) => `Costs fell by more than half: ${all}. These plans were left as they are. ${ACCEPT}`,
    ),
  ];
}

function counts(services: ServiceSync[]): string {
  const count = (of: (service: Synced) => number) => (service: ServiceSync) =>
    service.kind === 'synced' ? of(service) : '-';
  return tableOf(
    services,
    [
      ['SERVICE', 'serviceId'],
      'network',
      ['ADDED', count(({ added }) => added.length)],
      ['CHANGED', count(({ changed }) => changed.length)],
      ['RETURNED', count(({ returned }) => returned.length)],
      ['WITHDRAWN', count(({ withdrawn }) => withdrawn.length)],
      ['UNCHANGED', count(({ unchanged, doubtful }) => unchanged.length + doubtful.length)],
    ],
    'The provider has no data services.',
  );
}

function details(service: ServiceSync): string[] {
  if (service.kind !== 'synced') return [];
  return [
    ...service.changed.map(changeLine),
    ...service.withdrawn.map(({ providerCode, name }) => `withdrawn: ${providerCode} (${name})`),
    ...service.contradictory.map((code) => `not listed: ${code}, because the provider lists it with different prices`),
    ...service.clashes.map(
      (code) => `not listed: ${code} of ${service.serviceId}, because another service sells a plan under this code`,
    ),
  ];
}

function changeLine({ before, now }: Synced['changed'][number]): string {
  const cost =
    before.costKobo === now.costKobo
      ? []
      : [`cost ${formatNaira(before.costKobo)} is now ${formatNaira(now.costKobo)}`];
  const name = before.name === now.name ? [] : [`"${before.name}" is now "${now.name}"`];
  return `changed: ${now.code} (${[...cost, ...name].join('; ') || 'its name'})`;
}

const belowCostLine = ({ planId, tier, priceKobo, costKobo }: PriceBelowCost): string =>
  `not sold: ${planId} to tier "${tier}", because the price ${formatNaira(priceKobo)} is below the cost ${formatNaira(costKobo)}; \`price set\` or \`price clear\` corrects it`;

function toJson({ serviceId: service, network, ...sync }: ServiceSync) {
  const { kind: result, ...facts } = sync;
  if (sync.kind !== 'synced') return { service, network, result, ...facts };
  return {
    service,
    network,
    result,
    added: sync.added.map(planToJson),
    changed: sync.changed.map(changeToJson),
    returned: sync.returned.map(({ now }) => planToJson(now)),
    withdrawn: sync.withdrawn.map(({ providerCode, name }) => ({ code: providerCode, name })),
    unchanged: sync.unchanged.length,
    contradictory: sync.contradictory,
    clashes: sync.clashes,
    doubtful: sync.doubtful.map(changeToJson),
  };
}

const planToJson = (plan: Synced['added'][number]) => pick(plan, 'code', 'name', 'costKobo');

const changeToJson = ({ before, now }: Synced['changed'][number]) => ({
  ...planToJson(now),
  before: pick(before, 'name', 'costKobo'),
});

const priceToJson = (price: PriceBelowCost) => pick(price, 'planId', 'tier', 'priceKobo', 'costKobo');
