import { type ChangePlace, haveChanged } from '@topup/core/reporting';
import type { Clock, Db, Log } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';

/** A client that waits for a change of its purchases after a place. */
type Reader = { accountId: string; after: ChangePlace };

/** An HTTP response, which can end before the wait does. */
type Ending = { once(event: 'close', end: () => void): unknown };

export type ChangeWatch = {
  /**
   * Resolves when there is a change for the reader, at `untilMs` (monotonic clock), or when `client` is gone. At once
   * when the account has too many readers. Never rejects.
   */
  wait(reader: Reader, untilMs: number, client: Ending): Promise<void>;
  size(): number;
  /** Ends all waits, and looks no more. */
  close(): void;
};

const LOOK_MS = 250;
/** Of one account at a time, so that none fills the process with its connections. */
const MOST_READERS = 20;

/** Asks for all readers of this process in one statement, so that thousands cost as many lookups and no connection. */
export function createChangeWatch({ db, clock, log }: { db: Db; clock: Clock; log: Log }): ChangeWatch {
  const waiting = new Map<Reader, { untilMs: number; resolve(): void }>();
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let closed = false;

  function end(reader: Reader): void {
    waiting.get(reader)?.resolve();
    waiting.delete(reader);
    if (waiting.size > 0 || timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
  }

  async function look(): Promise<void> {
    for (const [reader, { untilMs }] of waiting) if (untilMs <= clock.monotonicMs()) end(reader);
    if (looking || waiting.size === 0) return;
    looking = true;
    const readers = [...waiting.keys()];
    try {
      const changed = await haveChanged(db, readers);
      for (const [n, reader] of readers.entries()) if (changed[n]) end(reader);
    } catch (error) {
      log.warn('changes could not be looked for; the next look retries', errorFields(error));
    } finally {
      looking = false;
    }
  }

  return {
    wait(reader, untilMs, client) {
      const readers = [...waiting.keys()].filter(({ accountId }) => accountId === reader.accountId);
      if (closed || readers.length >= MOST_READERS) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.set(reader, { untilMs, resolve });
        client.once('close', () => end(reader));
        timer ??= setInterval(() => void look(), LOOK_MS);
      });
    },
    size: () => waiting.size,
    close: () => {
      closed = true;
      for (const reader of [...waiting.keys()]) end(reader);
    },
  };
}
