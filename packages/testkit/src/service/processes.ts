import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@topup/embedded';
import { entryIn, launch, type ServiceProcess } from './launch';
import { sandboxKeys } from './settings';

export type ApiProcess = ServiceProcess & {
  /** URL of the public API, without a path. */
  readonly url: string;
  readonly opsUrl: string;
};
export type WorkerProcess = ServiceProcess & { readonly opsUrl: string };
export type DashboardProcess = ServiceProcess & { readonly url: string; readonly opsUrl: string };
export type SandboxProcess = ServiceProcess & { readonly url: string };

const READY_WITHIN_MS = 60_000;

/**
 * Starts an API process with `settings` only, on free ports unless they name one, and waits until it is ready. `root`:
 * see `launch`.
 */
export async function startApi(settings: Record<string, string>, root?: string): Promise<ApiProcess> {
  const ports = { API_PORT: '0', API_OPS_PORT: '0' };
  const listening = (line: string) => {
    const entry = entryIn(line);
    return entry?.message === 'listening' ? { port: Number(entry.port), opsPort: Number(entry.opsPort) } : undefined;
  };
  const { announced, ...api } = await launch('api', { ...ports, ...settings }, listening, root);
  return ready({ ...api, url: localUrl(announced.port), opsUrl: localUrl(announced.opsPort) });
}

/** Starts a worker process on a free port and waits until it is ready. `root`: see `launch`. */
export async function startWorker(settings: Record<string, string>, root?: string): Promise<WorkerProcess> {
  const working = (line: string) => {
    const entry = entryIn(line);
    return entry?.message === 'working' ? Number(entry.opsPort) : undefined;
  };
  const { announced, ...worker } = await launch('worker', { ...settings, WORKER_OPS_PORT: '0' }, working, root);
  return ready({ ...worker, opsUrl: localUrl(announced) });
}

/** Starts a dashboard on free ports and waits until it is ready. By default operators need no second factor. */
export async function startDashboard(settings: Record<string, string>): Promise<DashboardProcess> {
  // it must know its port before it listens: it accepts requests only of pages at its own address
  const { announced, ...dashboard } = await launch(
    'dashboard',
    { OPERATOR_FACTOR: 'optional', ...settings, DASHBOARD_PORT: String(await freePort()), DASHBOARD_OPS_PORT: '0' },
    (line) => {
      const entry = entryIn(line);
      return entry?.message === 'listening' ? { port: Number(entry.port), opsPort: Number(entry.opsPort) } : undefined;
    },
  );
  return ready({ ...dashboard, url: localUrl(announced.port), opsUrl: localUrl(announced.opsPort) });
}

/** Starts a provider sandbox, by default on a free port. With a SANDBOX_FILE it keeps its state over a kill. */
export async function startSandbox(settings: Record<string, string> = {}): Promise<SandboxProcess> {
  const { announced, ...sandbox } = await launch(
    'sandbox',
    { SANDBOX_PORT: '0', ...sandboxKeys(), ...settings },
    (line) => {
      return /^sandbox listening on (http\S+)$/.exec(line)?.[1];
    },
  );
  return { ...sandbox, url: announced };
}

const localUrl = (port: number) => `http://127.0.0.1:${port}`;

async function ready<P extends ServiceProcess & { opsUrl: string }>(service: P): Promise<P> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const status = await fetch(`${service.opsUrl}/ready`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return service;
    if (service.unbidden() !== undefined || performance.now() > deadline) break;
    await sleep(20);
  }
  const crash = service.unbidden();
  await service.kill();
  throw new Error(crash ?? `${service.name} did not become ready:\n${service.lines.slice(-20).join('\n')}`);
}
