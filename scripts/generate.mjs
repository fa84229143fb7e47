// generate.mjs [--check]: writes the files that are derived from code. With --check it only compares, and fails on a
// difference.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { collections } from './collections.mjs';
import { faultMatrix } from './fault-matrix.mjs';
import { composeBounds, composeSettings, factRows, secretsPatch } from './provider-files.mjs';
import {
  commandsPage,
  environmentExample,
  functionsPage,
  metricsPage,
  settingsPage,
  table,
  wrap,
} from './reference-pages.mjs';
import { sellPages } from './sell-pages.mjs';

const root = path.resolve(import.meta.dirname, '..');
const load = createRequire(import.meta.url);
const { levels } = load(path.join(root, 'packages/runtime/dist/settings/index.js'));
const { everySetting, readers } = load(path.join(root, 'apps/local/dist/every-setting.js'));
const { legalMoves } = load(path.join(root, 'packages/core/dist/purchase/index.js'));
const { OUTCOMES } = load(path.join(root, 'apps/sandbox/dist/faults/outcomes.js'));
const { PROVIDERS: PLAYED } = load(path.join(root, 'apps/sandbox/dist/providers.js'));
const { TOKEN_FORMS } = load(path.join(root, 'apps/sandbox/dist/customers/token-forms.js'));
const { SEEN_BY_CLIENTS } = load(path.join(root, 'packages/providers/dist/simulator/outcomes.js'));
const { FORMS_SEEN_BY_CLIENTS } = load(path.join(root, 'packages/providers/dist/simulator/token-forms.js'));
const { buildOpenApi } = load(path.join(root, 'apps/api/dist/openapi/build-openapi.js'));
const { publicCodes } = load(path.join(root, 'packages/core/dist/errors/index.js'));
const { errorSections } = load(path.join(root, 'apps/api/dist/openapi/error-sections.js'));
const { EVENTS } = load(path.join(root, 'apps/api/dist/openapi/events.js'));
const { memberRoles, rights } = load(path.join(root, 'packages/core/dist/user/index.js'));
const { readFunctions, signaturesOf } = load(path.join(root, 'apps/ops/dist/database/functions.js'));
const { readMigrations } = load(path.join(root, 'apps/ops/dist/database/migration-history.js'));
const { RIGHTS } = load(path.join(root, 'apps/ops/dist/database/rights.js'));
const {
  discountedProducts,
  openAmountProducts,
  products,
  productsOf,
  productTypes,
  profileServices,
  purchaseQueues,
  queuedProducts,
  serviceNames,
  synchronousProducts,
  titleOf,
  wordsOf,
} = load(path.join(root, 'packages/core/dist/product/index.js'));
const { queueNames } = load(path.join(root, 'packages/core/dist/queue/index.js'));
const { declarations } = load(path.join(root, 'packages/providers/dist/index.js'));
const { provider } = load(path.join(root, 'packages/settings/dist/index.js'));
const openApi = `${JSON.stringify(buildOpenApi(), null, 2)}\n`;
const operations = Object.entries(JSON.parse(openApi).paths).flatMap(([of, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, of, method: method.toUpperCase() })),
);

/** Each has a document for every queue. */
const MANIFESTS = [
  'production/autoscaled.yaml',
  'production/previous-master-key.yaml',
  'production/tracing.yaml',
  'scaling/workers.yaml',
];
/** Text that is written between the markers of its name in a file. */
const blocks = {
  'deploy/kubernetes/base/kustomization.yaml': {
    'workers of queues': queueNames.map((queue) => `  - worker-${queue}.yaml`).join('\n'),
  },
  'packages/core/src/purchase/README.md': { states: stateDiagram() },
  'docker-compose.yml': {
    'settings of the providers': composeSettings(declarations, provider.PROVIDERS.written),
    'bounds of products': composeBounds(openAmountProducts),
  },
  'docs/explain/providers.md': { providers: factsTable() },
  'docs/reference/sandbox.md': { 'numbers elsewhere': wordsTable(), 'token forms': tokenForms() },
  'docs/integrate/test-numbers.md': { numbers: numbersTable(), 'token forms': formsTable() },
  'docs/integrate/errors.md': { errors: errorsList() },
  'docs/integrate/webhooks.md': { events: eventsTable() },
  'docs/console/account-dashboard.md': { roles: rolesTable() },
};
const files = {
  '.env.example': environmentExample({ everySetting, readers, levels }),
  'docs/operate/settings.md': settingsPage({ everySetting, readers, levels }),
  'docs/operate/commands.md': await opsCommands(),
  'docs/operate/metrics.md': await metricsAndAlerts(),
  'docs/integrate/cli-commands.md': cliCommands(),
  ...Object.fromEntries(Object.entries(blocks).map(([file, each]) => [file, withBlocks(file, each)])),
  'docs/explain/fault-matrix.md': faultMatrix(root),
  ...sellPages(root, { table, wrap }),
  'prisma/functions/functions.md': functionsPage(readFunctions(path.join(root, 'prisma/functions')), RIGHTS),
  'docs/reference/openapi.json': openApi,
  ...collections(JSON.parse(openApi)),
  'apps/dashboard/web/src/generated/vocabulary.ts': pagesVocabulary(),
  'packages/client/src/version.ts': versionOf('packages/client'),
  'packages/cli/src/version.ts': versionOf('packages/cli'),
  'packages/client/src/generated/api.ts': await clientTypes(openApi),
  'packages/client/src/generated/errors.ts': clientErrors(),
  'packages/client/src/generated/endpoints.ts': clientEndpoints(),
  'deploy/kubernetes/monitoring/alerts.yaml': prometheusRule(),
  'prisma/released.json': releasedVersion(),
  ...workersOfQueues(),
  ...Object.fromEntries(MANIFESTS.map((name) => [`deploy/kubernetes/${name}`, partsOfQueues(name)])),
  ...secretsOfProviders(),
};

