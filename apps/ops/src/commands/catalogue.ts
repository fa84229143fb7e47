import {
  announcePlan,
  type CataloguedPlan,
  listCatalogue,
  listPlanStops,
  type PlanStop,
  restorePlan,
  resumePlan,
  retirePlan,
  type SyncStep,
  syncCatalogue,
  withdrawPlan,
} from '@topup/core/catalogue';
import { refusalText } from '@topup/core/errors';
import type { DataNetwork } from '@topup/core/product';
import { formatNaira } from '@topup/core/shared';
import type { Command } from 'commander';
import { lineArgument, nairaArgument, networkArgument, rowIdArgument } from '../arguments';
import { type Report, reporting, table } from '../output';
import { openProviders } from '../providers';
import { done, refusalOf } from '../refusal';
import { type ActingAs, changeDatabase, withDatabase } from '../with-database';
import { mapCommand } from './mappings/map-products';
import { syncReport } from './sync-report';

export function catalogueCommands(program: Command): void {
  const catalogue = program.command('catalogue').description('the data plans that are sold');
  catalogue
    .command('sync')
    .description('read our data plans with their costs, and map the products of the others')
    .option(
      '--allow-empty',
      'accept an empty or much shorter list, withdraw what it lacks, and accept costs that fell by more than half',
    )
    .action(
      reporting((options: SyncOptions) =>
        sync(options, program.opts().json ? () => undefined : printProgress(program)),
      ),
    );
  catalogue
    .command('list')
    .description('list the plans with the prices of one tier')
    .option('--network <network>', 'only the plans of one network', networkArgument)
    .option('--tier <tier>', 'show the prices of this tier', lineArgument, 'standard')
    .option('--all', 'also plans that the provider no longer sells')
    .action(reporting(list));
  catalogue
    .command('announce')
    .description('list a plan that the provider does not sell yet; it cannot be bought')
    .requiredOption('--network <network>', 'its network', networkArgument)
    .requiredOption('--name <name>', 'its name, such as "2 GB, 7 days"', lineArgument)
    .requiredOption('--cost <naira>', 'what it will cost us', nairaArgument)
    .action(reporting(announce));
  catalogue
    .command('retire')
    .description('take an announced plan out of the list')
    .requiredOption('--id <id>', 'the id of the plan (`catalogue list`)', rowIdArgument)
    .action(reporting(retire));
  catalogue
    .command('withdraw')
    .description('stop the sale of a plan; it stays in the list')
    .requiredOption('--plan <plan_id>', 'the plan', lineArgument)
    .action(reporting(withdraw));
  catalogue
    .command('restore')
    .description('sell a withdrawn plan again')
    .requiredOption('--id <id>', 'the id of the plan (`catalogue list`)', rowIdArgument)
    .action(reporting(restore));
  catalogue
    .command('stops')
    .description('list the plans that are out of sale because of what they cost')
    .action(reporting(stops));
  catalogue
    .command('resume')
    .description('sell a plan again that was stopped because it was sold below cost')
    .requiredOption('--plan <plan_id>', 'the plan', lineArgument)
    .action(reporting(resume));
  mapCommand(catalogue);
}

// ---- sync

type SyncOptions = ActingAs & { allowEmpty?: boolean };

async function sync({ as, ...options }: SyncOptions, progress: (line: string) => void): Promise<Report> {
  const providers = openProviders((text, { about, code }) =>
    progress(`${about ?? 'provider'}: ${text} (code ${code ?? 'none'})`),
  );
  return syncReport(
    await changeDatabase({ as }, (db, by) =>
      syncCatalogue({ db, by, providers }, (step) => progress(progressLine(step)), options),
    ),
  );
}

/** Progress goes to standard error, because the result goes to standard output. */
const printProgress = (program: Command) => (line: string) => program.configureOutput().writeErr?.(`${line}\n`);

const progressLine = (step: SyncStep): string =>
  `${step.serviceId}: ${step.kind === 'read' ? `${step.variations} entries in the provider’s list` : `no list (${step.reason})`}`;

// ---- list

const STATES: Record<CataloguedPlan['state'], string> = {
  for_sale: 'for sale',
  stopped: 'stopped',
  below_cost: 'not sold: below cost',
  withdrawn: 'withdrawn',
  announced: 'announced',
  gone: 'gone',
};

type ListOptions = { network?: DataNetwork; tier: string; all?: boolean };

