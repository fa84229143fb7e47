import { type Db, databaseFault } from '../shared/db';
import type { Log } from '../shared/log.port';
import { startRounds } from '../shared/rounds';
import type { BreakerStatus, Breakers } from './breakers.port';
import { listSwitches, reportBreakers } from './switch.store';

type SwitchWatchDeps = {
  db: Db;
  breakers: Breakers;
  /** The name of this process, unlike any other's. */
  process: string;
  log: Log;
  /** Default: 800 ms, so that what an operator closes is closed within a second. */
  everyMs?: number;
};

export type Watch = {
  /** Resolves after the first look, even if it failed. */
  ready: Promise<void>;
  /** Never rejects. */
  stop(): Promise<void>;
};

/** Looks into the database at an interval. While it does not answer, what was last known holds. */
export function watchDatabase(what: string, everyMs: number, log: Log, look: () => Promise<void>): Watch {
  let failing = false;
  const { first, stop } = startRounds(everyMs, async () => {
    try {
      await look();
      failing = false;
    } catch (error) {
      if (!failing) log.warn(`${what} could not be read; the last state applies`, { fault: databaseFault(error) });
      failing = true;
    }
  });
  return { ready: first, stop };
}

const HEARTBEAT_MS = 5_000;

/**
 * Looks at what operators have closed, and reports the breakers of this process when they change, and every five
 * seconds while any is not closed. The end of the watch removes the reports.
 */
export function watchSwitches({ db, breakers, process, log, everyMs = 800 }: SwitchWatchDeps): Watch {
  let reported = { text: '[]', atMs: 0 };

  async function report(statuses: BreakerStatus[]): Promise<void> {
    const ours = statuses.filter(({ reason }) => reason !== 'operator');
    const text = JSON.stringify(ours, (_key, value) => (typeof value === 'bigint' ? `${value}` : value));
    const isDue = ours.length > 0 && performance.now() - reported.atMs >= HEARTBEAT_MS;
    if (text === reported.text && !isDue) return;
    await reportBreakers(db, process, ours);
    reported = { text, atMs: performance.now() };
  }

  const watch = watchDatabase('the switches of providers', everyMs, log, async () => {
    breakers.setSwitches(await listSwitches(db));
    await report(breakers.statuses());
  });
  return {
    ready: watch.ready,
    async stop() {
      await watch.stop();
      await report([]).catch(() => undefined); // its rows expire automatically
    },
  };
}