const stale = Object.entries(files).filter(
  ([file, text]) => !existsSync(path.join(root, file)) || readFileSync(path.join(root, file), 'utf8') !== text,
);
if (process.argv.includes('--check')) {
  for (const [file] of stale) console.log(`${file} differs from the code; run: npm run generate`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const [file, text] of stale) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  console.log(stale.length === 0 ? 'everything is current' : stale.map(([file]) => `wrote ${file}`).join('\n'));
}

/** Compiled into what is published, because a bundle of it has no package.json. */
function versionOf(folder) {
  const { version } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
  return `// Written by npm run generate.\n\n/** That of package.json. */\nexport const VERSION = '${version}';\n`;
}

async function opsCommands() {
  const { buildProgram, EXIT_CODES, QUESTIONS } = load(path.join(root, 'apps/ops/dist/program.js'));
  const how = 'Run `npm run ops -- <command>`; on servers, `topup-ops`.';
  const about = [`For operators: every command of \`ops\` and its options. ${how}`, EXIT_CODES];
  return commandsPage('Commands of ops', about, await buildProgram({}), {
    isAsked: (words) => words in QUESTIONS,
    describe: describerOf('apps/ops'),
  });
}

function cliCommands() {
  const { buildProgram } = load(path.join(root, 'packages/cli/dist/program.js'));
  const about =
    'For developers: every command of `topup` and its options. [Its page](../../packages/cli/README.md) has the exit codes.';
  return commandsPage('Commands of topup', [about], buildProgram({}), {
    isAsked: () => false,
    describe: describerOf('packages/cli'),
  });
}

/** The description of an option or an argument, with its choices and its default, as `--help` shows it. */
function describerOf(folder) {
  const { Argument, Help } = createRequire(path.join(root, folder, 'package.json'))('commander');
  const help = new Help();
  return (taken) => (taken instanceof Argument ? help.argumentDescription(taken) : help.optionDescription(taken));
}

/** Of the processes that the tests of the alerts make, in TypeScript. */
async function metricsAndAlerts() {
  load(path.join(root, 'tests/register.cjs'));
  const { exposedMetrics } = load(path.join(root, 'tests/alerts/exposed.ts'));
  const { rules } = load(path.join(root, 'tests/alerts/rules.ts'));
  return metricsPage(await exposedMetrics(), rules);
}

/** Returns what processes of the version in package.json use of the database, as it was when that version was new. */
function releasedVersion() {
  const file = path.join(root, 'prisma/released.json');
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
  if (JSON.parse(before).version === version) return before;
  const rights = Object.entries(RIGHTS).map(([role, { tables, sequences, functions }]) => [
    role,
    { tables: Object.fromEntries(Object.entries(tables).filter(([, each]) => each.length > 0)), sequences, functions },
  ]);
  const released = {
    version,
    migration: readMigrations(path.join(root, 'prisma/migrations')).at(-1).name,
    functions: signaturesOf(readFunctions(path.join(root, 'prisma/functions'))),
    rights: Object.fromEntries(rights),
  };
  const text = JSON.stringify(released, null, 2);
  // each list of rights on one line
  return `${text.replace(/\[\n\s+([^\]]*?)\n\s+\]/g, (_, list) => `[${list.replace(/\n\s+/g, ' ')}]`)}\n`;
}

