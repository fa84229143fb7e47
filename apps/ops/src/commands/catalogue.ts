import {
  announcePlan,
  type CataloguedPlan,
  listCatalogue,
  listHeldProducts,
  listSalesHolds,
  restorePlan,
  resumePlan,
  retirePlan,
  type SalesHold,
  type SyncStep,
  syncCatalogue,
  withdrawPlan,
} from '@topup/core/catalogue';
import { refusalText } from '@topup/core/errors';
import type { Wire } from '@topup/core/shared';
import { database } from '@topup/settings';
import { lineArgument, nairaArgument, networkArgument, rowIdArgument } from '../arguments';
import { changes, command, group, needed, option, reads } from '../declare';
import { listOf } from '../output';
import { openProviders } from '../providers';
import { done, refusalOf } from '../refusal';
import { changeDatabase } from '../with-database';
import { mapCommand } from './mappings/map-products';
import { syncReport } from './sync-report';

const ROW = needed('--id <id>', 'the id of the plan (`catalogue list`)', rowIdArgument);
const PLAN = needed('--plan <plan_id>', 'the plan', lineArgument);

export const catalogueCommands = group('catalogue', 'the data plans that you sell', [
  command(
    'sync',
    'read the data plans and their costs, and map the products of other providers',
    [
      option(
        '--allow-empty',
        'accept costs that fell by more than half, and a much shorter list, which withdraws the other plans',
      ),
    ],
    async ({ as, ...options }, { asJson, note }) => {
      // to standard error, because the result goes to standard output
      const progress = asJson ? () => undefined : note;
      const providers = openProviders({
        onOddity: (text, { about, code }) => progress(`${about ?? 'provider'}: ${text} (code ${code ?? 'none'})`),
        others: database,
      });
      const step = (each: SyncStep) => progress(progressLine(each));
      return changeDatabase({ as }, async (db, by) => {
        const summary = await syncCatalogue({ db, by, providers }, step, options);
        const names = providers.map(({ name }) => name);
        return syncReport(summary, await listHeldProducts(db, names));
      });
    },
  ),
  reads(
    'list',
    'list the plans with the prices of one tier',
    [
      option('--network <network>', 'only one network', networkArgument),
      option('--tier <tier>', 'show the prices of this tier', lineArgument, 'standard'),
      option('--all', 'include plans that the provider no longer sells'),
    ],
    async (db, { network, tier, all = false }) => {
      const catalogue = await listCatalogue(db, tier);
      if (catalogue === null) throw refusalOf({ kind: 'no_such_tier', tier });
      const plans = catalogue.filter(
        (plan) => (all || plan.state !== 'gone') && (network === undefined || plan.network === network),
      );
      return listOf(
        plans,
        ['id', 'planId', 'network', 'name', 'validity', 'cost', 'price', ['STATE', stateOf]],
        'There are no plans. `catalogue sync` reads them from the provider.',
      );
    },
  ),
  changes(
    'announce',
    'list a plan that the provider does not sell yet; nobody can buy it',
    [
      needed('--network <network>', 'its network', networkArgument),
      needed('--name <name>', 'its name, such as "2 GB, 7 days"', lineArgument),
      needed('--cost <naira>', 'what it will cost', nairaArgument),
    ],
    async (db, by, { network, name: given, cost }) => {
      const { id, name } = await announcePlan(db, by, { network, name: given, costKobo: cost });
      return {
        json: { id, network, name, costKobo: cost, state: 'announced' },
        text: `Plan ${id} is announced. When the provider sells it, \`catalogue sync\` adds it as a new plan. Then run \`catalogue retire --id ${id}\`.`,
      };
    },
  ),
  changes('retire', 'remove an announced plan from the list', [ROW], async (db, by, { id }) => {
    done(await retirePlan(db, by, id));
    return { json: { id, state: 'gone' }, text: `Plan ${id} is no longer listed.` };
  }),
  changes('withdraw', 'stop selling a plan; it stays in the list', [PLAN], async (db, by, { plan: planId }) => {
    const { id } = done(await withdrawPlan(db, by, planId));
    return {
      json: { id, planId, state: 'withdrawn' },
      text: `Plan "${planId}" is no longer sold. \`catalogue restore --id ${id}\` undoes this.`,
    };
  }),
  changes('restore', 'sell a withdrawn plan again', [ROW], async (db, by, { id }) => {
    const { planId } = done(await restorePlan(db, by, id));
    return { json: { id, planId }, text: `Plan ${id} has its plan_id "${planId}" again.` };
  }),
  reads('holds', 'list the plans that are on hold because of their cost', [], async (db) => {
    return listOf(
      await listSalesHolds(db),
      [
        'planId',
        'network',
        'name',
        ['TIER', ({ tier }) => tier ?? 'all'],
        ['WHY', ({ reason }) => REASONS[reason]],
        ['FACTS', ({ facts }) => Object.entries(facts).map(([name, value]) => `${name} ${value}`)],
        'since',
        ['COST NOW', 'cost'],
      ],
      'No plan is on hold.',
    );
  }),
  changes(
    'resume',
    'end the hold of a plan that was sold below cost; first see that its prices are above that cost',
    [PLAN],
    async (db, by, { plan: planId }) => {
      const { belowCost: tiers } = done(await resumePlan(db, by, planId));
      const still = tiers.length === 0 ? '' : ` ${refusalText({ kind: 'still_below_cost', planId, tiers })}`;
      return { json: { planId, belowCost: tiers }, text: `${resumed(planId)}${still}` };
    },
  ),
  mapCommand,
]);

const resumed = (planId: string): string =>
  `Plan "${planId}" is for sale again at its present prices. The next sale below cost puts it on hold again.`;

const progressLine = (step: SyncStep): string =>
  `${step.serviceId}: ${step.kind === 'read' ? `${step.variations} entries in the provider’s list` : `no list (${step.reason})`}`;

const STATES: Record<CataloguedPlan['state'], string> = {
  for_sale: 'for sale',
  on_hold: 'on hold',
  below_cost: 'not sold: below cost',
  withdrawn: 'withdrawn',
  announced: 'announced',
  gone: 'gone',
};

const stateOf = ({ state, stale, costSeenAt }: Pick<Wire<CataloguedPlan>, 'state' | 'stale' | 'costSeenAt'>): string =>
  STATES[state] + (stale ? `; its cost was last seen ${costSeenAt}` : '');

const REASONS: Record<SalesHold['reason'], string> = {
  cost_above_price: 'its cost is above its price',
  sold_below_cost: 'it was sold below cost: see that its prices are above that cost, then resume it',
  loss_cap: 'the daily loss cap is reached',
};
