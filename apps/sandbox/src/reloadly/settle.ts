import { createLookCounter } from '../faults/look-counter';
import type { SandboxOptions } from '../options';
import type { ReloadlyBook } from './book';
import type { TopUp } from './top-up';

export type Settlements = {
  /** Settles what should have settled by now. Called before anything is read. */
  settleDue(): void;
  /** Counts a look at a top-up, which may settle it, and returns it as it is then. */
  look(topUp: TopUp): TopUp;
};

/** A top-up settles when its time has come, or when a client looked at it often enough. */
export function createSettlements({ book, options }: { book: ReloadlyBook; options: SandboxOptions }): Settlements {
  const looks = createLookCounter(options.pendingRequeries);

  const settle = ({ transactionId, settlesTo }: TopUp, at: string) => {
    if (settlesTo !== null) book.record({ entry: 'top-up-settled', transactionId, status: settlesTo, at });
  };

  return {
    settleDue() {
      const now = options.now();
      for (const topUp of book.due(now)) settle(topUp, topUp.dueAt ?? now.toISOString());
    },
    look(topUp) {
      const waits = topUp.settlesTo !== null && topUp.dueAt === null;
      if (waits && looks.isEnough(String(topUp.transactionId))) settle(topUp, options.now().toISOString());
      return book.find(topUp.transactionId) ?? topUp;
    },
  };
}
