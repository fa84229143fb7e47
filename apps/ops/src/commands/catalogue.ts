import {
  announcePlan,
  type CataloguedPlan,
  listCatalogue,
  restorePlan,
  retirePlan,
  type SyncStep,
  syncCatalogue,
  withdrawPlan,
} from '@topup/core/catalogue';
import type { DataNetwork } from '@topup/core/provider';
import { assertNever, formatNaira } from '@topup/core/shared';
import { createProvider } from '@topup/providers';
import { loadSettings, settingGroups } from '@topup/runtime/settings';
import type { Command } from 'commander';
import { lineArgument, nairaArgument, networkArgument, rowIdArgument } from '../arguments';
import { type Report, reporting, table } from '../output';
import { noSuchPlan, noSuchTier, Refusal } from '../refusal';
import { withDatabase } from '../with-database';
import { syncReport } from './sync-report';

export function catalogueCommands(program: Command): void {
  const catalogue = program.command('catalogue').description('the data plans that are sold');
  catalogue
    .command('sync')
    .description('read the provider’s data plans and their costs')
    .option('--allow-empty', 'believe a service that lists nothing any more, and take its plans out of the list')
    .action(reporting((options: SyncOptions) => sync(options, program.opts().json ? () => undefined : sayTo(program))));
  catalogue
    .command('list')
    .description('list the plans, as one tier pays for them')
    .option('--network <network>', 'only those of one network', networkArgument)
    .option('--tier <tier>', 'whose prices', lineArgument, 'standard')
    .option('--all', 'also those that the provider sells no more')
    .action(reporting(list));
  catalogue
    .command('announce')
    .description('list a plan that the provider does not sell yet; nobody can buy it')
    .requiredOption('--network <network>', 'of which network', networkArgument)
    .requiredOption('--name <name>', 'its name, such as "N500 2GB - 7 days"', lineArgument)
    .requiredOption('--cost <naira>', 'what it is going to cost us', nairaArgument)
    .action(reporting(announce));
  catalogue
    .command('retire')
    .description('take an announced plan out of the list')
    .requiredOption('--id <id>', 'which (`catalogue list`)', rowIdArgument)
    .action(reporting(retire));
  catalogue
    .command('withdraw')
    .description('stop the sale of a plan, which stays in the list')
    .requiredOption('--plan <plan_id>', 'which', lineArgument)
    .action(reporting(withdraw));
  catalogue
    .command('restore')
    .description('sell a withdrawn plan again')
    .requiredOption('--id <id>', 'which (`catalogue list`)', rowIdArgument)
    .action(reporting(restore));
}

// ---- sync

type SyncOptions = { allowEmpty?: boolean };

async function sync(options: SyncOptions, progress: (line: string) => void): Promise<Report> {
  const lookups = createProvider(loadSettings(settingGroups.provider), (text, { about, code }) =>
    progress(`${about ?? 'provider'}: ${text} (code ${code ?? 'none'})`),
  );
  return syncReport(
    await withDatabase((db) => syncCatalogue({ db, lookups }, (step) => progress(progressLine(step)), options)),
  );
}

/** Apart from the result, which goes to standard output. */
const sayTo = (program: Command) => (line: string) => program.configureOutput().writeErr?.(`${line}\n`);

const progressLine = (step: SyncStep): string =>
  `${step.serviceId}: ${step.kind === 'read' ? `${step.variations} entries in the provider’s list` : `no list (${step.reason})`}`;

// ---- list

const STATES: Record<CataloguedPlan['state'], string> = {
  for_sale: 'for sale',
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
      json: plans.map(asJson),
      text: table(headings, plans.map(asRow), 'There are no plans: `catalogue sync` reads them from the provider.'),
    };
  });
}

const asJson = ({ costKobo, priceKobo, ...plan }: CataloguedPlan) => ({
  ...plan,
  cost: formatNaira(costKobo),
  price: formatNaira(priceKobo),
});

const asRow = (plan: CataloguedPlan): string[] => [
  String(plan.id),
  plan.planId ?? '-',
  plan.network,
  plan.name,
  plan.validity,
  formatNaira(plan.costKobo),
  formatNaira(plan.priceKobo),
  STATES[plan.state],
];

// ---- by hand

function announce({ network, name, cost }: { network: DataNetwork; name: string; cost: bigint }): Promise<Report> {
  return withDatabase(async (db) => {
    const id = await announcePlan(db, { network, name, costKobo: cost });
    return {
      json: { id, network, name, cost: formatNaira(cost), state: 'announced' },
      text: `Plan ${id} is announced. When the provider sells it, \`catalogue sync\` lists that as a plan of its own: then \`catalogue retire --id ${id}\`.`,
    };
  });
}

function retire({ id }: { id: number }): Promise<Report> {
  return withDatabase(async (db) => {
    if (!(await retirePlan(db, id)))
      throw new Refusal(
        `Plan ${id} is not an announced one: \`catalogue list\` shows those. A plan of the provider’s is withdrawn instead.`,
      );
    return { json: { id, state: 'gone' }, text: `Plan ${id} is no longer listed.` };
  });
}

function withdraw({ plan: planId }: { plan: string }): Promise<Report> {
  return withDatabase(async (db) => {
    const id = await withdrawPlan(db, planId);
    if (id === null) throw noSuchPlan(planId);
    return {
      json: { id, planId, state: 'withdrawn' },
      text: `Plan "${planId}" is not sold any more: \`catalogue restore --id ${id}\` undoes it.`,
    };
  });
}

function restore({ id }: { id: number }): Promise<Report> {
  return withDatabase(async (db) => {
    const outcome = await restorePlan(db, id);
    switch (outcome.kind) {
      case 'restored':
        return { json: { id, planId: outcome.planId }, text: `Plan ${id} has its plan_id "${outcome.planId}" again.` };
      case 'no_such_plan':
        throw new Refusal(`There is no plan ${id}: \`catalogue list --all\` shows them.`);
      case 'not_withdrawn':
        throw new Refusal(`Plan ${id} was not withdrawn, so there is nothing to restore.`);
      case 'clash':
        throw new Refusal(
          `Another plan has come to be sold under its plan_id: withdraw that first (\`catalogue withdraw\`), then restore this.`,
        );
      default:
        return assertNever(outcome);
    }
  });
}
