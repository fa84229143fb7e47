import { serviceNames } from '@topup/core/product';
import { type BoughtService, listBoughtServices } from '@topup/core/reporting';
import { listServiceStates } from '@topup/core/routing';
import { type Clock, type Db, toWire } from '@topup/core/shared';
import type { ServiceRow } from '@topup/dashboard-contract';
import { createExpiringCache } from '../../expiring-cache';

const LATELY_MS = 30 * 86_400_000;
/** An account seldom begins to buy another service, and its pages ask again every few seconds. */
const FRESH_MS = 60_000;
/** Lists of accounts, of at most 2 kB each. */
const MAX_CACHED = 1_000;

/**
 * Lists the services that an account bought lately and that are not as usual, or about which operators say something.
 * While all is well, it reads nothing of the account.
 */
export function createServiceNotices({ db, clock }: { db: Db; clock: Clock }) {
  const cache = createExpiringCache<BoughtService[]>({ clock, max: MAX_CACHED });
  const boughtBy = (accountId: string): Promise<BoughtService[]> => {
    const from = new Date(clock.now().getTime() - LATELY_MS);
    return cache.get(accountId) ?? cache.keep(accountId, listBoughtServices(db, accountId, from), () => FRESH_MS);
  };
  return async (accountId: string): Promise<ServiceRow[]> => {
    const notable = (await listServiceStates(db)).filter(({ state, message }) => state !== 'available' || message);
    if (notable.length === 0) return [];
    const bought = new Set((await boughtBy(accountId)).map(keyOf));
    return toWire(notable.filter((service) => bought.has(keyOf(service))));
  };
}

/** By its name, because data and airtime have other codes for a network. */
const keyOf = ({ productType, service }: BoughtService): string =>
  `${productType} ${serviceNames[service.toLowerCase()] ?? service}`;
