import { spawn, spawnSync } from 'node:child_process';
import { describeIf, onThePath, openApiDocument, startWorld, type TestAccount, type World } from '@topup/testkit';
import { operatorsOf } from '../journey/support/ops';

// Sends every example of the reference as it stands there. Each language reads its program from standard input.

type Language = { label: string; program: string; args: string[]; ready: string[] };

const LANGUAGES: Language[] = [
  { label: 'curl', program: 'bash', args: [], ready: ['-c', 'command -v curl'] },
  { label: 'JavaScript', program: 'node', args: ['--input-type=module', '-'], ready: ['--version'] },
  { label: 'Python', program: 'python3', args: ['-'], ready: ['-c', 'import requests'] },
  { label: 'PHP', program: 'php', args: [], ready: ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'] },
];

const isReady = ({ program, ready }: Language) =>
  onThePath(program) !== undefined && spawnSync(program, ready).status === 0;

/** In the order of the document, in which the purchase comes before its status, and the reset comes last. */
const operations = Object.entries(openApiDocument().paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    answersJson: operation.responses['200']?.content?.['application/json'] !== undefined,
    samples: operation['x-codeSamples'] ?? [],
  })),
);

let world: World;
beforeAll(async () => {
  world = await startWorld({ mode: 'test' });
  await operatorsOf(world)('catalogue', 'sync');
});
afterAll(() => world?.stop());

test('every operation has an example in each language, a stream in curl, and none has a key in it', () => {
  expect(operations.length).toBeGreaterThan(10);
  for (const { name, answersJson, samples } of operations) {
    const labels = samples.map(({ label }) => label);
    expect([name, labels]).toEqual([name, answersJson ? LANGUAGES.map(({ label }) => label) : ['curl']]);
    for (const { source } of samples) expect(source).not.toMatch(/tup_(test|live)_/);
  }
});

for (const language of LANGUAGES) {
  const reason = `${language.program} or its library for HTTP is not on this machine`;
  describeIf(isReady(language), `an example in ${language.label} cannot be sent as it is`, reason, () => {
    let account: TestAccount;
    beforeAll(async () => {
      account = await world.addAccount(100_000);
    });

    test.each(operations.filter(({ answersJson }) => answersJson))('$name answers a success', async ({ samples }) => {
      const source = samples.find(({ label }) => label === language.label)?.source ?? '';
      const output = await run(
        language,
        source.replaceAll('http://127.0.0.1:3000', String(world.apis[0]?.url)),
        account,
      );
      // JSON, or how the language prints an object
      expect(output).toMatch(/['"]?status['"]?: ?['"]success(ful)?['"]/);
    });
  });
}

/** Runs an example to its end. @returns all that it printed */
function run({ program, args }: Language, source: string, { apiKey }: TestAccount): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { PATH: process.env.PATH, TOPUP_TEST_KEY: apiKey } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', () => resolve(output));
    child.stdin.end(source);
  });
}
