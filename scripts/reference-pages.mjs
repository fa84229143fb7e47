// The pages that list every setting, command, metric and alert, and `.env.example`.
import path from 'node:path';

/** The heading and the first sentences of each level. */
const INTRODUCTIONS = {
  required: [
    'Required',
    'A process needs those that it reads to start, and names all that are missing. `ops` needs those of its command.',
  ],
  production: ['Production', 'Look at each of these before you serve customers.'],
  tuning: ['Tuning', 'The defaults suit most installations.'],
  development: [
    'Development',
    'For your own computer. In production a process warns of unsafe values. The sandbox reads the keys of providers too.',
  ],
  rotation: ['Rotation', 'Set these only while you make roles or change secrets.'],
};

/** Variables that programs read in another way than the settings that the code declares. */
const OTHERS = {
  NODE_ENV: {
    level: 'production',
    example: 'production',
    readBy: 'all',
    text: '`production` refuses the secrets that this repository publishes, and warns of unsafe values. The images and the units of systemd set it.',
  },
  PGBACKREST_STANZA: {
    level: 'tuning',
    written: 'topup',
    readBy: 'ops',
    text: 'The stanza of pgBackRest. `ops backup` passes it every `PGBACKREST_*`.',
  },
  ...Object.fromEntries(
    ['SERVICE', 'DASHBOARD', 'OPS'].map((role) => [
      `${role}_DATABASE_PASSWORD`,
      {
        level: 'rotation',
        confidential: true,
        readBy: 'container `migrate`',
        text: `The password that the container gives the role \`topup_${role.toLowerCase()}\`.`,
      },
    ]),
  ),
};

/** The names with what is said of each, those of one level after those of the one before. */
function settingsOf({ everySetting, readers, levels }) {
  const declared = Object.entries(everySetting).map(([name, setting]) => {
    const readBy = Object.keys(readers).filter((program) => name in readers[program]);
    return [name, { ...setting, readBy: readBy.join(', ') }];
  });
  const all = [...Object.entries(OTHERS), ...declared];
  return levels.map((level) => [level, all.filter(([, setting]) => setting.level === level)]);
}

export function settingsPage(declared) {
  const levels = settingsOf(declared);
  const parts = levels.flatMap(([level, settings]) => {
    const [title, introduction] = INTRODUCTIONS[level];
    const rows = settings
      .filter(isOfTheService)
      .map(([name, { written = '', confidential, readBy, text }]) => [
        `\`${name}\``,
        written === '' ? '' : `\`${written.length > 40 ? written.replaceAll(',', ', ') : written}\``,
        confidential ? 'yes' : '',
        readBy,
        text,
      ]);
    return [`## ${title}`, introduction, table(['Name', 'Default', 'Secret', 'Read by', 'Does'], rows)];
  });
  const others = levels
    .flatMap(([, settings]) => settings.filter((setting) => !isOfTheService(setting)))
    .map(([name, { written = '', readBy, text }]) => {
      const facts = [readBy, written === '' ? '' : `default \`${written}\``].filter((fact) => fact !== '');
      return wrap(`- \`${name}\` (${facts.join(', ')}): ${text}`, '  ');
    });
  return page(
    'Settings',
    'For operators: every environment variable that a program of the service reads. `npm start` needs none of them.',
    'An empty value counts as unset. To keep a secret in a file, set `<NAME>_FILE` to its path in place of `<NAME>`.',
    ...parts,
    '## Of the sandbox and the tools',
    'The service itself reads none of these.',
    others.join('\n'),
  );
}

const isOfTheService = ([name, { readBy }]) => readBy !== 'sandbox' && (name === 'NODE_ENV' || !(name in OTHERS));

export function environmentExample(declared) {
  const [required, production] = settingsOf(declared).map(([, settings]) =>
    settings.map(([name, { written = '', example = written }]) => `#${name}=${example}\n`).join(''),
  );
  return `# What an installation sets. docs/operate/settings.md explains these and has all others. Written by \`npm run generate\`.
# To keep a secret in a file, set <NAME>_FILE to its path in place of <NAME>.
# ---- Required
${required}# ---- For production
${production}`;
}

/** @param {{ isAsked(words: string): boolean, describe(option: object): string }} how */
export function commandsPage(title, about, program, how) {
  const groups = program.commands.map((group) => {
    const isGroup = group.commands.length > 0;
    const commands = (isGroup ? group.commands : [group]).flatMap((command) => rowsOf(command, isGroup, how));
    return [`## ${group.name()}`, isGroup ? sentence(group.description()) : [], table(['Command', 'Does'], commands)];
  });
  const options = program.options.filter(({ long }) => long !== '--version').map((option) => optionRow(option, how));
  return page(title, ...about, table(['Option of every command', 'Does'], options), ...groups.flat(2));
}

