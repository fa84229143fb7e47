import {
  begunDays,
  readServiceDay,
  readServiceReport,
  type ServiceDay,
  type ServiceSum,
  serviceColumns,
} from '@topup/core/reporting';
import { toWire } from '@topup/core/shared';
import { dayInLagos, readMoment } from '@topup/core/time';
import type { ServiceReport } from '@topup/dashboard-contract';
import { type Request, Router } from 'express';
import Joi from 'joi';
import { monthField } from '../../account/statements/month';
import { timeZoneOf } from '../../auth/signed-in';
import { createExpiringCache } from '../../expiring-cache';
import { exportCsv, OPERATORS } from '../../http/csv';
import type { ListDeps } from '../../http/lists';
import { readQuery } from '../../http/read-fields';
import { Refusal } from '../../http/refusal';

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && readMoment(text, 'from') !== null;
const schema = Joi.object<{ day?: string; month?: string }>({
  day: Joi.string()
    .empty('')
    .custom((text: string, { error }) => (isDay(text) ? text : error('day')))
    .messages({ day: '{#label} must be a day like 2026-11-22' }),
  month: monthField,
});

const DAY_MS = 86_400_000;

/** Serves what was sold, failed and refunded on a day or in a month in Lagos, and how soon. Without both: yesterday. */
export function serviceReportRoutes({ db, clock, exports }: ListDeps): Router {
  const readDay = createServiceDays({ db, clock });
  const router = Router();
  const read = async (request: Request) => {
    const { day, month } = readQuery(schema, request);
    const now = clock.now();
    const period = month ?? day ?? dayInLagos(new Date(now.getTime() - DAY_MS));
    const days = begunDays(period, now);
    if (days.length === 0 || (day !== undefined && month !== undefined)) throw wrongPeriod(days.length === 0);
    return { period, ...(await readServiceReport(days, readDay)) };
  };
  router.get('/service-report', async (request, response) => {
    response.json(toWire(await read(request)) satisfies ServiceReport);
  });
  router.get('/service-report.csv', async (request, response) => {
    const { period, rows, ...report } = await read(request);
    const columns = serviceColumns(period, report);
    const file = { name: 'service-report', period, now: clock.now(), zone: timeZoneOf(response), columns };
    await exportCsv(exports, OPERATORS, response, { ...file, pages: onePage(rows) });
  });
  return router;
}

function wrongPeriod(isAhead: boolean): Refusal {
  const text = isAhead ? 'This day or month has not begun.' : 'Choose a day or a month, not both.';
  return new Refusal(400, 'validation_failed', text, { day: text });
}

async function* onePage(rows: ServiceSum[]): AsyncGenerator<ServiceSum[], void, void> {
  yield rows;
}

const CACHE_MS = 15_000;
/** Four months. */
const MAX_CACHED = 124;

/** Days, cached in this process for 15 s: one of a million purchases that is not frozen takes 1.5 s to add up. */
function createServiceDays({ db, clock }: Pick<ListDeps, 'db' | 'clock'>) {
  const cache = createExpiringCache<ServiceDay>({ clock, max: MAX_CACHED });
  return (day: string) => cache.get(day) ?? cache.keep(day, readServiceDay(db, day), () => CACHE_MS);
}
