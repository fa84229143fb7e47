import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestAccount } from '@topup/testkit';
import type { FeedFact, FeedRow } from '../audit/evidence';
import { type Random, randomOf } from '../random';
import type { FaultCounts } from '../run-summary';
import type { Service } from '../test-bed';
import { readWhole } from './read-whole';

/** Readers of the changes of some accounts, each a process of its own that is killed again and again. */
export type FeedReaders = {
  /** Kills each at random moments, and starts it again. It breaks nothing of the service. Fulfilled after `until`. */
  killUntil(until: AbortSignal): Promise<void>;
  /** Lets each read to the end, and reads everything once more. Faults must be over. */
  finish(): Promise<FeedFact[]>;
  /** Ends all, in whatever state they are. */
  remove(): Promise<void>;
};

/** How the summary calls the fault. */
export const READER_KILLED = 'reader of changes killed';

/** A start takes 0.1 s of a core: 250 in ten minutes took 3 % of two. */
const LIVES_MS: [least: number, most: number] = [1_000, 30_000];
const AWAY_MS: [least: number, most: number] = [0, 1_500];
const END_WITHIN_MS = 60_000;

type Bed = Pick<Service, 'world' | 'apis'>;

/** Each begins at the beginning of its account. */
export async function startFeedReaders(
  testBed: Bed,
  accounts: readonly TestAccount[],
  seed: number,
  count: FaultCounts,
): Promise<FeedReaders> {
  const directory = await mkdtemp(path.join(tmpdir(), 'topup-feed-'));
  const readers = accounts.map((account, n) =>
    keepReading(testBed, account, path.join(directory, `${n}.jsonl`), randomOf(seed, 'reader', n)),
  );
  return {
    async killUntil(until) {
      const pause = (ms: number) => sleep(ms, undefined, { signal: until }).catch(() => undefined);
      const killAgain = async ({ kill, start }: Reader, random: Random) => {
        for (;;) {
          await pause(random.between(...LIVES_MS));
          if (until.aborted) return;
          await kill();
          count.set(READER_KILLED, { fired: (count.get(READER_KILLED)?.fired ?? 0) + 1, missed: 0 });
          await pause(random.between(...AWAY_MS));
          start();
        }
      };
      await Promise.all(readers.map((reader, n) => killAgain(reader, randomOf(seed, 'reader killed', n))));
    },
    finish: () => Promise.all(readers.map((reader) => reader.finish())),
    async remove() {
      await Promise.all(readers.map((reader) => reader.kill()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

type Reader = { start(): void; kill(): Promise<void>; finish(): Promise<FeedFact> };

function keepReading({ world, apis }: Bed, account: TestAccount, file: string, random: Random): Reader {
  const troubles: string[] = [];
  let last = false;
  let running: { child: ChildProcess; ended: Promise<void> } | undefined;

  const runningApis = () => apis.flatMap((place) => place.current() ?? []);
  const whatNow = () => {
    const up = runningApis();
    return { url: up.length === 0 ? null : random.pick(up).url, last };
  };

  function start(): void {
    const child = fork(path.join(__dirname, 'reader.cjs'), [], {
      env: { FILE: file, KEY: account.apiKey },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    child.on('message', () => child.send(whatNow(), () => undefined)); // it may have been killed meanwhile
    const ended = new Promise<void>((resolve) => {
      child.once('close', (code) => {
        if (code !== null && code !== 0) troubles.push(`its reader ended with ${code}: ${said.trim()}`);
        resolve();
      });
    });
    running = { child, ended };
  }

  async function kill(): Promise<void> {
    running?.child.kill('SIGKILL');
    await running?.ended;
  }

  start();
  return {
    start,
    kill,
    async finish() {
      await kill(); // a page may be held back
      last = true;
      start();
      const inTime = await Promise.race([running?.ended.then(() => true), sleep(END_WITHIN_MS, false, { ref: false })]);
      if (!inTime) troubles.push('its reader did not come to the end');
      await kill();
      const whole = await readWhole(() => world.clientOf(random.pick(runningApis()), account)).catch((error: Error) => {
        troubles.push(`one reading after the run failed: ${error.message}`);
        return [];
      });
      return { account: account.id, seen: rowsIn(file), whole, troubles };
    },
  };
}

/** A page counts if and only if its line is complete. */
function rowsIn(file: string): FeedRow[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => (JSON.parse(line) as { rows: FeedRow[] }).rows);
}
