import { listServicesOnSale, type ServiceState } from '@topup/core/routing';
import { askTwice, type Clock, type Db } from '@topup/core/shared';

/** What clients can buy now, in the order of the products. */
export type ServiceList = () => Promise<ServiceState[]>;

type Options = { db: Db; clock: Clock; providers: Parameters<typeof listServicesOnSale>[1] };

const KEPT_MS = 1_000;

/**
 * The states of all that these providers sell. This process reads them at most once a second, so that a page that
 * anybody can load costs the database nothing.
 */
export function createServiceList({ db, clock, providers }: Options): ServiceList {
  let kept: Promise<ServiceState[]> | undefined;
  let keptUntil = 0;
  return () => {
    const now = clock.monotonicMs();
    if (kept !== undefined && now < keptUntil) return kept;
    keptUntil = Number.POSITIVE_INFINITY; // nobody reads a second time while a read is open
    kept = askTwice(clock, () => listServicesOnSale(db, providers)).finally(() => {
      keptUntil = now + KEPT_MS;
    });
    return kept;
  };
}
