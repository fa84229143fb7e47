import { freePort } from '@topup/embedded';
import { type Launching, type Program, startOwn, startService } from './programs';
import type { System } from './rows';

/** The processes that answer purchases; the stores, the provider and the receiver are the stage's. */
export type RunningSystem = {
  /** Of its API. */
  port: number;
  programs: readonly Program[];
};

type Start = (launch: (name: string, settings?: Record<string, string>) => Launching) => Promise<RunningSystem>;

/** Each with one api process and, but for the ceiling, one worker process. Both are called so in the report, whichever design they are of. */
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
  ours: async (launch) => {
    const ports = { api: await freePort(), apiOps: await freePort(), workerOps: await freePort() };
    const apiSettings = { API_PORT: String(ports.api), API_OPS_PORT: String(ports.apiOps) };
    const worker = await startService('worker', readyAt(ports.workerOps), launch('worker', { WORKER_OPS_PORT: String(ports.workerOps) }));
    const api = await startService('api', readyAt(ports.apiOps), launch('api', apiSettings));
    return { port: ports.api, programs: [api, worker] };
  },
};

const readyAt = (opsPort: number) => `http://127.0.0.1:${opsPort}/ready`;
