import { SAMPLE_PARTS, SAMPLE_REQUESTS, type SamplePoints, sampleRequests } from '@topup/core/request-log';
import type { Range, RequestRates } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import { accountIdOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { readFields } from '../../http/read-fields';
import { toEndpointRates } from './rates.presenter';

const HOUR_MS = 3_600_000;
/** 4 hours: in a point of a day, an hour of trouble in a week would be hard to see. */
const POINTS: Record<Range, Omit<SamplePoints, 'since'>> = {
  '24h': { pointMs: HOUR_MS, count: 24 },
  '7d': { pointMs: 4 * HOUR_MS, count: 42 },
  '30d': { pointMs: 24 * HOUR_MS, count: 30 },
};

const schema = Joi.object<{ range: Range }>({
  range: Joi.string()
    .valid(...Object.keys(POINTS))
    .empty('')
    .default('24h'),
});

/** GET /api/request-rates */
export function readRates({ db, clock }: Pick<Deps, 'db' | 'clock'>): RequestHandler {
  return async (request, response) => {
    const { range } = readFields(schema, request.query);
    const { pointMs, count } = POINTS[range];
    const since = sinceOf(clock.now(), pointMs, count);
    const found = await sampleRequests(db, accountIdOf(response), { since, pointMs, count });
    response.json({
      range,
      sample: { requests: SAMPLE_REQUESTS, minutes: pointMs / SAMPLE_PARTS / 60_000 },
      points: Array.from({ length: count }, (_, n) => new Date(since.getTime() + n * pointMs).toISOString()),
      endpoints: toEndpointRates(found, count),
    } satisfies RequestRates);
  };
}

/** The begin of the first of these points, which end with the present one. Points begin as the day in Lagos, UTC+1. */
function sinceOf(now: Date, pointMs: number, count: number): Date {
  const present = Math.floor((now.getTime() + HOUR_MS) / pointMs) * pointMs - HOUR_MS;
  return new Date(present - (count - 1) * pointMs);
}
