// `npm run check`: all checks that do not run the service. Every check runs, even after a failure; exit code 1 if any
// failed. With `--fix` it only formats, and fixes what can be fixed. With `--kubernetes <directory>` it only judges the
// manifests there.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const colors = process.stdout.isTTY ? 'force' : 'off';
const BIOME = 'node_modules/@biomejs/biome/bin/biome';

const checks = [
  {
    name: 'format, lint and import walls',
    run: () => node([BIOME, 'ci', `--colors=${colors}`, '.']),
  },
  { name: 'types', run: () => node(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']) },
  {
    name: 'types of the pages',
    run: () => node(['node_modules/typescript/bin/tsc', '-p', 'apps/dashboard/web/tsconfig.json', '--noEmit']),
  },
  { name: 'migrations, schema.prisma and functions', run: checkDatabase },
  { name: 'width of comments, words of pages', run: () => node(['scripts/check-text.mjs']) },
  { name: 'generated files', run: () => node(['scripts/generate.mjs', '--check']) },
  { name: 'docs/reference/openapi.json by Redocly', run: lintByRedocly },
  { name: 'docs/reference/openapi.json by Spectral', run: lintBySpectral },
];

const [option, ...given] = process.argv.slice(2);
if (option === undefined) await judgeAll();
else if (option === '--fix' && given.length === 0) instead([BIOME, 'check', '--write', '.']);
else if (option === '--kubernetes') instead(['tests/kubernetes/start.cjs', ...given]);
else {
  console.error('usage: npm run check [-- --fix | --kubernetes <directory>]');
  process.exitCode = 2;
}

function instead(args) {
  process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}

async function judgeAll() {
  const results = checks.map(async ({ name, run }) => ({ name, ...(await run().catch(failed)) }));
  for (const result of results) report(await result);
  total(await Promise.all(results));
}

function report({ name, ok, output }) {
  console.log(`== ${name}: ${ok ? 'ok' : 'FAILED'}`);
  if (!ok) console.log(`${output.trimEnd()}\n`);
}

function total(all) {
  const failures = all.filter(({ ok }) => !ok);
  console.log(`check: ${all.length - failures.length} ok, ${failures.length} failed`);
  if (failures.length > 0) process.exitCode = 1;
}

function failed(error) {
  return { ok: false, output: String(error.stack ?? error) };
}

/** Runs a Node program from the root of the clone; resolves with whether it succeeded and all it printed. */
function node(args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** Warnings fail it too. Asks nobody outside: neither for a newer version nor to report its use. */
async function lintByRedocly() {
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const lint = ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--config=redocly.yaml', 'docs/reference/openapi.json'];
  const { ok, output } = await node(lint, quiet);
  return { ok: ok && !/\d+ warnings?/.test(output), output };
}

/** Its recommended rules, without exception; also a hint fails it. */
async function lintBySpectral() {
  const { Spectral } = (await import('@stoplight/spectral-core')).default;
  const { oas } = (await import('@stoplight/spectral-rulesets')).default;
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[oas, 'recommended']] });
  const document = JSON.parse(readFileSync(path.join(root, 'docs/reference/openapi.json'), 'utf8'));
  const faults = await spectral.run(document);
  const lines = faults.map(({ code, path: place, message }) => `${code} at ${place.join('.')}: ${message}`);
  return { ok: faults.length === 0, output: lines.join('\n') };
}

/** On a Postgres of its own, which is gone afterwards. */
async function checkDatabase() {
  const names = await node(['scripts/check-migrations.mjs']);
  if (!names.ok) return names;
  const { startPostgres } = await import('../packages/embedded/dist/index.js');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'topup-check-'));
  chmodSync(dataDir, 0o755); // run by root, Postgres works as another user, who has to get in
  const directories = [dataDir];
  try {
    const server = await startPostgres({ dataDir, dieWithParent: true });
    directories.push(server.home);
    try {
      return await node(['apps/ops/dist/database.js', 'check'], { DATABASE_URL: server.url });
    } finally {
      await server.stop();
    }
  } finally {
    for (const directory of directories) rmSync(directory, { recursive: true, force: true });
  }
}
