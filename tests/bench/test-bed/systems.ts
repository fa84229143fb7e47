import { freePort } from '@topup/embedded';
import type { System } from '../rows';
import { type Launching, type Program, startOwn, startService } from './programs';

/** The processes that answer purchases. Stores, provider and receiver belong to the test bed. */
export type RunningSystem = {
  /** The port of its API. */
  port: number;
  programs: readonly Program[];
};

type Start = (launch: (name: string, settings?: Record<string, string>) => Launching) => Promise<RunningSystem>;

/**
 * Each has one `api` process and, except the ceiling, one `worker` process. The report uses these names for every
 * design.
 */
export const startSystem: Record<System, Start> = {
  ceiling: async (launch) => {
    const api = await startOwn<{ port: number }>('ceiling.ts', launch('api', { API_PORT: '0' }));
    return { port: api.message.port, programs: [api.program] };
  },
  naive: async (launch) => {
    const worker = await startOwn('naive/worker.ts', launch('worker'));
    const api = await startOwn<{ port: number }>('naive/api.ts', launch('api', { API_PORT: '0' }));
    return { port: api.message.port, programs: [api.program, worker.program] };
  },
  ours: (launch) => startOurs(launch, 1),
};

/** This service, with this many worker processes. */
export async function startOurs(launch: Parameters<Start>[0], workers: number): Promise<RunningSystem> {
  const programs: Program[] = [];
  for (let n = 1; n <= workers; n += 1) {
    const opsPort = await freePort();
    const settings = { WORKER_OPS_PORT: String(opsPort) };
    programs.push(await startService('worker', readyAt(opsPort), launch(n === 1 ? 'worker' : `worker ${n}`, settings)));
  }
  const [port, opsPort] = [await freePort(), await freePort()];
  const settings = { API_PORT: String(port), API_OPS_PORT: String(opsPort) };
  return { port, programs: [await startService('api', readyAt(opsPort), launch('api', settings)), ...programs] };
}

const readyAt = (opsPort: number) => `http://127.0.0.1:${opsPort}/ready`;
