import { readFileSync } from 'node:fs';
import { productTypes } from '@topup/core/product';
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
import { idArgument, lineArgument, nairaArgument, orNone, versionArgument } from '../arguments';
import { changes, command, group, needed, option, reads } from '../declare';
import { time } from '../output';
import { providerFacts } from '../providers';
import { done, Misuse, refusalOf } from '../refusal';
import { changeDatabase } from '../with-database';

export const routeCommands = group('route', 'which provider serves which order', [
  reads(
    'show',
    'print the active routing rules, in the form that `route set` reads',
    [option('--rules <version>', 'another version', versionArgument)],
    async (db, { rules: version }) => {
      const [rules, { versions, activations }] = await Promise.all([readRules(db, version), listVersions(db, 20)]);
      if (rules === null) throw refusalOf({ kind: 'no_such_routing_version', version: version ?? 0 });
      const about = versions.find(({ number }) => number === rules.version);
      const lines = toRuleLines(rules.rules);
      const by = about ? `, by ${about.createdBy} at ${time(about.createdAt)}: ${about.note}` : '';
      const head =
        rules.version === null
          ? `# No rules are active: the order of PROVIDERS is the rule (${namesOf().join(', ')}).`
          : `# Version ${rules.version}${by}`;
      return {
        json: { version: rules.version, rules: lines, providers: namesOf(), versions, activations },
        text: [head, ...lines].join('\n'),
      };
    },
  ),
  command(
    'set',
    'write a new version of the routing rules',
    [
      needed('--file <file>', 'the rules, one per line; - is standard input'),
      needed('--note <text>', 'what is new, for other operators', lineArgument),
      option('--activate', 'activate it at once'),
    ],
    async ({ file, note, activate = false, ...as }) => {
      const { rules, faults } = readRuleLines(textOf(file));
      if (faults.length > 0) throw refusalOf({ kind: 'routing_faulty', faults });
      return changeDatabase(as, async (db, by) => {
        const { number } = done(await writeRouting(db, by, providerFacts(), { rules, note, activate }));
        return {
          json: { version: number, rules: toRuleLines(rules), active: activate },
          text: `Version ${number} is written${activate ? ' and active.' : `. \`route activate ${number}\` makes it the active one.`}`,
        };
      });
    },
  ),
  changes(
    'activate',
    'activate a version of the rules, or none: then the order of PROVIDERS counts',
    [needed('<version>', 'its number, or none', orNone('none', versionArgument))],
    async (db, by, { version: given }) => {
      const version = given === 'none' ? null : given;
      const { before } = done(await activateRouting(db, by, providerFacts(), version));
      return {
        json: { version, before },
        text:
          version === null
            ? 'No rules are active now: the order of PROVIDERS is the rule.'
            : `Version ${version} is active now. \`route activate ${before ?? 'none'}\` takes that back.`,
      };
    },
  ),
  reads(
    'simulate',
    'show which provider would serve an order now, and why',
    [
      needed('--product <product>', 'the product', productTypes),
      needed('--network <service>', 'the service, such as mtn, mtn-data, dstv or ikeja-electric', lineArgument),
      needed('--amount <naira>', 'what the client pays', nairaArgument),
      option('--code <code>', 'the code of the plan or package; for electricity, prepaid or postpaid', lineArgument),
      option('--account <id>', 'the account that buys', idArgument),
      option('--rules <version>', 'this version instead of the active one', versionArgument),
    ],
    async (
      db,
      { product: productType, network: serviceId, amount: amountKobo, code = null, account: accountId = null, rules },
    ) => {
      const deps = { db, providers: providerFacts() };
      const order = { productType, serviceId, amountKobo, code, accountId };
      const { simulation } = done(await simulateRoute(deps, order, rules));
      return { json: simulation, text: toText(simulation) };
    },
  ),
]);

function textOf(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new Misuse(`The file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

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