function list({ network, tier, all = false }: ListOptions): Promise<Report> {
  return withDatabase(async (db) => {
    const catalogue = await listCatalogue(db, tier);
    if (catalogue === null) throw refusalOf({ kind: 'no_such_tier', tier });
    const plans = catalogue.filter(
      (plan) => (all || plan.state !== 'gone') && (network === undefined || plan.network === network),
    );
    const headings = ['ID', 'PLAN ID', 'NETWORK', 'NAME', 'VALIDITY', 'COST', 'PRICE', 'STATE'];
    return {
      json: plans.map(toJson),
      text: table(headings, plans.map(toRow), 'There are no plans. `catalogue sync` reads them from the provider.'),
    };
  });
}

const toJson = ({ costKobo, priceKobo, ...plan }: CataloguedPlan) => ({
  ...plan,
  cost: formatNaira(costKobo),
  price: formatNaira(priceKobo),
});

const toRow = (plan: CataloguedPlan): string[] => [
  String(plan.id),
  plan.planId ?? '-',
  plan.network,
  plan.name,
  plan.validity,
  formatNaira(plan.costKobo),
  formatNaira(plan.priceKobo),
  STATES[plan.state] + (plan.stale ? `; its cost was last seen ${plan.costSeenAt?.toISOString()}` : ''),
];

// ---- changes by an operator

type NewPlan = { network: DataNetwork; name: string; cost: bigint };

function announce({ network, name: given, cost, ...as }: ActingAs & NewPlan): Promise<Report> {
  return changeDatabase(as, async (db, by) => {
    const { id, name } = await announcePlan(db, by, { network, name: given, costKobo: cost });
    return {
      json: { id, network, name, cost: formatNaira(cost), state: 'announced' },
      text: `Plan ${id} is announced. When the provider sells it, \`catalogue sync\` adds it as a new plan. Then run \`catalogue retire --id ${id}\`.`,
    };
  });
}

async function retire({ id, ...as }: ActingAs & { id: number }): Promise<Report> {
  done(await changeDatabase(as, (db, by) => retirePlan(db, by, id)));
  return { json: { id, state: 'gone' }, text: `Plan ${id} is no longer listed.` };
}

async function withdraw({ plan: planId, ...as }: ActingAs & { plan: string }): Promise<Report> {
  const { id } = done(await changeDatabase(as, (db, by) => withdrawPlan(db, by, planId)));
  return {
    json: { id, planId, state: 'withdrawn' },
    text: `Plan "${planId}" is no longer sold. \`catalogue restore --id ${id}\` undoes this.`,
  };
}

async function restore({ id, ...as }: ActingAs & { id: number }): Promise<Report> {
  const { planId } = done(await changeDatabase(as, (db, by) => restorePlan(db, by, id)));
  return { json: { id, planId }, text: `Plan ${id} has its plan_id "${planId}" again.` };
}

// ---- plans that are out of sale because of what they cost

const REASONS: Record<PlanStop['reason'], string> = {
  cost_above_price: 'its cost is above its price',
  sold_below_cost: 'it was sold below cost',
  loss_cap: 'the daily loss cap is reached',
};

function stops(): Promise<Report> {
  return withDatabase(async (db) => {
    const found = await listPlanStops(db);
    return {
      json: found.map(({ costKobo, ...stop }) => ({ ...stop, cost: formatNaira(costKobo) })),
      text: table(
        ['PLAN ID', 'NETWORK', 'NAME', 'TIER', 'WHY', 'FACTS', 'SINCE', 'COST NOW'],
        found.map((stop) => [
          stop.planId,
          stop.network,
          stop.name,
          stop.tier ?? 'all',
          REASONS[stop.reason],
          Object.entries(stop.facts)
            .map(([name, value]) => `${name} ${value}`)
            .join(', '),
          stop.since.toISOString(),
          formatNaira(stop.costKobo),
        ]),
        'No plan is stopped.',
      ),
    };
  });
}

async function resume({ plan: planId, ...as }: ActingAs & { plan: string }): Promise<Report> {
  const { belowCost: tiers } = done(await changeDatabase(as, (db, by) => resumePlan(db, by, planId)));
  const still = tiers.length === 0 ? '' : ` ${refusalText({ kind: 'still_below_cost', planId, tiers })}`;
  return { json: { planId, belowCost: tiers }, text: `Plan "${planId}" is for sale again.${still}` };
}
