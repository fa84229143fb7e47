import type { Db } from '../../shared/db';
import { type ClosedDay, findClosedDay } from './closed-day.store';
import { type DayReport, reportDay } from './sum-day';

/** `closed`: who has signed it, and when; null while it is open. `unknownCosts`: null of a closed day. */
export type ReadDay = Omit<DayReport, 'unknownCosts'> & {
  unknownCosts: number | null;
  closed: { by: string; at: Date } | null;
};

/** A closed day as it was signed, an open one as it is now; null when no balance of it is known. */
export async function readDay(db: Db, provider: string, day: string): Promise<ReadDay | null> {
  const signed = await findClosedDay(db, provider, day);
  if (signed !== null) return asSigned(signed);
  const report = await reportDay(db, provider, day);
  return report && { ...report, closed: null };
}

/** A day is closed only when nothing of it is open and nothing differs. */
export const asSigned = ({ closedBy, closedAt, ...sums }: ClosedDay): ReadDay => ({
  ...sums,
  open: 0,
  findings: 0,
  unknownCosts: null,
  driftKobo: 0n,
  unexplainedKobo: 0n,
  isComplete: true,
  drifts: { open: 0, resolved: 0 },
  closed: { by: closedBy, at: closedAt },
});