/** Words that the pages share with the server, which they import nothing of. */
function pagesVocabulary() {
  const constant = (name, value) => `export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`;
  const typed = (name, type, value) => `export const ${name}: ${type} = ${JSON.stringify(value, null, 2)};\n`;
  // a program that follows the log would fill it, so the log does not have its own reads
  const logged = operations.map(({ method, of }) => `${method} ${of}`).filter((each) => each !== 'GET /v1/requests');
  return [
    '// Written by `npm run generate` from packages/core/src/product and the OpenAPI document.\n',
    constant('PRODUCTS', Object.fromEntries(productTypes.map((product) => [product, titleOf(product)]))),
    typed('AIRTIME_NETWORKS', 'readonly string[]', products.AIRTIME.services),
    typed(
      'DISCOUNTED',
      'Readonly<Record<string, readonly string[]>>',
      Object.fromEntries(discountedProducts.map((product) => [product, products[product].services])),
    ),
    typed('PROFILE_SERVICES', 'readonly string[]', profileServices),
    constant('QUEUED', wordsOf(queuedProducts)),
    constant('SYNCHRONOUS', wordsOf(synchronousProducts)),
    constant('WITH_EVENTS', wordsOf(productTypes.filter((product) => products[product].events.length > 0))),
    constant('WITHOUT_EVENTS', wordsOf(productTypes.filter((product) => products[product].events.length === 0))),
    typed('SERVICE_NAMES', 'Readonly<Record<string, string>>', serviceNames),
    constant(
      'EVENTS',
      EVENTS.map(({ name }) => name),
    ),
    constant('ENDPOINTS', logged),
  ].join('\n');
}

/** The alerts as the Prometheus operator reads them. */
function prometheusRule() {
  const [, groups] = readFileSync(path.join(root, 'deploy/prometheus-alerts.yml'), 'utf8').split(/^(?=groups:)/m);
  return [
    '# Written by `npm run generate` from deploy/prometheus-alerts.yml.',
    'apiVersion: monitoring.coreos.com/v1',
    'kind: PrometheusRule',
    'metadata:',
    '  name: topup',
    '  labels:',
    '    app.kubernetes.io/name: topup',
    '    app.kubernetes.io/part-of: topup',
    'spec:',
    groups.replace(/^(?=.)/gm, '  '),
  ].join('\n');
}

/** The text of the first queue for another one, without the comment at its head. */
function forQueue(text, queue) {
  return text.replace(/^#.*\n/, '').replaceAll(queueNames[0], queue);
}

/** The Deployment of each queue is that of the first, with its name. */
function workersOfQueues() {
  const fileOf = (queue) => `deploy/kubernetes/base/worker-${queue}.yaml`;
  const [first, ...others] = queueNames;
  const text = readFileSync(path.join(root, fileOf(first)), 'utf8');
  const head = `# Written by \`npm run generate\` from worker-${first}.yaml.\n`;
  return Object.fromEntries(others.map((queue) => [fileOf(queue), head + forQueue(text, queue)]));
}

/** The document of each queue of purchases is that of the first, with its name and products. */
function partsOfQueues(name) {
  const [first, ...others] = purchaseQueues;
  const documents = readFileSync(path.join(root, 'deploy/kubernetes', name), 'utf8').split(/^---\n/m);
  const queueOf = (document) => /\n {2}name: topup-worker-(.*)\n/.exec(document)?.[1];
  const productList = (queue) => `product_type IN (${productsOf(queue).map((product) => `'${product}'`)})`;
  const copyFor = (document, queue) => forQueue(document, queue).replace(/product_type IN \(.*?\)/, productList(queue));
  const written = documents.flatMap((document) => {
    const queue = queueOf(document);
    if (queue === first) return [document, ...others.map((other) => copyFor(document, other))];
    return queue === undefined || (queueNames.includes(queue) && !others.includes(queue)) ? [document] : [];
  });
  return written.join('---\n');
}

/** One patch for each provider but that of an installation that names none, whose secrets `base` has. */
function secretsOfProviders() {
  const others = declarations.filter(({ profile }) => profile.name !== provider.PROVIDERS.written);
  return Object.fromEntries(
    others.map((each) => [
      `deploy/kubernetes/production/providers/${each.profile.name}.yaml`,
      secretsPatch(each, queueNames),
    ]),
  );
}

function withBlocks(file, blocks) {
  const [open, close] = file.endsWith('.md') ? ['<!-- ', ' -->'] : ['# ', ''];
  const gap = file.endsWith('.md') ? '\n\n' : '\n';
  return Object.entries(blocks).reduce(
    (text, [name, block]) => {
      const begin = `${open}${name}: written by npm run generate${close}`;
      const end = `${open}end of ${name}${close}`;
      const [head, rest] = text.split(begin);
      const tail = rest?.split(end)[1];
      if (tail === undefined) throw new Error(`${file} lacks its markers for ${name}`);
      const indent = /[ ]*$/.exec(head)[0];
      return `${head}${begin}${gap}${block}${gap}${indent}${end}${tail}`;
    },
    readFileSync(path.join(root, file), 'utf8'),
  );
}

/** Uses the generator of the client, because it needs another TypeScript version. */
async function clientTypes(document) {
  const { astToString, default: openapiTS } = createRequire(path.join(root, 'packages/client/package.json'))(
    'openapi-typescript',
  );
  const types = await openapiTS(whatTopUpReads(JSON.parse(document)));
  return `// Written by \`npm run generate\` from docs/reference/openapi.json.\n\n${astToString(types)}`;
}

/** The bodies of the answers that `TopUp` resolves with: it turns all others into errors, without their types. */
function whatTopUpReads({ paths, components: { schemas }, webhooks: _, ...document }) {
  for (const operation of Object.values(paths).flatMap((each) => Object.values(each)))
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses)
        .filter(([status]) => ['200', '202', '424'].includes(status))
        .map(([status, { headers: __, ...answer }]) => [status, answer]),
    );
  return { ...document, paths, components: { schemas } };
}

