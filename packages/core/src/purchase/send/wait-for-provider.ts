import { settlePurchase } from '../settle/settle-purchase';
import { verdictOfStopped } from '../settle/verdict';
import { type TracedDeps, traceWork } from '../traced/trace-steps';
import type { NextAttempts } from './next-attempt';
import type { WaitingRoom } from './waiting-room';

type WaitDeps = TracedDeps & { waitingRoom: WaitingRoom; nextAttempts?: NextAttempts | undefined };

/**
 * To be called before a permit is taken for the send of an unsent purchase: when a breaker stops it, it goes to another
 * provider, or waits. One that is stopped until its patience is over is failed here, and refunded. While nothing is
 * stopped it does nothing at all.
 * @returns whether the caller may send it now
 */
export async function waitForProvider(deps: WaitDeps, id: string): Promise<boolean> {
  if (deps.waitingRoom.isOpen()) return true;
  const waited = await deps.waitingRoom.wait(
    id,
    async (purchase) =>
      (await deps.nextAttempts?.open(purchase, { outcome: 'not_sent', basis: 'never_sent', evidence: {} })) ?? false,
  );
  if (waited.kind !== 'stopped') return waited.kind === 'send';
  const { purchase, stop } = waited;
  deps.log.info('not sent', { purchase: id, requestRef: purchase.requestRef, ...stop });
  await traceWork(deps, 'give up', purchase, (traced) =>
    settlePurchase(traced, purchase, verdictOfStopped(purchase, stop)),
  );
  return false;
}
