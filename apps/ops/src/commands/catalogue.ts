import { planActions, withAuditLog } from '@topup/core/audit';
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
import { refusalTexts } from '@topup/core/errors';
import { guardActorOf } from '@topup/core/operator-guard';
import type { DataNetwork } from '@topup/core/provider';
import { assertNever, formatNaira } from '@topup/core/shared';
import type { Command } from 'commander';
import { lineArgument, nairaArgument, networkArgument, rowIdArgument } from '../arguments';
import { type Report, reporting, table } from '../output';
import { openProviders } from '../providers';
import { noSuchPlan, noSuchTier, Refusal } from '../refusal';
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
    if (catalogue === null) throw noSuchTier(tier);
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
  return changeDatabase(as, async (db, { actor, origin }) => {
    const { id, name } = await withAuditLog(db, actor, origin, async (tx) => {
      const result = await announcePlan(tx, { network, name: given, costKobo: cost });
      return { result, action: planActions.announced(result.id, { network, name: result.name, costKobo: cost }) };
    });
    return {
      json: { id, network, name, cost: formatNaira(cost), state: 'announced' },
      text: `Plan ${id} is announced. When the provider sells it, \`catalogue sync\` adds it as a new plan. Then run \`catalogue retire --id ${id}\`.`,
    };
  });
}

function retire({ id, ...as }: ActingAs & { id: number }): Promise<Report> {
  return changeDatabase(as, async (db, { actor, origin }) => {
    const retired = await withAuditLog(db, actor, origin, async (tx) => {
      const result = await retirePlan(tx, id);
      return { result, action: result ? planActions.retired(id) : null };
    });
    if (!retired)
      throw new Refusal(`${refusalTexts.not_announced({ id })} \`catalogue list\` shows the announced ones.`);
    return { json: { id, state: 'gone' }, text: `Plan ${id} is no longer listed.` };
  });
}

function withdraw({ plan: planId, ...as }: ActingAs & { plan: string }): Promise<Report> {
  return changeDatabase(as, async (db, { actor, origin }) => {
    const id = await withAuditLog(db, actor, origin, async (tx) => {
      const result = await withdrawPlan(tx, planId);
      return { result, action: result === null ? null : planActions.withdrawn(result, planId) };
    });
    if (id === null) throw noSuchPlan(planId);
    return {
      json: { id, planId, state: 'withdrawn' },
      text: `Plan "${planId}" is no longer sold. \`catalogue restore --id ${id}\` undoes this.`,
    };
  });
}

function restore({ id, ...as }: ActingAs & { id: number }): Promise<Report> {
  return changeDatabase(as, async (db, { actor, origin }) => {
    const outcome = await withAuditLog(db, actor, origin, async (tx) => {
      const result = await restorePlan(tx, id);
      return { result, action: result.kind === 'restored' ? planActions.restored(id, result.planId) : null };
    });
    switch (outcome.kind) {
      case 'restored':
        return { json: { id, planId: outcome.planId }, text: `Plan ${id} has its plan_id "${outcome.planId}" again.` };
      case 'no_such_plan':
        throw new Refusal(`${refusalTexts.no_such_plan_row({ id })} \`catalogue list --all\` shows all plans.`);
      case 'not_withdrawn':
        throw new Refusal(refusalTexts.not_withdrawn({ id }));
      case 'clash':
        throw new Refusal(`${refusalTexts.plan_id_taken({ id })} \`catalogue withdraw\` does that.`);
      default:
        return assertNever(outcome);
    }
  });
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

function resume({ plan: planId, ...as }: ActingAs & { plan: string }): Promise<Report> {
  return changeDatabase(as, async (db, { actor, origin }) => {
    const outcome = await withAuditLog(db, actor, origin, async (tx) => {
      const result = await resumePlan(tx, planId, guardActorOf(actor));
      return { result, action: result.kind === 'resumed' ? planActions.resumed(planId, result) : null };
    });
    switch (outcome.kind) {
      case 'resumed': {
        const { belowCost } = outcome;
        const still = belowCost.length === 0 ? '' : ` ${refusalTexts.still_below_cost({ planId, tiers: belowCost })}`;
        return { json: { planId, belowCost }, text: `Plan "${planId}" is for sale again.${still}` };
      }
      case 'below_cost':
        throw new Refusal(
          `${refusalTexts.still_below_cost({ planId, tiers: outcome.belowCost })} \`price set\` or \`price clear\` corrects it.`,
        );
      case 'loss_cap':
        throw new Refusal(refusalTexts.loss_cap_reached({ planId }));
      case 'not_stopped':
        throw new Refusal(`${refusalTexts.not_stopped({ planId })} \`catalogue stops\` lists those that are.`);
      case 'no_such_plan':
        throw noSuchPlan(planId);
      default:
        return assertNever(outcome);
    }
  });
}
