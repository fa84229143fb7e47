import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { claimHome, type RunningPostgres, startPostgres } from '@topup/embedded';
import { announce } from './announce';
import { type Child, type Children, createChildren, endLeftovers } from './children';
import { runtimeFile, writePrivate } from './data-dir';
import { ensureCatalogue, ensureDemo } from './demo';
import { printLine, programs, runOnce } from './programs';
import { completeSettings, type LocalSettings, readLocalSettings, requireFreePorts } from './settings';
import { restartOnChange } from './watch/restart-on-change';

/** `npm run dev`: rebuilds and restarts what changes. */
const watching = process.argv.includes('--watch');

/** The running parts, which are stopped in the reverse order. */
const running: {
  home?: { release(): void };
  postgres?: RunningPostgres;
  children?: Children;
  watch?: { stop(): Promise<void> };
} = {};

async function main(): Promise<void> {
  const local = await readLocalSettings();
  const { dataDir, ports, played } = local;
  stopOnSignals();

  running.home = claimRun(dataDir);
  await endLeftovers(dataDir);
  const { SANDBOX_PORT, ...others } = ports;
  await requireFreePorts(played.length > 0 ? { ...others, SANDBOX_PORT } : others);
  const settings = completeSettings(local, local.databaseUrl ?? (await startDatabase(dataDir)));
  writePrivate(runtimeFile(dataDir), settings);
  await runOnce(programs.database, ['migrate'], settings);

  const children = createChildren(dataDir, settings, gaveUp);
  running.children = children;
  const names = await startServices(children, local, settings.REDIS_URL);
  announce(local, settings, await ensureDemo(local, settings), await ensureCatalogue(settings));
  if (watching && !stopping) running.watch = restartOnChange(names, children, settings);
  printLine('ready');
}

function claimRun(dataDir: string): { release(): void } {
  const run = path.join(dataDir, 'run');
  mkdirSync(run, { recursive: true });
  return claimHome(run);
}

async function startDatabase(dataDir: string): Promise<string> {
  printLine('starting PostgreSQL …');
  const postgres = await startPostgres({ dataDir: path.join(dataDir, 'postgres'), say: printLine });
  running.postgres = postgres;
  void postgres.exited.then(() => fail(new Error('PostgreSQL has ended. The rest stops now; then start again.')));
  return postgres.url;
}

async function startServices(
  children: Children,
  { ports, played }: LocalSettings,
  redisUrl: string | undefined,
): Promise<string[]> {
  const sandboxed = played.length > 0;
  printLine(
    `starting ${sandboxed ? 'sandbox, ' : ''}worker, api and dashboard (queues on ${redisUrl ? 'Redis' : 'PostgreSQL'}) …`,
  );
  const at = (port: number, where: string) => `http://127.0.0.1:${port}${where}`;
  const sandbox = { name: 'sandbox', program: programs.sandbox, readyUrl: at(ports.SANDBOX_PORT, '/healthz') };
  const services: Child[] = [
    { name: 'worker', program: programs.worker, readyUrl: at(ports.WORKER_OPS_PORT, '/ready') },
    { name: 'api', program: programs.api, readyUrl: at(ports.API_OPS_PORT, '/ready') },
    { name: 'dashboard', program: programs.dashboard, readyUrl: at(ports.DASHBOARD_PORT, '/ready') },
  ];
  if (sandboxed) await children.start(sandbox);
  await Promise.all(services.map(children.start));
  return (sandboxed ? [sandbox, ...services] : services).map(({ name }) => name);
}

let stopping = false;
/** npm passes on the Ctrl-C that the terminal has sent to this process too. */
const SAME_CTRL_C_MS = 1_000;

function stopOnSignals(): void {
  let signalledAt = Number.NEGATIVE_INFINITY;
  const onSignal = (signal: NodeJS.Signals) => {
    const isSame = performance.now() < signalledAt + SAME_CTRL_C_MS;
    signalledAt = performance.now();
    if (isSame) return;
    if (stopping) return running.children?.kill();
    printLine(
      signal === 'SIGINT' ? '\nstopping; purchases in hand are finished first (Ctrl-C again: at once) …' : 'stopping …',
    );
    void stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // the terminal is closed, or `tee` has ended, perhaps by the same Ctrl-C
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', () => {
      if (!stopping) void stop().then(() => process.exit(0));
    });
}

async function stop(): Promise<void> {
  stopping = true;
  await running.watch?.stop();
  await running.children?.stop();
  await running.postgres?.stop();
  running.home?.release();
}

/** While sources are watched, a process that keeps ending is started again after the next change. */
function gaveUp(text: string): void {
  if (watching) printLine(text);
  else void fail(new Error(text));
}

async function fail(error: unknown): Promise<void> {
  if (stopping) return;
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  await stop();
  process.exit(1);
}

main().catch(fail);
