import type { Log } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';

type Rounds = {
  everyMs: number;
  /** `stopped`: whether a long round should end early. */
  run(stopped: () => boolean): Promise<void>;
  log: Log;
  /** The warning when a round fails. The next one follows all the same. */
  failed: string;
};

/** Runs a round at once, and again `everyMs` after each has ended. `stop` resolves when the last round is over. */
export function startRounds({ everyMs, run, log, failed }: Rounds): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();

  function begin(): void {
    round = run(() => stopped)
      .catch((error) => {
        log.warn(failed, errorFields(error));
      })
      .finally(() => {
        if (!stopped) timer = setTimeout(begin, everyMs);
      });
  }

  begin();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return round;
    },
  };
}
