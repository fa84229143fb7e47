import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ApiProcess,
  type OwnPostgres,
  type RunningRedis,
  SELF_SIGNED,
  type ServiceProcess,
  startOwnPostgres,
  startRedis,
  startSandbox,
  startWorld,
  type WebhookReceiver,
  type WorkerProcess,
  type World,
} from '@topup/testkit';
import { startTermii, TERMII_TAKES } from '../journey/support/termii';
import { type Freezes, recordFreezes } from './freezes';
import { sellerNames } from './sellers';

/** The sandbox's way with a repeated `request_id`: reject it, as VTpass does, or vend it again (`naive`). */
export type ProviderMode = 'refusing' | 'naive';

/** A process that a supervisor starts again when it has gone. */
export type SupervisedProcess<P extends ServiceProcess> = {
  readonly name: string;
  /** Undefined while it is down. */
  current(): P | undefined;
  /** Ends the process and starts it again after a while. False when nothing ran. */
  down(how: 'kill' | 'stop', forMs: number): Promise<boolean>;
  /** SIGSTOP, and SIGCONT after a while. False when nothing ran, or it was ended meanwhile. */
  freeze(forMs: number): Promise<boolean>;
};

/** The whole service, and what its end shows. */
export type Service = {
  readonly world: World;
  readonly apis: readonly SupervisedProcess<ApiProcess>[];
  readonly workers: readonly SupervisedProcess<WorkerProcess>[];
  readonly sandbox: SupervisedProcess<ServiceProcess>;
  /** The messages that the customers' phones got. */
  readonly termii: WebhookReceiver;
  /** When api processes were frozen. */
  readonly freezes: Freezes;
  /** Every process that ended unexpectedly, or could not be started again. */
  crashes(): string[];
  /** The output of all api and worker processes, ended ones included. */
  lines(): string[];
  /** SIGTERM to all. @returns those that did not exit with 0 */
  stopAll(): Promise<string[]>;
};

/** The whole service on its own stores, with two supervised processes of each kind. */
export type TestBed = Service & {
  readonly postgres: OwnPostgres;
  readonly redis: RunningRedis;
  /** Applies from the next start of the sandbox. */
  setProviderMode(mode: ProviderMode): void;
  /** How many processes have been killed. */
  kills(): number;
  /** Removes everything, in whatever state it is. */
  remove(): Promise<void>;
};

/** Takes about 6 s. The programs must have been compiled. */
export async function startTestBed(
  settings: Record<string, string>,
  mode: ProviderMode,
  noticeUrl: string,
): Promise<TestBed> {
  const directory = await mkdtemp(path.join(tmpdir(), 'topup-chaos-'));
  const postgres = await startOwnPostgres();
  const redis = await startRedis();
  const { termii, settings: sms } = await startTermii();
  termii.answerWith(TERMII_TAKES);
  const certificate = path.join(directory, 'receivers.pem');
  writeFileSync(certificate, SELF_SIGNED.cert);
  const sandboxSettings = (now: ProviderMode) => ({
    SANDBOX_FILE: path.join(directory, 'sandbox.jsonl'),
    SANDBOX_VENDS_EVERY_POST: String(now === 'naive'),
    SANDBOX_NOTICE_URL: noticeUrl,
  });
  const world = await startWorld({
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    asGrantedRole: true,
    apis: 2,
    workers: 2,
    throughProxies: true,
    providers: sellerNames,
    settings: { ...settings, ...sms, NODE_EXTRA_CA_CERTS: certificate },
    sandboxSettings: sandboxSettings(mode),
  });

  const closing = new AbortController();
  const crashed: string[] = [];
  const freezes = recordFreezes();
  const extraSandboxes: ServiceProcess[] = [];
  let kills = 0;
  const killed = () => {
    kills += 1;
  };
  let nextMode = mode;
  const startSandboxAgain = async () => {
    const next = await startSandbox({ ...sandboxSettings(nextMode), SANDBOX_PORT: new URL(world.sandbox.url).port });
    extraSandboxes.push(next);
    return next;
  };

  const keep = <P extends ServiceProcess>(name: string, first: P | undefined, start: () => Promise<P>) =>
    supervise<P>({ name, first, start, crashed, closing: closing.signal, frozen: freezes.add, killed });
  const apis = [0, 1].map((i) => keep<ApiProcess>(`api ${i + 1}`, world.apis[i], () => world.addApi()));
  const workers = [0, 1].map((i) => keep<WorkerProcess>(`worker ${i + 1}`, world.workers[i], () => world.addWorker()));
  const sandbox = keep<ServiceProcess>('sandbox', world.sandbox, startSandboxAgain);

  return {
    world,
    postgres,
    redis,
    apis,
    workers,
    sandbox,
    termii,
    freezes,
    setProviderMode: (next) => {
      nextMode = next;
    },
    kills: () => kills,
    crashes: () => [
      ...crashed,
      ...[...world.apis, ...world.workers, ...extraSandboxes].flatMap((each) => each.unbidden() ?? []),
    ],
    lines: () => [...world.apis, ...world.workers].flatMap(({ lines }) => [...lines]),
    async stopAll() {
      closing.abort();
      const running = [...apis, ...workers].flatMap((place) => place.current() ?? []);
      const ends = await Promise.all(running.map(async (each) => ({ each, code: await each.stop() })));
      return ends
        .filter(({ code }) => code !== 0)
        .map(({ each, code }) => `${each.name} ended with ${code} on SIGTERM: ${each.lines.slice(-5).join('\n')}`);
    },
    async remove() {
      closing.abort();
      await Promise.all(extraSandboxes.map((each) => each.kill()));
      await world.stop().catch(() => undefined); // crashes are in the evidence
      await termii.stop();
      await redis.stop();
      await postgres.remove();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

type Kept<P> = {
  name: string;
  first: P | undefined;
  start(): Promise<P>;
  crashed: string[];
  closing: AbortSignal;
  frozen(process: P, from: number, to: number): void;
  killed(): void;
};

function supervise<P extends ServiceProcess>({
  name,
  first,
  start,
  crashed,
  closing,
  frozen,
  killed,
}: Kept<P>): SupervisedProcess<P> {
  let current = first;

  /** A start can fail while a store is away, so it is tried again. */
  async function revive(): Promise<void> {
    let failure: unknown;
    for (let tries = 1; tries <= 20 && !closing.aborted; tries += 1) {
      try {
        current = await start();
        return;
      } catch (error) {
        failure = error;
        await sleep(300);
      }
    }
    if (!closing.aborted) crashed.push(`${name} could not be started any more: ${failure}`);
  }

  return {
    name,
    current: () => current,
    async down(how, forMs) {
      const process = current;
      if (process === undefined || process.unbidden() !== undefined) return false;
      current = undefined;
      if (how === 'kill') {
        await process.kill();
        killed();
      } else await process.stop();
      await sleep(forMs);
      await revive();
      return true;
    },
    async freeze(forMs) {
      const process = current;
      if (process === undefined) return false;
      const from = performance.now();
      process.pause();
      await sleep(forMs);
      process.resume();
      frozen(process, from, performance.now());
      return current === process;
    },
  };
}