function rowsOf(command, isInGroup, { isAsked, describe }) {
  const words = isInGroup ? `${command.parent.name()} ${command.name()}` : command.name();
  const given = command.registeredArguments.map((argument) => `<${argument.name()}>`);
  const asks = isAsked(words) ? ' Asks first.' : '';
  return [
    [`**\`${[words, ...given].join(' ')}\`**`, `${sentence(command.description())}${asks}`],
    ...command.registeredArguments
      .filter(({ description }) => description !== '')
      .map((argument) => [`\`<${argument.name()}>\``, describe(argument)]),
    ...command.options.map((option) => optionRow(option, { describe })),
  ];
}

const optionRow = (option, { describe }) => [
  `\`${option.flags}\`${option.mandatory ? ' (required)' : ''}`,
  describe(option),
];

/** @param {{ declared: object[], text: string }} exposed by fresh processes @param {object[]} rules of the alerts */
export function metricsPage({ declared, text }, rules) {
  const names = [...text.matchAll(/^# HELP (topup_(?!process_|nodejs_)\w+) (.*)$/gm)];
  const helps = new Map(names.map(([, name, help]) => [name, help]));
  const metrics = [...helps].map(([name, help]) => {
    const those = declared.filter((each) => each.name === name);
    const [{ type, labels } = seriesOf(name, text)] = those;
    const services = those.map(({ service }) => service).join(', ') || 'all';
    return [`\`${name}\``, type, labels.map((label) => `\`${label}\``).join(', '), services, help];
  });
  const alerts = rules.map(({ alert, expr, for: lasting = '', labels, annotations }) => [
    `[${alert}](${path.posix.relative('docs/operate', annotations.runbook_url)})`,
    labels.severity,
    annotations.summary.replace(/\{\{ \$labels\.(\w+) \}\}/g, '{$1}').replace(/\{\{ \$value.*?\}\}/g, 'N'),
    `\`${expr.trim().replace(/\s+/g, ' ')}\``,
    lasting,
  ]);
  return page(
    'Metrics and alerts',
    'For operators who build panels or read an alert. [Monitoring](monitoring.md) says how to scrape and what to watch.',
    '## Metrics',
    table(['Metric', 'Type', 'Labels', 'Shown by', 'What it shows'], metrics),
    '## Alerts',
    'Each name leads to its runbook entry. An alert fires when its expression has held for the time in the last column.',
    table(['Alert', 'Severity', 'Summary', 'Expression', 'For'], alerts),
  );
}

/** Of a metric that each registry declares itself. */
function seriesOf(name, text) {
  const [, type] = new RegExp(`^# TYPE ${name} (\\w+)$`, 'm').exec(text) ?? [];
  const [, series = ''] = new RegExp(`^${name}\\{(.*)\\}`, 'm').exec(text) ?? [];
  const labels = [...series.matchAll(/(\w+)="/g)].map(([, label]) => label);
  return { type, labels: labels.filter((label) => !['topup_service', 'service'].includes(label)) };
}

function page(title, ...parts) {
  const origin = '<!-- Written by `npm run generate` with scripts/reference-pages.mjs. -->';
  return `${[`# ${title}`, origin, ...parts].join('\n\n')}\n`;
}

const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** A table in Markdown. */
export function table(head, rows) {
  const escaped = rows.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')));
  return [head, head.map(() => '---'), ...escaped].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The SQL functions by name, each with the first sentence of its head, and which roles and functions call it. */
export function functionsPage(files, rights) {
  const bodyOf = ({ script }) => script.replace(/^--.*$/gm, '');
  const rows = files.map(({ name, script }) => {
    const head = /^(?:--.*\n)*/.exec(script)[0].replace(/^-- ?/gm, '').replace(/\s+/g, ' ');
    const roles = Object.keys(rights).filter((role) => rights[role].functions.includes(name));
    const others = files.filter((other) => other.name !== name && bodyOf(other).includes(`${name}(`));
    const callers = [...roles.map((role) => `role ${role}`), ...others.map((other) => other.name)];
    return [`[${name}](${name}.sql)`, /^.*?\.(?= |$)/.exec(head)[0], callers.join(', ') || 'a trigger'];
  });
  return [
    '# Functions',
    '',
    '<!-- Written by `npm run generate` from the heads of the files and `apps/ops/src/database/rights.ts`. -->',
    '',
    'For anyone who changes SQL: every function, what it does, and who calls it. [The rules](README.md) hold for all.',
    '',
    table(['Function', 'Does', 'Called by'], rows),
    '',
  ].join('\n');
}

/** Lines of at most 120 columns, all but the first indented. */
export function wrap(text, indent = '') {
  const [first, ...words] = text.split(' ');
  const lines = [first];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= 120) lines[lines.length - 1] = longer;
    else lines.push(`${indent}${word}`);
  }
  return lines.join('\n');
}
