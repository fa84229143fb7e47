import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { claimHome, type RunningPostgres, startPostgres } from '@topup/embedded';
import { type Children, createChildren, endLeftovers } from './children';
import { curlLine, type Demo, ensureCatalogue, ensureDemo } from './demo';
import type { SignIn } from './demo-users';
import { programs } from './paths';
import { requireFreePorts } from './ports';
import { runOnce } from './run-once';
import { say } from './say';
import { completeSettings, type Given, keepSettings, type LocalSettings, readLocalSettings } from './settings';

/** What is running, to be stopped in the reverse order. */
const running: { postgres?: RunningPostgres; children?: Children; home?: { release(): void } } = {};

async function main(): Promise<void> {
  const local = await readLocalSettings();
  const { dataDir, ports, sandboxed } = local;
  stopOnSignals();

  running.home = claimRun(dataDir);
  await endLeftovers(dataDir);
  const { SANDBOX_PORT, ...others } = ports;
  await requireFreePorts(sandboxed ? { ...others, SANDBOX_PORT } : others);
  const settings = completeSettings(local, local.databaseUrl ?? (await startDatabase(dataDir)));
  keepSettings(dataDir, settings);
  await runOnce(programs.database, ['migrate'], settings);

  running.children = createChildren(dataDir, settings, (text) => void fail(new Error(text)));
  await startServices(running.children, local, settings);
  announce(local, settings, await ensureDemo(local, settings), await ensureCatalogue(settings));
  say('ready');
}

function claimRun(dataDir: string): { release(): void } {
  const run = path.join(dataDir, 'run');
  mkdirSync(run, { recursive: true });
  return claimHome(run);
}

async function startDatabase(dataDir: string): Promise<string> {
  say('starting PostgreSQL …');
  const postgres = await startPostgres({ dataDir: path.join(dataDir, 'postgres'), say });
  running.postgres = postgres;
  void postgres.exited.then(() => fail(new Error('PostgreSQL has ended by itself.')));
  return postgres.url;
}

async function startServices(children: Children, { ports, sandboxed }: LocalSettings, settings: Given): Promise<void> {
  say(
    `starting ${sandboxed ? 'sandbox, ' : ''}worker, api and dashboard (queues on ${settings.REDIS_URL ? 'Redis' : 'PostgreSQL'}) …`,
  );
  const at = (port: number, where: string) => `http://127.0.0.1:${port}${where}`;
  if (sandboxed)
    await children.start({ name: 'sandbox', program: programs.sandbox, readyUrl: at(ports.SANDBOX_PORT, '/healthz') });
  await Promise.all([
    children.start({ name: 'worker', program: programs.worker, readyUrl: at(ports.WORKER_OPS_PORT, '/ready') }),
    children.start({ name: 'api', program: programs.api, readyUrl: at(ports.API_OPS_PORT, '/ready') }),
    children.start({ name: 'dashboard', program: programs.dashboard, readyUrl: at(ports.DASHBOARD_PORT, '/ready') }),
  ]);
}

function announce(
  { dataDir, ports, sandboxed, harmless }: LocalSettings,
  settings: Given,
  demo: Demo,
  plans: number,
): void {
  const lines: [string, string][] = [
    ['API', demo.baseUrl],
    ['Docs', `${demo.baseUrl}/docs`],
    ['Health', `${demo.opsUrl}/ready`],
    sandboxed
      ? ['Provider', `sandbox; what it delivered: http://127.0.0.1:${ports.SANDBOX_PORT}/ledger`]
      : ['Provider', settings.VTPASS_BASE_URL ?? ''],
    ['Data plans', String(plans)],
    ['API key', demo.apiKey],
    ['Dashboard', demo.dashboardUrl],
    ...signInLines(demo),
    ['Data, logs', dataDir],
  ];
  say();
  for (const [name, value] of lines) say(`  ${name.padEnd(14)}${value}`);
  say();
  if (settings.WEBHOOK_ALLOW_PRIVATE === 'true')
    say('Webhooks may go to private addresses here (WEBHOOK_ALLOW_PRIVATE=true): for development only.');
  if (!harmless)
    say('The provider is a real one: the demo account got no money. Fund it with npm run ops -- wallet fund.');
  say('Buy airtime:\n');
  say(`  ${curlLine(demo)}\n`);
}

function signInLines({ dashboardUser: client, dashboardOperator: operator }: Demo): [string, string][] {
  const line = ({ email, password }: SignIn) =>
    `${email}  ${password ?? '(its password was changed; npm run ops -- user link makes a new one)'}`;
  return [
    ['  as client', line(client)],
    ['  as operator', line(operator)],
  ];
}

// ---- the way out

let stopping = false;

function stopOnSignals(): void {
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) return running.children?.kill();
    say(
      signal === 'SIGINT' ? '\nstopping; purchases in hand are finished first (Ctrl-C again: at once) …' : 'stopping …',
    );
    void stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}

async function stop(): Promise<void> {
  stopping = true;
  await running.children?.stop();
  await running.postgres?.stop();
  running.home?.release();
}

async function fail(error: unknown): Promise<void> {
  if (stopping) return;
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  await stop();
  process.exit(1);
}

main().catch(fail);
