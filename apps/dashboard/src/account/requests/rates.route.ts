import { type EndpointSample, SAMPLE_PARTS, SAMPLE_REQUESTS, sampleRequests } from '@topup/core/request-log';
import { spansUntil } from '@topup/core/time';
import type { EndpointRates, Range, Rates, RequestRates } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import { accountIdOf, timeZoneOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { query } from '../../http/query';
import { readQuery } from '../../http/read-fields';

/** 4 hours: in a point of a day, an hour of trouble in a week would be hard to see. */
const POINTS: Record<Range, { hours: 1 | 4 | 24; count: number }> = {
  '24h': { hours: 1, count: 24 },
  '7d': { hours: 4, count: 42 },
  '30d': { hours: 24, count: 30 },
};

const schema = Joi.object<{ range: Range }>({ range: query.range() });

/** GET /api/request-rates */
export function readRates({ db, clock }: Pick<Deps, 'db' | 'clock'>): RequestHandler {
  return async (request, response) => {
    const { range } = readQuery(schema, request);
    const { hours, count } = POINTS[range];
    const points = spansUntil(clock.now(), timeZoneOf(response), hours, count);
    const found = await sampleRequests(db, accountIdOf(response), points);
    response.json({
      range,
      sample: { requests: SAMPLE_REQUESTS, minutes: (hours * 60) / SAMPLE_PARTS },
      points: points.map(({ since }) => since.toISOString()),
      endpoints: toEndpointRates(found, count),
    } satisfies RequestRates);
  };
}

/** A program can call any path, and each is an endpoint here. */
const MOST_ENDPOINTS = 20;

/** The endpoints with the most requests first, each with `count` points. */
function toEndpointRates(sampled: EndpointSample[], count: number): EndpointRates[] {
  const points = new Map<string, (Rates | null)[]>();
  for (const each of sampled) {
    const own = points.get(endpointOf(each)) ?? new Array<Rates | null>(count).fill(null);
    if (each.point !== null) own[each.point] = toRates(each);
    points.set(endpointOf(each), own);
  }
  return sampled
    .filter(({ point }) => point === null)
    .map((whole) => ({ endpoint: endpointOf(whole), ...toRates(whole), points: points.get(endpointOf(whole)) ?? [] }))
    .sort((one, other) => other.requests - one.requests || (one.endpoint < other.endpoint ? -1 : 1))
    .slice(0, MOST_ENDPOINTS);
}

const endpointOf = ({ method, path }: EndpointSample): string => `${method} ${path}`;

const toRates = ({ requests, errors, p50Ms, p95Ms }: EndpointSample): Rates => ({
  requests,
  errorRate: errors / requests,
  p50Ms,
  p95Ms,
});
