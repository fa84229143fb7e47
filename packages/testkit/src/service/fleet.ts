import { type ApiProcess, startApi, startWorker, type WorkerProcess } from './processes';

/** The api and worker processes of a world. */
export type Fleet = {
  /** All that were ever started, stopped and killed ones included. */
  readonly apis: readonly ApiProcess[];
  readonly workers: readonly WorkerProcess[];
  /** Starts one more, with `settings` on top of those of its kind; `root`: from that clone. */
  addApi(settings?: Record<string, string>, root?: string): Promise<ApiProcess>;
  addWorker(settings?: Record<string, string>, root?: string): Promise<WorkerProcess>;
  kill(): Promise<void>;
};

type Settings = Record<string, string>;

export function createFleet(base: { api: Settings; worker: Settings }): Fleet {
  const apis: ApiProcess[] = [];
  const workers: WorkerProcess[] = [];
  return {
    apis,
    workers,
    addApi: (settings, root) => addTo(apis, startApi({ ...base.api, ...settings }, root)),
    addWorker: (settings, root) => addTo(workers, startWorker({ ...base.worker, ...settings }, root)),
    kill: async () => {
      await Promise.all([...apis, ...workers].map((process) => process.kill()));
    },
  };
}

/**
 * Starts this many processes of each kind at the same time, from the clone at `root`.
 * @throws when one fails, but only after all others have started and are known to the fleet
 */
export async function startMany(
  { addApi, addWorker }: Fleet,
  apis: number,
  workers: number,
  root?: string,
): Promise<void> {
  const starts = [
    ...Array.from({ length: apis }, () => addApi({}, root)),
    ...Array.from({ length: workers }, () => addWorker({}, root)),
  ];
  for (const start of await Promise.allSettled(starts)) if (start.status === 'rejected') throw start.reason;
}

async function addTo<P>(all: P[], starting: Promise<P>): Promise<P> {
  const process = await starting;
  all.push(process);
  return process;
}
