import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readBatchFile } from '@topup/client';
import { readRuleLines } from '@topup/core/routing';
import { eventNames } from '@topup/core/webhook';
import { useDatabase } from '@topup/testkit';
import { PAGES, ROOT, read } from './pages';

type Sample = { page: string; language: string; code: string };

const samplesOf = (page: string): Sample[] => {
  const lines = read(page).split('\n');
  const samples: Sample[] = [];
  let open: Sample | undefined;
  for (const line of lines) {
    const [, language] = /^\s*```(\w*)\s*$/.exec(line) ?? [];
    if (language === undefined) {
      if (open !== undefined) open.code += `${line}\n`;
    } else if (open === undefined) open = { page, language, code: '' };
    else {
      samples.push(open);
      open = undefined;
    }
  }
  return samples;
};

const SAMPLES = PAGES.flatMap(samplesOf);
const inLanguage = (...languages: string[]) => SAMPLES.filter(({ language }) => languages.includes(language));

/** Commands that another test runs or checks, by their first word. */
const CHECKED: Readonly<Record<string, string>> = {
  curl: 'tests/journey/docs.journey.test.ts',
  'topup-ops': 'tests/ops-in-docs.test.ts',
  topup: 'tests/journey/cli.journey.test.ts',
  node: 'tests/release.test.ts',
  npx: 'tests/journey/cli.journey.test.ts',
};

/** Commands that no test can run here, with the reason; their syntax is checked. */
const NOT_RUN: Readonly<Record<string, string>> = {
  docker: 'tests/containers/run builds and runs the images; it needs a Docker daemon',
  'docker/make-secrets.sh': 'tests/containers/run runs it with the images',
  kubectl: 'needs a cluster; tests/kubernetes checks the manifests',
  systemctl: 'needs systemd; tests/servers.test.ts checks the names of units',
  journalctl: 'needs systemd',
  patronictl: 'needs Patroni; tests/ha runs a cluster of our own',
  pg_dropcluster: 'would remove a cluster of this machine',
  sudo: 'changes the machine; tests/backups restores a copy with pgBackRest',
  mv: 'changes the machine',
  git: 'would change the clone',
  nvm: 'a program of the reader',
  sed: 'prints a file',
  export: 'sets a variable of the reader',
  echo: 'writes .env',
  umask: 'sets what the next commands create',
  openssl: 'makes a secret',
  secret: 'a function of the sample, of kubectl',
  ops: 'a function of the sample, of kubectl',
};

/** Scripts that set up a machine, by page: only their syntax is checked here. */
const SCRIPTS: Readonly<Record<string, string>> = {
  'docs/operate/servers.md': 'needs systemd; tests/servers.test.ts compares it with the units',
};

/** Samples that are no shell and no SQL, by page and language: the test that reads them, or why none does. */
const OTHERS: Readonly<Record<string, string>> = {
  'docs/integrate/verify-signatures.md': 'tests/verify-signatures.test.ts',
  'docs/integrate/webhooks.md json': 'a test below',
  'packages/cli/README.md csv': 'packages/cli/src/commands/batch.test.ts',
  'packages/client/README.md': 'tests/journey/client-package.journey.test.ts',
  'clients/php/README.md php': 'tests/clients/php-examples.test.ts',
  'clients/python/README.md': 'tests/clients/python.test.ts',
  'docs/integrate/sell-in-javascript.md': 'tests/fault/clients.fault.test.ts',
  'docs/integrate/sell-in-php.md': 'tests/fault/clients.fault.test.ts',
  'docs/integrate/sell-in-python.md': 'tests/fault/clients.fault.test.ts',
  'docs/reference/specification.md json': 'the envelope, which tests/journey/docs.journey.test.ts checks of each guide',
  'docs/integrate/errors.md': 'a response, which apps/api/src/error-codes.int.test.ts has',
  'docs/console/routing.md': 'a test below',
  'docs/console/buying.md csv': 'a test below',
  json: 'tests/journey/docs.journey.test.ts',
  mermaid: 'a diagram',
  http: 'a request to VTpass',
  ini: 'a file of systemd',
  yaml: 'a file of Prometheus',
  '': 'output, a message or a setting, which no program reads',
};

/** One command a line: continued lines are joined, and comments, variables and functions are left out. */
const commandsOf = ({ code }: Sample): string[] =>
  code
    .replace(/\\\n\s*/g, ' ')
    .replace(/'[^']*'/g, (text) => text.replaceAll('\n', ' '))
    .split('\n')
    .map((line) => line.trim().replace(/(^|\s)#.*$/, ''))
    .flatMap((line) => line.split(' && '))
    .map((line) => line.replace(/^\(?umask 077; /, '').replace(/^(?:[A-Z_]+=(?:"[^"]*"|\S+)\s*)+/, ''))
    .filter((line) => line !== '' && !/^\w+(?:=|\(\) )/.test(line));

const firstWord = (command: string): string => command.split(/\s/)[0] ?? '';

describe('a reader copies a sample of the documents, and it does not work', () => {
  const shell = inLanguage('sh');

  test('the documents have samples', () => {
    expect(SAMPLES.length).toBeGreaterThan(100);
  });

  test.each(shell)('$page: a shell reads the sample $#', ({ code }) => {
    const { status, stderr } = spawnSync('bash', ['-n'], {
      input: code.replace(/<[^>\n]+>/g, 'x').replaceAll('…', 'x'),
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('every command is checked by a test, or listed with the reason', () => {
    const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;
    const unknown = shell
      .filter(({ page }) => !(page in SCRIPTS))
      .flatMap((sample) =>
        commandsOf(sample).flatMap((command) => {
          const [word = '', second = '', third = ''] = command.split(/\s+/);
          const name = second === 'run' ? third : second;
          const known =
            word in CHECKED ||
            word in NOT_RUN ||
            (word === 'npm' && (name in scripts || ['pack', 'publish', 'install', 'ci'].includes(name))) ||
            (word.includes('/') && existsSync(path.join(ROOT, word))) ||
            word === 'node_modules/.bin/tsc';
          return known ? [] : [`${sample.page}: ${command}`];
        }),
      );
    expect(unknown).toEqual([]);
  });

  test('nothing is listed that no sample has, and each test exists', () => {
    const words = new Set(shell.flatMap(commandsOf).map(firstWord));
    expect(Object.keys(NOT_RUN).filter((word) => !words.has(word))).toEqual([]);
    const tests = [...Object.values(CHECKED), ...Object.values(OTHERS)].filter((what) => what.endsWith('.test.ts'));
    expect(tests.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  test('every sample in another language is read by a test, or listed with the reason', () => {
    const unknown = SAMPLES.filter(({ language }) => language !== 'sh' && language !== 'sql')
      .filter(({ page, language }) => ![`${page} ${language}`.trim(), page, language].some((key) => key in OTHERS))
      .map(({ page, language }) => `${page}: ${language}`);
    expect(unknown).toEqual([]);
  });

  test('the rules of routing are rules', () => {
    const [rules] = SAMPLES.filter(({ page, language }) => page === 'docs/console/routing.md' && language === '');
    expect(readRuleLines(rules?.code ?? '')).toMatchObject({ faults: [], rules: { length: 4 } });
  });

  test('the file of orders is one, without an error', () => {
    const [orders] = SAMPLES.filter(({ page, language }) => page === 'docs/console/buying.md' && language === 'csv');
    const { rows, faults, notes } = readBatchFile(orders?.code ?? '');
    expect([faults, notes]).toEqual([[], []]);
    expect(rows.map(({ product }) => product)).toEqual(['airtime', 'data']);
  });

  test('the event is one, and has its eight fields', () => {
    const [event] = SAMPLES.filter(
      ({ page, language }) => page === 'docs/integrate/webhooks.md' && language === 'json',
    );
    const fields = JSON.parse(event?.code ?? '');
    const keys = ['event', 'reference', 'status', 'amount', 'product_type', 'details', 'hash', 'timestamp'];
    expect(Object.keys(fields)).toEqual(keys);
    expect(eventNames).toContain(fields.event);
  });

  describe('SQL', () => {
    const database = useDatabase();

    test.each(inLanguage('sql'))('$page: PostgreSQL runs the sample $#', async ({ code }) => {
      const statements = code
        .split(';')
        .map((statement) => statement.trim())
        .filter((statement) => statement !== '');
      for (const statement of statements) {
        // roles and databases belong to the whole server, so these are only read
        if (/^(GRANT|DROP|CREATE)\b/.test(statement)) expect(statement).toMatch(/^[A-Z]+ [\w ]+('…')?$/);
        else await database.db.$executeRawUnsafe(statement);
      }
    });
  });
});
