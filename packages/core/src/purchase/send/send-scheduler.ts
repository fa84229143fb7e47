import { createFairQuota, type FairQuota } from '../../flow/fair-quota';
import { createScheduler, type Scheduler, type Work } from '../../flow/scheduler';
import { reasonOf } from '../../shared/log.port';
import type { Tracing } from '../../shared/tracing';
import { type Begun, sendTraced, withRequestId } from '../traced';
import type { PurchaseToSend } from './claim.store';
import type { ClaimDeps, SendDeps } from './send-purchase';
import { type WaitingRoom, waitForProvider } from './waiting-room';

type SendSchedulerDeps = ClaimDeps &
  SendDeps & {
    maxSends: number;
    serviceQuota: (serviceId: string) => FairQuota;
    waitingRoom: WaitingRoom;
    tracing?: Tracing | undefined;
  };

/** `queuedAtMs`: when the job with the `lane` was added. `announce`: tells everyone who waits that it has ended. */
type PurchaseToSchedule = {
  id: string;
  lane?: string | undefined;
  requestId?: string;
  queuedAtMs?: number | undefined;
  announce?: () => void;
};

export type SendScheduler = Pick<Scheduler<Work>, 'busyAccounts' | 'available' | 'drain'> & {
  /**
   * Sends the purchase when no breaker stops it and its account's turn comes. Resolves when it is settled; at once when
   * it has to wait. A purchase without one of our lanes is left to the sweeper.
   */
  send(purchase: PurchaseToSchedule): Promise<void>;
};

/**
 * Sends purchases of all accounts, each once, so that none stops another: permits are shared (`FairQuota`), and
 * accounts take turns (`Scheduler`). A sweep finds in the database what is left out.
 */
export function createSendScheduler(deps: SendSchedulerDeps): SendScheduler {
  const scheduler = createScheduler<PurchaseToSchedule & Begun & SendPlace & Work>({
    quota: createFairQuota(deps.maxSends),
    alsoOf: ({ serviceId }) => [deps.serviceQuota(serviceId)],
    run: async ({ id, requestId, announce, ...begun }) => {
      await sendTraced(withRequestId(deps, requestId), id, begun);
      announce?.();
    },
    failedLater,
    maxWaiting: deps.maxSends,
  });

  function failedLater({ id, requestId, announce }: PurchaseToSchedule, error: unknown): void {
    const fields = { purchase: id, requestId, reason: reasonOf(error) };
    deps.log.warn('a purchase could not be sent; a sweeper will send it', fields);
    announce?.();
  }

  async function schedule(purchase: PurchaseToSchedule, startedMs: number): Promise<void> {
    const place = parseLane(purchase.lane ?? '');
    if (place !== null) await scheduler.submit({ ...purchase, ...toWork(purchase.id, place), startedMs });
  }

  /** While a breaker stops something. It may take seconds, in which the job of the purchase must not hold up others. */
  async function waitAndSchedule(purchase: PurchaseToSchedule, startedMs: number): Promise<void> {
    const traced = withRequestId(deps, purchase.requestId);
    if (await waitForProvider(traced, purchase.id)) await schedule(purchase, startedMs);
  }

  return {
    busyAccounts: scheduler.busyAccounts,
    available: scheduler.available,
    drain: scheduler.drain,
    async send(purchase) {
      const startedMs = deps.clock.monotonicMs();
      if (deps.waitingRoom.isOpen()) return schedule(purchase, startedMs);
      waitAndSchedule(purchase, startedMs).then(
        () => purchase.announce?.(),
        (error) => failedLater(purchase, error),
      );
    },
  };
}

export type SendPlace = { accountId: string; serviceId: string };

type Placed = Pick<PurchaseToSend, 'accountId' | 'providerOrder'>;

export const placeOf = ({ accountId, providerOrder: { serviceId } }: Placed): SendPlace => ({ accountId, serviceId });

/** The lane of a purchase as a job carries it: purchases of one account and one service wait behind each other. */
export const toLane = ({ accountId, serviceId }: SendPlace): string => `${accountId}/${serviceId}`;

export function parseLane(lane: string): SendPlace | null {
  const [, accountId, serviceId] = /^([0-9a-f-]{36})\/(.+)$/.exec(lane) ?? [];
  return accountId === undefined || serviceId === undefined ? null : { accountId, serviceId };
}

export const toWork = (id: string, place: SendPlace): Work & SendPlace => ({ id, ...place, lane: place.serviceId });
