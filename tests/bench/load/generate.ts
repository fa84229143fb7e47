import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../measurement';
import { openConnection } from './connection';

export type LoadTask = {
  port: number;
  /** One of each account. */
  apiKeys: readonly string[];
  /** Default: accounts buy in turn. With this some buy far more than others, as clients do: the first 3 % of all. */
  uneven?: boolean;
  connections: number;
  /** The prefix of every reference of this load. */
  refPrefix: string;
  /** How long to load before the measured time. */
  warmMs: number;
  /**
   * Orders in a second, however long the answers take. Without it each connection orders again after each answer.
   */
  perSecond?: number;
} & (
  | { measureMs: number /** Reports each such part of it separately. */; sliceMs?: number }
  | { /** How many to buy, instead of for how long. */ purchases: number }
);

export type LoadResult = {
  /** Successes within the measured time. */
  answered: number;
  measuredMs: number;
  /** Successes after it, of requests that were open at its end. */
  answeredLater: number;
  /** Counts of the whole load by kind: an HTTP status, a lost connection, no answer. */
  errors: Record<string, number>;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** CPU of this process in the measured time. */
  cpuSeconds: number;
};

/** One part of the measured time: its successes, and their times. */
export type LoadSlice = { rate: number; p50Ms: number; p95Ms: number; p99Ms: number };

const LAST_ANSWERS_MS = 30_000;

type LoadEvents = {
  /** The measured time begins. */
  begins(): void;
  /** A slice of it has ended. */
  slice?(slice: LoadSlice): void;
  /** Ends it early. */
  stop?: AbortSignal;
};

/** Buys airtime on all connections; each sends the next order when it has its answer. */
export async function generate(task: LoadTask, on: LoadEvents): Promise<LoadResult> {
  const errors: Record<string, number> = {};
  const fail = (what: string) => {
    errors[what] = (errors[what] ?? 0) + 1;
  };
  const latencies: number[] = [];
  const request = requestsOf(task);
  let left = 'purchases' in task ? task.purchases : Number.POSITIVE_INFINITY;
  let phase: 'warm' | 'measure' | 'over' = 'warm';
  let underWay = 0;
  let answeredLater = 0;

  const paceBegan = performance.now();
  let paced = 0;
  const nextDueAt = () =>
    task.perSecond === undefined ? performance.now() : paceBegan + (paced * 1_000) / task.perSecond;
  const idle: (() => void)[] = []; // connections, until the next order is due

  function drive(): { close(): void } {
    let sentAt = 0;
    let waiting = false;
    const begin = () => {
      waiting = true;
      underWay += 1;
    };
    const end = () => {
      if (waiting) underWay -= 1;
      waiting = false;
    };
    const next = () => {
      if (phase === 'over' || left === 0) return;
      const dueAt = nextDueAt();
      if (dueAt > performance.now()) return void idle.push(next);
      left -= 1;
      paced += 1;
      begin();
      sentAt = dueAt; // an order that had to wait for a connection has waited for the service
      connection.send(request());
    };
    const answer = (status: number) => {
      end();
      if (status !== 200) fail(`HTTP ${status}`);
      else if (phase === 'measure') latencies.push(performance.now() - sentAt);
      else if (phase === 'over') answeredLater += 1;
      next();
    };
    // the service keeps its connections open, so a lost one is an error and is not replaced
    const lost = () => {
      end();
      fail('connection lost');
    };
    const connection = openConnection(task.port, { answer, lost });
    next();
    return connection;
  }

  const connections = Array.from({ length: task.connections }, drive);
  const pace = setInterval(() => {
    while (idle.length > 0 && nextDueAt() <= performance.now()) idle.shift()?.();
  }, 1);
  await sleep(task.warmMs);
  on.begins();
  phase = 'measure';
  const began = performance.now();
  const cpu = process.cpuUsage();
  if ('measureMs' in task) await measureSlices(task, latencies, on);
  else while (underWay > 0) await sleep(10);
  phase = 'over';
  clearInterval(pace);
  const measuredMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);

  for (const giveUp = performance.now() + LAST_ANSWERS_MS; underWay > 0 && performance.now() < giveUp; )
    await sleep(10);
  for (let missing = underWay; missing > 0; missing -= 1) fail('no answer');
  for (const connection of connections) connection.close();
  return {
    answered: latencies.length,
    measuredMs,
    answeredLater,
    errors,
    ...spreadOf(latencies),
    cpuSeconds: (user + system) / 1e6,
  };
}

/** Lets the measured time pass, and reports each slice of it. `latencies` grows meanwhile. */
async function measureSlices(
  { measureMs, sliceMs = measureMs }: { measureMs: number; sliceMs?: number },
  latencies: readonly number[],
  { slice, stop }: LoadEvents,
): Promise<void> {
  for (let left = measureMs; left > 0 && !stop?.aborted; left -= sliceMs) {
    const [began, from] = [performance.now(), latencies.length];
    await sleep(Math.min(left, sliceMs), undefined, { signal: stop }).catch(() => undefined);
    const rate = (latencies.length - from) / ((performance.now() - began) / 1_000);
    slice?.({ rate, ...spreadOf(latencies.slice(from)) });
  }
}

function spreadOf(latencies: readonly number[]): Pick<LoadResult, 'p50Ms' | 'p95Ms' | 'p99Ms'> {
  const ascending = Float64Array.from(latencies).sort();
  const at = (percent: number) => (ascending.length === 0 ? 0 : percentile(ascending, percent));
  return { p50Ms: at(50), p95Ms: at(95), p99Ms: at(99) };
}

/** Each call returns the text of another purchase request: the next account, a new reference, another phone. */
export function requestsOf({
  port,
  apiKeys,
  refPrefix,
  uneven = false,
}: Pick<LoadTask, 'port' | 'apiKeys' | 'refPrefix' | 'uneven'>): () => string {
  const heads = apiKeys.map((key) =>
    [
      'POST /v1/airtime/purchase HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      'Content-Length: ',
    ].join('\r\n'),
  );
  let n = 0;
  return () => {
    const phone = `0803${String(n % 10_000_000).padStart(7, '0')}`;
    const body = `{"network":"mtn","phone":"${phone}","amount":100,"request_ref":"${refPrefix}-${n}"}`;
    const head = heads[uneven ? Math.floor(Math.random() ** 2 * heads.length) : n % heads.length];
    n += 1;
    return `${head}${body.length}\r\n\r\n${body}`;
  };
}
