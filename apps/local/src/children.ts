import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fchmodSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProcess } from '@topup/embedded';
import { logFile, processesFile, readJson, writePrivate } from './data-dir';
import { printLine } from './programs';
import type { Given } from './settings';

export type Child = {
  name: string;
  program: string;
  /** Answers 200 when the process can do its work. */
  readyUrl: string;
};

export type Children = {
  /**
   * Starts one and waits until it is ready. @throws Error with the end of its log if it ends or needs more than 2 min
   */
  start(child: Child): Promise<void>;
  /** Stops the process of this name, if it runs, and starts it again. @throws Error as `start` */
  restart(name: string): Promise<void>;
  /** Stops them in the reverse order of their starts, one after the other. */
  stop(): Promise<void>;
  kill(): void;
};

type Running = Child & {
  process: ChildProcess;
  log: string;
  startedAt: number;
  quickDeaths: number;
  /** True while an end needs no action: `start` waits for the process, or it is being stopped. */
  unwatched: boolean;
};

const READY_WITHIN_MS = 120_000;
const START_AGAIN_AFTER_MS = 1_000;
const QUICK_MS = 10_000;
const QUICK_DEATHS = 3;

/**
 * The processes of the service, each with its own log file and process group: a Ctrl-C reaches only this process, which
 * stops them in order. All have this process's Node options; one that ends unexpectedly is started again, and after
 * three ends within 10 s of their starts, `gaveUp` is called.
 */
export function createChildren(dataDir: string, settings: Given, gaveUp: (text: string) => void): Children {
  const known = new Map<string, Child>();
  const running: Running[] = [];
  const startingAgain = new Map<string, NodeJS.Timeout>();
  let stopping = false;

  function launch(child: Child, { quickDeaths, unwatched }: Pick<Running, 'quickDeaths' | 'unwatched'>): Running {
    const log = logFile(dataDir, child.name);
    mkdirSync(path.dirname(log), { recursive: true });
    const out = openSync(log, 'a', 0o600);
    fchmodSync(out, 0o600); // also one from before
    const process_ = spawn(process.execPath, [...process.execArgv, child.program], {
      detached: true,
      stdio: ['ignore', out, out],
      env: { ...settings, PATH: '/usr/bin:/bin' },
    });
    closeSync(out);
    const one = { ...child, process: process_, log, startedAt: performance.now(), quickDeaths, unwatched };
    process_.once('exit', (code, signal) => ended(one, signal ?? `exit ${code}`));
    running.push(one);
    keepRecord();
    return one;
  }

  function ended(one: Running, how: string): void {
    running.splice(running.indexOf(one), 1);
    keepRecord();
    if (stopping || one.unwatched) return;
    const quickDeaths = performance.now() - one.startedAt < QUICK_MS ? one.quickDeaths + 1 : 0;
    if (quickDeaths >= QUICK_DEATHS) gaveUp(`${one.name} keeps ending (${how}):\n${endOf(one.log)}`);
    else startingAgain.set(one.name, setTimeout(again, START_AGAIN_AFTER_MS, one, quickDeaths, how));
  }

  function again(one: Running, quickDeaths: number, how: string): void {
    startingAgain.delete(one.name);
    if (stopping) return;
    printLine(`${one.name} ended (${how}); starting it again`);
    launch(one, { quickDeaths, unwatched: false });
  }

  function keepRecord(): void {
    const record = running.map(({ name, process: { pid = 0 } }) => ({
      name,
      pid,
      started: findProcess(pid)?.started ?? '',
    }));
    writePrivate(processesFile(dataDir), record);
  }

  async function start(child: Child): Promise<void> {
    known.set(child.name, child);
    const one = launch(child, { quickDeaths: 0, unwatched: true });
    const deadline = performance.now() + READY_WITHIN_MS;
    while (!(await isReady(child.readyUrl))) {
      const gone = one.process.exitCode !== null || one.process.signalCode !== null;
      if (gone || performance.now() > deadline)
        throw new Error(`${child.name} ${gone ? 'ended' : 'is not ready after 2 min'}:\n${endOf(one.log)}`);
      await sleep(50);
    }
    one.unwatched = false;
  }

  async function end(one: Running): Promise<void> {
    one.unwatched = true;
    const exited = new Promise((resolve) => one.process.once('exit', resolve));
    if (one.process.kill('SIGTERM')) await exited;
  }

  return {
    start,
    async restart(name) {
      const child = known.get(name);
      if (child === undefined) return;
      clearTimeout(startingAgain.get(name));
      startingAgain.delete(name);
      for (const one of running.filter((each) => each.name === name)) await end(one);
      if (!stopping) await start(child);
    },
    async stop() {
      stopping = true;
      for (const one of [...running].reverse()) await end(one);
      rmSync(processesFile(dataDir), { force: true });
    },
    kill() {
      for (const { process: child } of running) child.kill('SIGKILL');
    },
  };
}

/** Ends the processes of an earlier start that was killed. */
export async function endLeftovers(dataDir: string): Promise<void> {
  const record = readJson<{ name: string; pid: number; started: string }[]>(processesFile(dataDir)) ?? [];
  const left = record.filter(({ pid, started }) => findProcess(pid)?.started === started);
  for (const { name, pid } of left) {
    printLine(`ending the ${name} process that an earlier run left behind`);
    process.kill(pid, 'SIGTERM');
  }
  const killAt = performance.now() + 5_000;
  for (const { pid, started } of left) {
    while (findProcess(pid)?.started === started) {
      if (performance.now() > killAt) process.kill(pid, 'SIGKILL');
      await sleep(50);
    }
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false;
  }
}

function endOf(log: string): string {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
}