function clientErrors() {
  const rows = publicCodes.map(({ code, again }) => `  ${code}: { retryable: ${again === 'same'} },`);
  return [
    '// Written by `npm run generate` from the error catalogue.',
    '',
    '/** Every value of `X-Error-Code`. `retryable`: the same request, with the same reference, may be sent again. */',
    'export const errorCodes = {',
    ...rows,
    '} as const;',
    'export type KnownErrorCode = keyof typeof errorCodes;',
    '',
  ].join('\n');
}

/** Method and path of each endpoint that returns JSON, and which of them spend money. */
function clientEndpoints() {
  const rows = operations
    .filter(({ responses }) => responses['200']?.content['application/json'] !== undefined)
    .map(({ operationId, method, of }) => `  ${operationId}: ['${method}', '${of}'],`);
  const purchases = operations
    .filter(({ of }) => of.endsWith('/purchase'))
    .map(({ operationId }) => `'${operationId}'`);
  return [
    '// Written by `npm run generate` from docs/reference/openapi.json.',
    '',
    'export const endpoints = {',
    ...rows,
    '} as const;',
    '',
    '/** The calls that spend money. */',
    `export const purchases = [${purchases.join(', ')}] as const;`,
    '',
    '/** Every event of a webhook. */',
    `export const events = ${JSON.stringify(EVENTS.map(({ name }) => name))} as const;`,
    '',
  ].join('\n');
}

function stateDiagram() {
  const moves = legalMoves.map(({ from, to, when }) => `  ${from} --> ${to}: ${when}`);
  return ['```mermaid', 'stateDiagram-v2', '  [*] --> initiated: accepted and debited', ...moves, '```'].join('\n');
}

/** In test mode. */
function numbersTable() {
  return table(
    ['Phone, meter or smartcard', 'Response to a purchase, and its outcome'],
    SEEN_BY_CLIENTS.map(([number, seen]) => [`\`0800${number}DD…\``, seen]),
  );
}

function formsTable() {
  return table(
    ['Meter', 'Purchase'],
    FORMS_SEEN_BY_CLIENTS.map(([digit, seen]) => [`\`…7770${digit}\``, seen]),
  );
}

/** At the sandbox, in the words of each provider. */
function wordsTable() {
  return table(
    ['Number', ...PLAYED.map(({ label }) => label)],
    OUTCOMES.map(({ number, name }) => [`\`0800${number}\``, ...PLAYED.map(({ words }) => words[name])]),
  );
}

function factsTable() {
  const [head, ...rows] = factRows(declarations, products);
  return table(head, rows);
}

function tokenForms() {
  return table(
    ['Meter', 'Tokens and charges'],
    TOKEN_FORMS.map(({ digit, sentence }) => [`\`…7770${digit}\``, sentence]),
  );
}

function errorsList() {
  const sections = errorSections().map(({ code, meaning, facts }) => [
    `### ${code}`,
    wrap(meaning, ''),
    facts.map(([label, text]) => wrap(`- **${label}**: ${text}`, '  ')).join('\n'),
  ]);
  return sections.flat().join('\n\n');
}

function rolesTable() {
  const rows = Object.values(rights).map(({ allows, roles }) => [
    `${allows.charAt(0).toUpperCase()}${allows.slice(1)}`,
    ...memberRoles.map((role) => (roles.includes(role) ? 'yes' : '')),
  ]);
  return table(['', ...memberRoles.map((role) => `**${role}**`)], rows);
}

function eventsTable() {
  const rows = EVENTS.map(({ name, statuses, when, warning }) => [
    `\`${name}\``,
    statuses.map((status) => `\`${status}\``).join(', '),
    warning === undefined ? when : `${when} **${warning}**`,
  ]);
  return table(['`event`', '`status`', 'When'], rows);
}
