import { type PurchaseRecord, readPurchaseRecord } from '@topup/core/reporting';
import {
  type EndpointSample,
  listRequests,
  type RequestFilter,
  readRequest,
  SAMPLE_PARTS,
  SAMPLE_REQUESTS,
  type StatusClass,
  type LoggedRequest as StoredRequest,
  sampleRequests,
} from '@topup/core/request-log';
import { type Db, isUuid, pick, toWire } from '@topup/core/shared';
import { spansUntil } from '@topup/core/time';
import type {
  DeliveryRow,
  EndpointRates,
  LoggedRequest,
  Page,
  Range,
  Rates,
  RequestRates,
  RequestRow,
} from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import { accountIdOf, requireRight, timeZoneOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { SPAN, type Span } from '../../http/lists';
import { unknownCursor } from '../../http/pagination';
import { query } from '../../http/query';
import { parseIdParam, readQuery } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { toDeliveryRow } from '../developers/deliveries.routes';
import { toTransactionRow } from '../transactions/transactions.presenter';

type Asked = Span & { status?: string; endpoint?: string; key?: string };

const schema = Joi.object<Asked & { search?: string; cursor?: string; limit: number }>({
  status: query.text(7).pattern(/^(?:error|refused|[245]xx|0|[1-5][0-9]{2})$/, 'status'),
  endpoint: query.text(220).pattern(/^[A-Z]+ \//, 'method and path'),
  key: query.text(36).guid(),
  search: query.search(),
  ...SPAN,
  cursor: query.cursor(),
  limit: query.limit(),
});

/** 4 hours: in a point of a day, an hour of trouble in a week would be hard to see. */
const POINTS: Record<Range, { hours: 1 | 4 | 24; count: number }> = {
  '24h': { hours: 1, count: 24 },
  '7d': { hours: 4, count: 42 },
  '30d': { hours: 24, count: 30 },
};

const RANGE = Joi.object<{ range: Range }>({ range: query.range() });

/**
 * The requests of an account's programs to the API, newest first. For one of another account the answer is that of
 * one that does not exist.
 */
export function requestRoutes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Router {
  const router = Router();
  router.get(['/requests', '/requests/:id', '/request-rates'], requireRight('read'));
  router.get('/requests', async (request, response) => {
    const { search, cursor, limit, ...asked } = readQuery(schema, request, timeZoneOf(response));
    if (cursor !== undefined && !isUuid(cursor)) throw unknownCursor();
    const [accountId, filter, page] = [accountIdOf(response), toFilter(asked), { limit, before: cursor ?? null }];
    const { rows, next } =
      search === undefined
        ? await listRequests(db, accountId, filter, page)
        : await searchRequests(db, accountId, { ...filter, search }, page);
    response.json({ rows: rows.map(toRequestRow), next } satisfies Page<RequestRow>);
  });
  router.get('/requests/:id', async (request, response) => {
    const accountId = accountIdOf(response);
    const found = await readRequest(db, accountId, parseIdParam(request, 'request'));
    if (found === null) throw notFound('request');
    const { reference } = found;
    const record = reference === null ? null : await readPurchaseRecord(db, { accountId, requestRef: reference });
    response.json(toLoggedRequest(found, record));
  });
  router.get('/request-rates', async (request, response) => {
    const { range } = readQuery(RANGE, request);
    const { hours, count } = POINTS[range];
    const points = spansUntil(clock.now(), timeZoneOf(response), hours, count);
    const { isSample, endpoints } = await sampleRequests(db, accountIdOf(response), points);
    response.json({
      range,
      sample: isSample ? { requests: SAMPLE_REQUESTS, minutes: (hours * 60) / SAMPLE_PARTS } : null,
      points: points.map(({ since }) => since.toISOString()),
      endpoints: toEndpointRates(endpoints, count),
    } satisfies RequestRates);
  });
  return router;
}

function toFilter({ status, endpoint, key, from, to }: Asked): RequestFilter {
  const [method, path] = endpoint?.split(/ (.*)/) ?? [];
  return { status: status === undefined ? undefined : toStatus(status), method, path, apiKeyId: key, from, to };
}

const toStatus = (status: string): RequestFilter['status'] =>
  /^\d+$/.test(status) ? Number(status) : (status as StatusClass | 'error' | 'refused');

/** A request id is unique, and references are often UUIDs too: what is no request id is a reference. */
async function searchRequests(
  db: Db,
  accountId: string,
  { search, ...filter }: RequestFilter & { search: string },
  page: { limit: number; before: string | null },
): ReturnType<typeof listRequests> {
  if (isUuid(search)) {
    const { rows } = await listRequests(db, accountId, { ...filter, requestId: search }, page);
    if (rows.length > 0) return { rows, next: null };
  }
  return listRequests(db, accountId, { ...filter, reference: search }, page);
}

export const toRequestRow = (stored: StoredRequest): RequestRow =>
  toWire(pick(stored, 'id', 'at', 'method', 'path', 'status', 'errorCode', 'durationMs', 'keyName', 'reference'));

/** `record`: of the purchase with the request's reference; null when there is none. */
const toLoggedRequest = (stored: StoredRequest, record: PurchaseRecord | null): LoggedRequest => ({
  ...toRequestRow(stored),
  ...pick(stored, 'requestId', 'keyDisplay', 'request', 'answer'),
  purchase: record && toTransactionRow(record.purchase),
  deliveries: (record?.events ?? []).map((event) =>
    toDeliveryRow({ ...event, requestRef: stored.reference, state: event.state as DeliveryRow['state'] }),
  ),
});

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
