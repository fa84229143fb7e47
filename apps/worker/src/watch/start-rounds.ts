import { type Log, type Rounds, startRounds as startSafeRounds } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';

type RoundsOptions = {
  everyMs: number;
  /** `stopped`: whether a long round should end early. */
  run(stopped: () => boolean): Promise<void>;
  log: Log;
  /** The warning when a round fails. The next one follows all the same. */
  failed: string;
};

/** Runs a round at once, and again `everyMs` after each has ended. `stop` resolves when the last round is over. */
export const startRounds = ({ everyMs, run, log, failed }: RoundsOptions): Rounds =>
  startSafeRounds(everyMs, async (stopped) => {
    try {
      await run(stopped);
    } catch (error) {
      log.warn(failed, errorFields(error));
    }
  });
