import { listReportedBreakers } from '../provider/switch.store';
import type { Db } from '../shared/db';
import type { ReportedSickness } from './create-router';
import { isSickness } from './sickness';

/** What the running processes report as sick: the outcomes of an order are seen by another process than its router. */
export async function readReportedHealth(db: Db): Promise<ReportedSickness[]> {
  const reported = await listReportedBreakers(db);
  return reported.flatMap(({ provider, breaker, reason, state }) =>
    isSickness(reason) ? [{ provider, serviceId: breaker, sickness: reason, state }] : [],
  );
}
