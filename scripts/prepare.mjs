// Makes a clone ready to run: installs packages, generates the Prisma client, notes which schema is needed, compiles,
// builds the pages of the dashboard and of the API's docs. A step is skipped if its inputs have not changed since it
// last succeeded, so every command can afford to call this.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const at = (...parts) => path.join(root, ...parts);
const stamps = at('node_modules', '.topup');

/**
 * Brings the clone up to date before `script`, if one is named, runs in it. Throws after the output of a failing step
 * was written to standard error.
 */
export async function prepare(script) {
  requireSystem();
  requireNode(20, 19);
  if (isPruned()) return requireInRelease(script);
  await alone(() => {
    if (existsSync(at('package-lock.json')))
      step('install', ['package-lock.json'], installed, () => wasInstalledByHand() || install());
    step(
      'prisma-client',
      ['package-lock.json', 'prisma/schema.prisma', 'prisma.config.ts', 'scripts/prepare.mjs'],
      () => existsSync(at('packages/core/src/generated/prisma')),
      generate,
    );
    step('needed-schema', ['scripts/prepare.mjs', ...filesBelow('prisma')], () => existsSync(at(NEEDED_SCHEMA)), need);
    compile();
    step(
      'pages',
      ['package-lock.json', ...filesBelow(PAGES)],
      () => existsSync(at('apps/dashboard/dist/web/index.html')),
      buildPages,
    );
    step(
      'docs',
      [
        ...['package-lock.json', 'scripts/build-docs.mjs', 'docs/reference/specification.md'],
        ...['packages/client/README.md', 'packages/cli/README.md', 'clients/php/README.md', 'clients/python/README.md'],
        ...filesBelow('docs/integrate'),
      ],
      () => existsSync(at('apps/api/dist/docs/built.json')),
      () => run(process.execPath, [at('scripts/build-docs.mjs')]),
    );
  });
}

/** Before anything is installed. On Windows npm's shell comes this far by way of exec.cmd. */
function requireSystem() {
  if (process.platform !== 'win32') return;
  throw new Error(
    'This does not run on Windows itself: install WSL 2 (wsl --install), clone the repository inside it, and run the same command there.',
  );
}

function requireNode(major, minor) {
  const [haveMajor = 0, haveMinor = 0] = process.versions.node.split('.').map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  throw new Error(`Node ${major}.${minor} or newer is needed; this is ${process.versions.node}.`);
}

const installed = () => existsSync(at('node_modules/typescript/package.json'));

/** After `npm ci` in a fresh clone: npm has noted that it installed all of the present lock file. */
const wasInstalledByHand = () => {
  const [noted, lock] = ['node_modules/.package-lock.json', 'package-lock.json'].map((file) =>
    statSync(at(file), { throwIfNoEntry: false }),
  );
  return !existsSync(stamps) && installed() && noted !== undefined && noted.mtimeMs > lock.mtimeMs;
};

/** A built release that `npm ci --omit=dev` made small. Processes run in it, so it must not change under them. */
const isPruned = () =>
  existsSync(at('apps/ops/dist')) && existsSync(at('node_modules/.package-lock.json')) && !installed();

/** A pruned release has only the apps that `npm ci --workspace` named. */
function requireInRelease(script = '') {
  const [, app = ''] = /^apps\/([a-z]+)\/dist\//.exec(script) ?? [];
  if (app !== '' && existsSync(at('node_modules/@topup', app))) return;
  throw new Error(
    'This release was pruned: only api, worker, dashboard and ops run in it. Run this command in a full clone.',
  );
}

function install() {
  printStep('installing packages (about a minute the first time)');
  rmSync(stamps, { recursive: true, force: true });
  run('npm', ['ci', '--include=dev', '--loglevel=error']);
}

