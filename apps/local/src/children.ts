import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProcess } from '@topup/embedded';
import { say } from './say';
import { type Given, readJson, writePrivate } from './settings';

export type Child = {
  name: string;
  program: string;
  /** Answers 200 when the process can do its work. */
  readyUrl: string;
};

export type Children = {
  /** Starts one and waits until it is ready. @throws Error with the end of its log when it ends or takes longer than 30 s */
  start(child: Child): Promise<void>;
  /** Ends them in the reverse of the order they were started in, each before the next. */
  stop(): Promise<void>;
  /** Ends them at once. */
  kill(): void;
};

type Running = Child & { process: ChildProcess; log: string; startedAt: number; quickDeaths: number };

const READY_WITHIN_MS = 30_000;
const QUICK_MS = 10_000;
const QUICK_DEATHS = 3;

/**
 * The processes of the service, with the options of Node that this one has. Each writes to its own log file and is a group of its own, so that a Ctrl-C on the terminal reaches only us, who stop
 * them in order. One that ends by itself is started again; `gaveUp` is called when that does not help.
 */
export function createChildren(dataDir: string, settings: Given, gaveUp: (text: string) => void): Children {
  const running: Running[] = [];
  let stopping = false;

  function launch(child: Child, quickDeaths: number): Running {
    const log = path.join(dataDir, 'logs', `${child.name}.log`);
    mkdirSync(path.dirname(log), { recursive: true });
    const out = openSync(log, 'a');
    const process_ = spawn(process.execPath, [...process.execArgv, child.program], {
      detached: true,
      stdio: ['ignore', out, out],
      env: { ...settings, PATH: '/usr/bin:/bin' },
    });
    const one: Running = { ...child, process: process_, log, startedAt: performance.now(), quickDeaths };
    process_.once('exit', (code, signal) => ended(one, signal ?? `exit ${code}`));
    running.push(one);
    keepRecord();
    return one;
  }

  function ended(one: Running, how: string): void {
    running.splice(running.indexOf(one), 1);
    keepRecord();
    if (stopping) return;
    const quickDeaths = performance.now() - one.startedAt < QUICK_MS ? one.quickDeaths + 1 : 0;
    if (quickDeaths >= QUICK_DEATHS) gaveUp(`${one.name} keeps ending (${how}):\n${endOf(one.log)}`);
    else setTimeout(again, 1_000, one, quickDeaths, how);
  }

  function again(one: Running, quickDeaths: number, how: string): void {
    if (stopping) return;
    say(`${one.name} ended (${how}); starting it again`);
    launch(one, quickDeaths);
  }

  function keepRecord(): void {
    const record = running.map(({ name, process: { pid = 0 } }) => ({
      name,
      pid,
      started: findProcess(pid)?.started ?? '',
    }));
    writePrivate(recordFile(dataDir), record);
  }

  async function start(child: Child): Promise<void> {
    const one = launch(child, QUICK_DEATHS);
    const deadline = performance.now() + READY_WITHIN_MS;
    while (!(await isReady(child.readyUrl))) {
      const gone = one.process.exitCode !== null || one.process.signalCode !== null;
      if (gone || performance.now() > deadline)
        throw new Error(`${child.name} ${gone ? 'ended' : 'is not ready after 30 s'}:\n${endOf(one.log)}`);
      await sleep(50);
    }
    one.quickDeaths = 0;
  }

  return {
    start,
    async stop() {
      stopping = true;
      for (const { process: child } of [...running].reverse()) {
        const exited = new Promise((resolve) => child.once('exit', resolve));
        if (child.kill('SIGTERM')) await exited;
      }
      rmSync(recordFile(dataDir), { force: true });
    },
    kill() {
      for (const { process: child } of running) child.kill('SIGKILL');
    },
  };
}

const recordFile = (dataDir: string): string => path.join(dataDir, 'run', 'processes.json');

/** Ends what an earlier start left running because it was killed itself. */
export async function endLeftovers(dataDir: string): Promise<void> {
  const record = readJson<{ name: string; pid: number; started: string }[]>(recordFile(dataDir)) ?? [];
  const left = record.filter(({ pid, started }) => findProcess(pid)?.started === started);
  for (const { name, pid } of left) {
    say(`ending the ${name} process that an earlier run left behind`);
    process.kill(pid, 'SIGTERM');
  }
  const patienceEnds = performance.now() + 5_000;
  for (const { pid, started } of left) {
    while (findProcess(pid)?.started === started) {
      if (performance.now() > patienceEnds) process.kill(pid, 'SIGKILL');
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
