import { sealAuditLog } from '@topup/core/audit';
import type { Clock, Db, Log } from '@topup/core/shared';
import { startRounds } from './start-rounds';

type SealerDeps = { db: Db; clock: Clock; log: Log; everyMs?: number };

const EVERY_MS = 5_000;
const AT_ONCE = 500;
/** So that the log of the process has the head often enough to compare, and is not full of it. */
const SAY_EVERY_MS = 60_000;

/**
 * Seals new entries of the audit log at an interval. Of all workers one seals at a time. The head of the chain is a
 * line of the log when it has moved, at most once a minute. `stop` resolves when the last round is over.
 */
export function startSealer({ db, clock, log, everyMs = EVERY_MS }: SealerDeps): { stop(): Promise<void> } {
  let saidAtMs = Number.NEGATIVE_INFINITY;
  let unsaid: { n: bigint; hash: string } | null = null;

  async function seal(stopped: () => boolean): Promise<void> {
    for (let more = true; more && !stopped(); ) {
      const head = await sealAuditLog(db, AT_ONCE);
      if (head !== null && head.sealed > 0) unsaid = { n: head.n, hash: head.hash };
      more = head?.sealed === AT_ONCE;
    }
    if (clock.monotonicMs() - saidAtMs >= SAY_EVERY_MS) say();
  }

  function say(): void {
    if (unsaid === null) return;
    log.info('the head of the audit log', { n: String(unsaid.n), hash: unsaid.hash });
    [unsaid, saidAtMs] = [null, clock.monotonicMs()];
  }

  const rounds = startRounds({
    everyMs,
    log,
    failed: 'the audit log could not be sealed; the next round will do',
    run: seal,
  });
  return {
    stop: async () => {
      await rounds.stop();
      say();
    },
  };
}
