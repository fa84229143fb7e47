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

type SwitchWatch = {
  /** Resolves after the first look, also when it failed. */
  ready: Promise<void>;
  /** Ends the watch, and removes what this process has reported. Never rejects. */
  stop(): Promise<void>;
};

const HEARTBEAT_MS = 5_000;

/**
 * Looks at an interval what operators have closed, and reports the breakers of this process when they change, and every
 * five seconds while any is not closed. What was last known holds while the database does not answer.
 */
export function watchSwitches({ db, breakers, process, log, everyMs = 800 }: SwitchWatchDeps): SwitchWatch {
  let failing = false;
  let reported = { text: '[]', atMs: 0 };

  async function look(): Promise<void> {
    try {
      breakers.setSwitches(await listSwitches(db));
      await report(breakers.statuses());
      failing = false;
    } catch (error) {
      if (!failing)
        log.warn('what is closed by hand could not be read; what was last known holds', {
          fault: databaseFault(error),
        });
      failing = true;
    }
  }

  async function report(statuses: BreakerStatus[]): Promise<void> {
    const ours = statuses.filter(({ reason }) => reason !== 'operator');
    const text = JSON.stringify(ours, (_key, value) => (typeof value === 'bigint' ? `${value}` : value));
    const isDue = ours.length > 0 && performance.now() - reported.atMs >= HEARTBEAT_MS;
    if (text === reported.text && !isDue) return;
    await reportBreakers(db, process, ours);
    reported = { text, atMs: performance.now() };
  }

  const rounds = startRounds(everyMs, look);
  return {
    ready: rounds.first,
    async stop() {
      await rounds.stop();
      await report([]).catch(() => undefined); // its rows expire by themselves
    },
  };
}
