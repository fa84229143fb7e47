import { type Log, type Rounds, startRounds } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';

type ChoreOptions = {
  everyMs: number;
  /** `stopped`: whether a long round should end early. */
  run(stopped: () => boolean): Promise<void>;
  log: Log;
  /** The warning when a round fails. */
  failed: string;
};

/**
 * Runs `run` at once, and again `everyMs` after each round has ended, even if it failed. `stop` resolves when the last
 * round is over.
 */
export const startChore = ({ everyMs, run, log, failed }: ChoreOptions): Rounds =>
  startRounds(everyMs, async (stopped) => {
    try {
      await run(stopped);
    } catch (error) {
      log.warn(failed, errorFields(error));
    }
  });
