import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describeIf, onThePath, openApiDocument, startWorld, type World } from '@topup/testkit';
import { build } from 'esbuild';

// Other people do not use our client but one that a public generator makes from our document.

const DOCUMENT = path.join(__dirname, '../../docs/reference/openapi.json');
const INSTALL_MS = 300_000;

let world: World;
let directory: string;
beforeAll(async () => {
  world = await startWorld({ mode: 'test' });
  directory = mkdtempSync(path.join(tmpdir(), 'topup-generators-'));
  cpSync(path.join(__dirname, 'generators'), directory, { recursive: true });
  cpSync(DOCUMENT, path.join(directory, 'openapi.json'));
  await run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
}, INSTALL_MS);
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await world?.stop();
});

describe('a client that a public generator made refuses what the service accepts, or does not compile', () => {
  test(
    'orval with zod, hey-api with zod and openapi-typescript make clients that type-check',
    async () => {
      await run('node_modules/.bin/openapi-typescript', 'openapi.json', '--output', 'src/openapi-typescript/api.ts');
      await run('node_modules/.bin/orval', '--config', './orval.config.cjs');
      const plugins = ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk', 'zod'];
      await run('node_modules/.bin/openapi-ts', '-i', 'openapi.json', '-o', 'src/hey-api', '-p', ...plugins);
      await run('node_modules/.bin/tsc', '--project', 'tsconfig.json');
    },
    INSTALL_MS,
  );

  test.each(['orval', 'hey-api', 'openapi-typescript'])(
    'that of %s buys, and refuses none of 10,000 UUIDs',
    async (name) => {
      const outfile = path.join(directory, `${name}.mjs`);
      await build({
        entryPoints: [path.join(directory, `buy-${name}.ts`)],
        outfile,
        bundle: true,
        platform: 'node',
        format: 'esm',
        logLevel: 'silent',
      });
      const { reference, ...answer } = JSON.parse(await run(process.execPath, outfile));
      expect(answer).toEqual({ status: 'successful', refused: 0 });
      const { body } = await world.client.call('POST', '/v1/transaction/status', { request_ref: reference });
      expect(body).toMatchObject({ status: 'successful', reference });
    },
  );
});

describeIf(onThePath('python3') !== undefined, 'a client in Python', 'there is no python3 on the PATH', () => {
  test('compiles every pattern, and refuses none of 10,000 UUIDs', async () => {
    const program = `
import json, re, sys, uuid
document = json.load(open(sys.argv[1]))
def patterns(value):
    if isinstance(value, dict):
        if isinstance(value.get("pattern"), str):
            yield value["pattern"]
        for each in value.values():
            yield from patterns(each)
    elif isinstance(value, list):
        for each in value:
            yield from patterns(each)
compiled = [re.compile(each) for each in patterns(document)]
reference = re.compile(document["components"]["schemas"]["AirtimeOrder"]["properties"]["request_ref"]["pattern"])
print(len(compiled), sum(reference.search(str(uuid.uuid4())) is None for _ in range(10000)))
`;
    const [compiled, refused] = (await run('python3', '-c', program, DOCUMENT)).trim().split(' ').map(Number);
    const expected = [...JSON.stringify(openApiDocument()).matchAll(/"pattern":"/g)].length;
    expect([compiled, refused]).toEqual([expected, 0]);
  });
});

/**
 * Runs a program in the directory of the generators.
 * @returns what it printed
 * @throws Error with all that it printed
 */
async function run(program: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, TOPUP_URL: world.apis[0]?.url, TOPUP_KEY: world.account.apiKey };
  const { stdout } = await promisify(execFile)(program, args, { cwd: directory, env, maxBuffer: 1 << 26 }).catch(
    (error) => Promise.reject(new Error(`${error.message}\n${error.stdout}`)),
  );
  return stdout;
}
