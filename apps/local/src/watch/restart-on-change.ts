import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Children } from '../children';
import { printLine, programs, ROOT, runOnce } from '../programs';
import type { Given } from '../settings';
import { digestOutput, withDependencies } from './compiled-output';
import { watchDirectories } from './watch-directories';

/** One save can be several events, and a `git checkout` hundreds. */
const QUIET_MS = 100;
/** This process, which cannot restart itself. */
const LAUNCHER = 'local';

/**
 * Rebuilds after each change of a source file, and restarts those of `names` whose compiled output changed. After a
 * failed build all processes keep running.
 */
export function restartOnChange(names: string[], children: Children, settings: Given): { stop(): Promise<void> } {
  let build: ReturnType<typeof startBuild> | undefined;
  const outputs = digestOutputs(names);
  let schemaChanged = false;
  let building = false;
  let changedAgain = false;
  let stopped = false;

  let quiet: NodeJS.Timeout | undefined;
  const watcher = watchDirectories(sourceDirectories(), (file) => {
    if (isIgnored(file)) return;
    schemaChanged ||= file.endsWith('.sql');
    clearTimeout(quiet);
    quiet = setTimeout(() => void handleChanges(), QUIET_MS);
  });

  async function handleChanges(): Promise<void> {
    changedAgain = true;
    if (building) return;
    building = true;
    while (changedAgain && !stopped) {
      changedAgain = false;
      await rebuildAndRestart().catch(report);
    }
    building = false;
  }

  async function rebuildAndRestart(): Promise<void> {
    const startedAt = performance.now();
    build = startBuild();
    const succeeded = await build.succeeded;
    if (stopped) return;
    if (!succeeded) return printLine('the build failed; all processes keep running');
    if (schemaChanged) await migrate();
    const changed = replaceOutputs();
    await Promise.all(changed.filter((name) => name !== LAUNCHER).map((name) => children.restart(name).catch(report)));
    if (stopped) return;
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    printLine(`rebuilt in ${seconds} s; changed: ${changed.join(', ') || 'nothing'}`);
    if (changed.includes(LAUNCHER)) printLine(`start npm run dev again to use the change of ${LAUNCHER}`);
  }

  async function migrate(): Promise<void> {
    schemaChanged = false;
    await runOnce(programs.database, ['migrate'], settings);
  }

  function replaceOutputs(): string[] {
    const before = new Map(outputs);
    for (const [name, digest] of digestOutputs(names)) outputs.set(name, digest);
    return [...outputs.keys()].filter((name) => outputs.get(name) !== before.get(name));
  }

  function report(error: unknown): void {
    if (!stopped) printLine(error instanceof Error ? error.message : String(error));
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(quiet);
      watcher.close();
      await build?.stop();
    },
  };
}

/**
 * Compiles what has changed, and builds the pages if they have changed. scripts/prepare.mjs prints errors itself. The
 * build is a process group, so that `stop` ends all of it.
 */
function startBuild() {
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/prepare.mjs')], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const succeeded = new Promise<boolean>((resolve) => child.once('close', (code) => resolve(code === 0)));
  return {
    succeeded,
    async stop(): Promise<void> {
      try {
        if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
          process.kill(-child.pid, 'SIGTERM');
      } catch {
        // it has just ended
      }
      await succeeded;
    },
  };
}

/** By name. Of the launcher only its own files count, because it also depends on all services, for their settings. */
function digestOutputs(names: string[]): Map<string, string> {
  const digests = new Map(names.map((name) => [name, digestOutput(ROOT, withDependencies(ROOT, `apps/${name}`))]));
  return digests.set(LAUNCHER, digestOutput(ROOT, [`apps/${LAUNCHER}`]));
}

function sourceDirectories(): string[] {
  const workspaces = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(path.join(ROOT, parent)).map((name) => path.join(ROOT, parent, name)),
  );
  const sources = workspaces.flatMap((workspace) => ['src', 'web'].map((name) => path.join(workspace, name)));
  return [...sources, path.join(ROOT, 'prisma')].filter((directory) => existsSync(directory));
}

/** Temporary files of editors, and tests, which are not compiled. */
const isIgnored = (file: string): boolean => /(^\.|~$|\.test\.tsx?$)/.test(path.basename(file));
