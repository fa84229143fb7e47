// The parts of files that generate.mjs writes from the declarations of the providers.

/** The rows of docs/explain/providers.md, with a column for each provider. `products`: those of core. */
export function factRows(declarations, products) {
  const row = (title, of) => [title, ...declarations.map(of)];
  return [
    row('', ({ label }) => label),
    row('sells', ({ profile }) =>
      Object.entries(products)
        .filter(([product]) => profile.sells.includes(product))
        .map(([, { words }]) => words)
        .join(', '),
    ),
    ...FACTS.map(([fact, title]) => row(title, ({ facts }) => facts[fact])),
  ];
}

const FACTS = [
  ['order', 'an order names'],
  ['reference', 'our reference'],
  ['deliveredBy', 'proof of a delivery'],
  ['refusedBy', 'proof of a refusal'],
  ['notFoundBy', '"not found"'],
  ['settles', 'how long after a send a failure that a requery confirms moves nothing to another provider'],
  ['closedWhen', 'the service closes the provider when'],
  ['statement', 'statement'],
];

/** The lines of docker-compose.yml. Only the provider of an installation that names none is played by the sandbox. */
export function composeSettings(declarations, byDefault) {
  const lines = declarations.flatMap(({ profile, settings, lookAlike }) => {
    const played = profile.name === byDefault ? lookAlike('http://sandbox:3003') : {};
    return Object.keys(settings).map((name) => `  ${name}: \${${name}:-${played[name] ?? ''}}`);
  });
  return lines.join('\n');
}

/** The lines of docker-compose.yml for the bounds of products. */
export function composeBounds(products) {
  const lines = products.map((product) => `  ${product}_BOUNDS: \${${product}_BOUNDS:-}`);
  return ['x-bounds: &bounds', ...lines].join('\n');
}

/** The patch that gives a provider's secrets to the workloads of `production`, which otherwise have those of VTpass. */
export function secretsPatch({ profile, label, settings }, queues) {
  const secret = `topup-${profile.name}`;
  const keys = Object.keys(settings).filter((name) => settings[name].confidential);
  const pod = (container, indent) =>
    [
      'containers:',
      `  - name: ${container}`,
      '    env:',
      ...keys.map((key) => `      - { name: ${key}_FILE, value: /run/secrets/${secret}/${key} }`),
      '    volumeMounts:',
      `      - { name: ${secret}, mountPath: /run/secrets/${secret}, readOnly: true }`,
      'volumes:',
      `  - name: ${secret}`,
      '    secret:',
      `      secretName: ${secret}`,
      '      defaultMode: 0440',
      '      items:',
      ...keys.map((key) => `        - { key: ${key}, path: ${key} }`),
    ]
      .map((line) => `${indent}${line}\n`)
      .join('');
  const deployment = (name, container) =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: topup-${name}\nspec:\n  template:\n    spec:\n${pod(container, '      ')}`;
  const ops = `apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: topup-ops\nspec:\n  jobTemplate:\n    spec:\n      template:\n        spec:\n${pod('ops', '          ')}`;
  const head = `# Written by \`npm run generate\`. With ${profile.name} in PROVIDERS: a Secret ${secret} with these keys of ${label}.\n`;
  const workers = queues.map((queue) => deployment(`worker-${queue}`, 'worker'));
  return head + [deployment('api', 'api'), ...workers, deployment('dashboard', 'dashboard'), ops].join('---\n');
}
