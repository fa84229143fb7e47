import { readFileSync } from 'node:fs';
import { type ProductType, productTypes } from '@topup/core/product';
import {
  activateRouting,
  listVersions,
  passedTexts,
  readRuleLines,
  readRules,
  type Simulation,
  simulateRoute,
  toRuleLines,
  writeRouting,
} from '@topup/core/routing';
import { formatNaira } from '@topup/core/shared';
import { type Command, Option } from 'commander';
import { idArgument, lineArgument, nairaArgument, orNone, versionArgument } from '../arguments';
import { type Report, reporting, time } from '../output';
import { providerFacts } from '../providers';
import { done, Misuse, refusalOf } from '../refusal';
import { type ActingAs, changeDatabase, withDatabase } from '../with-database';

export function routeCommands(program: Command): void {
  const route = program.command('route').description('which provider serves which order');
  route
    .command('show')
    .description('print the active routing rules, in the form that `route set` reads')
    .option('--rules <version>', 'another version', versionArgument)
    .action(reporting(show));
  route
    .command('set')
    .description('write a new version of the routing rules; it is used once it is active')
    .requiredOption('--file <file>', 'the rules, one per line; - is the standard input')
    .requiredOption('--note <text>', 'what is new, for other operators', lineArgument)
    .option('--activate', 'make it the active version at once')
    .action(reporting(set));
  route
    .command('activate')
    .description('make a version the active one, also an earlier one; none: the order of PROVIDERS is the rule')
    .argument('<version>', 'its number, or none', orNone('none', versionArgument))
    .action(reporting(activate));
  route
    .command('simulate')
    .description('say which provider would serve an order now, and why not the ones before')
    .addOption(new Option('--product <product>', 'the product').choices(productTypes).makeOptionMandatory())
    .requiredOption('--network <service>', 'the service, such as mtn, mtn-data, dstv or ikeja-electric', lineArgument)
    .requiredOption('--amount <naira>', 'what the client pays', nairaArgument)
    .option(
      '--code <code>',
      'DATA, CABLE_TV: the code of the plan (`catalogue list`) or package; ELECTRICITY: prepaid or postpaid',
      lineArgument,
    )
    .option('--account <id>', 'the account that buys', idArgument)
    .option('--rules <version>', 'as if this version were active', versionArgument)
    .action(reporting(simulate));
}

async function show({ rules: version }: { rules?: number }): Promise<Report> {
  return withDatabase(async (db) => {
    const [rules, { versions, activations }] = await Promise.all([readRules(db, version), listVersions(db, 20)]);
    if (rules === null) throw refusalOf({ kind: 'no_such_routing_version', version: version ?? 0 });
    const about = versions.find(({ number }) => number === rules.version);
    const lines = toRuleLines(rules.rules);
    const head =
      rules.version === null
        ? [`# No rules are active: the order of PROVIDERS is the rule (${namesOf().join(', ')}).`]
        : [
            `# Version ${rules.version}${about ? `, by ${about.createdBy} at ${time(about.createdAt)}: ${about.note}` : ''}`,
          ];
    return {
      json: {
        version: rules.version,
        rules: lines,
        providers: namesOf(),
        versions: versions.map(({ createdAt, ...each }) => ({ ...each, createdAt: time(createdAt) })),
        activations: activations.map(({ activatedAt, ...each }) => ({ ...each, activatedAt: time(activatedAt) })),
      },
      text: [...head, ...lines].join('\n'),
    };
  });
}

type SetOptions = ActingAs & { file: string; note: string; activate?: boolean };

async function set({ file, note, activate: atOnce = false, ...as }: SetOptions): Promise<Report> {
  const { rules, faults } = readRuleLines(textOf(file));
  if (faults.length > 0) throw refusalOf({ kind: 'routing_faulty', faults });
  const version = { rules, note, activate: atOnce };
  const { number } = done(await changeDatabase(as, (db, by) => writeRouting(db, by, providerFacts(), version)));
  return {
    json: { version: number, rules: toRuleLines(rules), active: atOnce },
    text: `Version ${number} is written${atOnce ? ' and active.' : `. \`route activate ${number}\` makes it the active one.`}`,
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new Misuse(`The file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

async function activate(given: number | 'none', as: ActingAs): Promise<Report> {
  const version = given === 'none' ? null : given;
  const { before } = done(await changeDatabase(as, (db, by) => activateRouting(db, by, providerFacts(), version)));
  return {
    json: { version, before },
    text:
      version === null
        ? 'No rules are active now: the order of PROVIDERS is the rule.'
        : `Version ${version} is active now. \`route activate ${before ?? 'none'}\` takes that back.`,
  };
}

type SimulateOptions = {
  product: ProductType;
  network: string;
  amount: bigint;
  code?: string;
  account?: string;
  rules?: number;
};

async function simulate({ product, network, amount, code, account, rules }: SimulateOptions): Promise<Report> {
  const outcome = await withDatabase((db) =>
    simulateRoute(
      { db, providers: providerFacts() },
      { productType: product, serviceId: network, amountKobo: amount, code: code ?? null, accountId: account ?? null },
      rules,
    ),
  );
  const { simulation } = done(outcome);
  return { json: toJson(simulation), text: toText(simulation) };
}

const toJson = ({ chosen, costKobo, ...rest }: Simulation) => ({
  chosen,
  cost: costKobo === null ? null : formatNaira(costKobo),
  ...rest,
});

function toText({ version, chosen, costKobo, despite, passed }: Simulation): string {
  const rule = version === null ? 'The order of PROVIDERS is the rule.' : `Version ${version} of the rules is used.`;
  const cost = costKobo === null ? '' : ` It would charge NGN ${formatNaira(costKobo)}.`;
  const but = despite === null ? '' : `, although ${passedTexts[despite]}`;
  const end = chosen === null ? 'Nobody can serve this order now.' : `${chosen} would serve this order${but}.${cost}`;
  return [rule, ...passed.map(({ provider, why }) => `${provider} is passed over: ${passedTexts[why]}.`), end].join(
    '\n',
  );
}

const namesOf = (): string[] => providerFacts().map(({ name }) => name);
