import type { Db } from '../../shared/db';
import type { ClosedDay, ReadDay } from '../records';
import { findClosedDay } from './closed-day.store';
import { reportDay } from './sum-day';

/** A closed day as it was signed, an open one as it is now; null when no balance of it is known. */
export async function readDay(db: Db, provider: string, day: string): Promise<ReadDay | null> {
  const signed = await findClosedDay(db, provider, day);
  if (signed !== null) return asSigned(signed);
  const report = await reportDay(db, provider, day);
  return report && { ...report, closedBy: null, closedAt: null };
}

/** A day is closed only when nothing of it is open and nothing differs. */
export const asSigned = (signed: ClosedDay): ReadDay => ({
  ...signed,
  openOrders: 0,
  openFindings: 0,
  unknownCosts: null,
  driftKobo: 0n,
  unexplainedKobo: 0n,
  isComplete: true,
  drifts: { open: 0, resolved: 0 },
});