// Prisma requires its native schema engine even to generate, and would download it. It does not run the engine here, so
// the path of any executable works.
function generate() {
  printStep('generating the Prisma client');
  run(process.execPath, [at('node_modules/prisma/build/index.js'), 'generate'], {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  });
  // Node 20 searches a file that is imported for the syntax of a module: 0.15 s for 4.6 MB of base64, at every start
  const client = at('packages/core/src/generated/prisma/internal/class.ts');
  const text = readFileSync(client, 'utf8');
  writeFileSync(client, text.replaceAll(/await import\(("@prisma\/client\/runtime\/[^"]+")\)/g, 'require($1)'));
}

const NEEDED_SCHEMA = 'packages/core/src/shared/needed-schema.ts';

/** Compiled in, because each process asks its database for them, also where `prisma` is not. */
function need() {
  const migration = readdirSync(at('prisma/migrations'), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? entry.name : []))
    .sort()
    .at(-1);
  const functions = createHash('sha256');
  for (const file of filesBelow('prisma/functions').filter((name) => name.endsWith('.sql')))
    functions.update(`${path.basename(file, '.sql')}\0${readFileSync(at(file), 'utf8')}\0`);
  const text = `// Written by scripts/prepare.mjs.

/** The newest migration: a directory of prisma/migrations. */
export const NEEDED_MIGRATION = '${migration}';
/** The digest of the files of prisma/functions. */
export const NEEDED_FUNCTIONS = '${functions.digest('hex')}';
`;
  writeFileSync(at(NEEDED_SCHEMA), text);
}

/** `tsc -b` finds what is out of date itself, but takes longer to find nothing than most commands of `ops` to run. */
function compile() {
  const folders = JSON.parse(readFileSync(at('tsconfig.build.json'), 'utf8')).references.map((each) => each.path);
  step(
    'compile',
    [
      ...['package-lock.json', 'tsconfig.base.json', 'tsconfig.build.json'],
      ...folders.flatMap((folder) => [`${folder}/tsconfig.json`, ...filesBelow(`${folder}/src`)]),
    ],
    () => folders.every((folder) => existsSync(at(folder, 'dist'))),
    () => run(process.execPath, [at('node_modules/typescript/bin/tsc'), '-b', 'tsconfig.build.json']),
  );
}

const PAGES = 'apps/dashboard/web';

function buildPages() {
  printStep('building the pages of the dashboard');
  run(process.execPath, [at('node_modules/vite/bin/vite.js'), 'build', PAGES, '--logLevel=warn'], {
    NODE_ENV: 'production',
  });
}

/** Paths from the root, sorted, because the order of the file system varies. */
function filesBelow(directory) {
  const entries = readdirSync(at(directory), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)))
    .sort();
}

/**
 * Runs `work`, unless its `inputs` are the same as when it last succeeded and its output still `exists`. Files with the
 * same size and time as then are not read.
 */
function step(name, inputs, exists, work) {
  const stamp = path.join(stamps, name);
  const [before, seenBefore] = exists() && existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  const found = inputs.flatMap((input) => statSync(at(input), { throwIfNoEntry: false }) ?? []);
  const seen = digestOf(
    found.map(({ size, mtimeMs }) => `${size} ${mtimeMs}`),
    inputs,
  );
  if (seen === seenBefore) return;
  const digest = digestOf(inputs.flatMap((input) => (existsSync(at(input)) ? [readFileSync(at(input))] : [])));
  if (digest !== before) work();
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, `${digest} ${seen}`);
}

function digestOf(...lists) {
  const digest = createHash('sha256').update(process.versions.modules);
  for (const item of lists.flat()) digest.update(item);
  return digest.digest('hex');
}

function run(command, args, env = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
  });
  if (status === 0) return;
  process.stderr.write(stdout ?? '');
  process.stderr.write(stderr ?? '');
  throw new Error(
    `${path.basename(command)} ${args.map((arg) => path.basename(arg)).join(' ')} failed${error ? `: ${error.message}` : ` (exit ${status})`}`,
  );
}

// Two commands that start together must not install or compile at the same time. A lock whose owner has ended is
// removed.
async function alone(work) {
  const lock = at('.preparing');
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (ownerIsGone(lock)) rmSync(lock, { recursive: true, force: true });
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  try {
    writeFileSync(path.join(lock, 'pid'), String(process.pid));
    work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function ownerIsGone(lock) {
  try {
    const pid = Number(readFileSync(path.join(lock, 'pid'), 'utf8'));
    process.kill(pid, 0);
    return false;
  } catch (error) {
    if (error.code === 'ESRCH') return true;
    if (error.code === 'EPERM') return false;
    // It has no pid yet: its owner is between two system calls, or was killed there.
    return existsSync(lock) && Date.now() - statSync(lock).mtimeMs > 5_000;
  }
}

function printStep(text) {
  process.stderr.write(`${text} …\n`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await prepare().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
