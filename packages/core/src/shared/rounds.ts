export type Rounds = {
  /** Resolves when the first round is over. */
  first: Promise<void>;
  /** Begins no more rounds. Resolves when the last one is over. */
  stop(): Promise<void>;
};

/** Runs a round at once, and again `everyMs` after each has ended. It must not reject; `stopped`: end early. */
export function startRounds(everyMs: number, round: (stopped: () => boolean) => Promise<void>): Rounds {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void>;

  async function run(): Promise<void> {
    await round(() => stopped);
    if (stopped) return;
    timer = setTimeout(() => {
      running = run();
    }, everyMs);
  }

  const first = run();
  running = first;
  return {
    first,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
