import { readPurchaseRecord } from '@topup/core/reporting';
import { listRequests, type RequestFilter, readRequest, type StatusClass } from '@topup/core/request-log';
import { type Db, isUuid } from '@topup/core/shared';
import type { LoggedRequest, Page, RequestRow } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { accountIdOf, timeZoneOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { unknownCursor } from '../../http/pagination';
import { parseIdParam } from '../../http/parse-id-param';
import { query } from '../../http/query';
import { readQuery } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { readRates } from './rates.route';
import { toLoggedRequest, toRequestRow } from './requests.presenter';

type Query = {
  status?: string;
  endpoint?: string;
  key?: string;
  search?: string;
  from?: Date;
  to?: Date;
  cursor?: string;
  limit: number;
};

const schema = Joi.object<Query>({
  status: query.text(5).pattern(/^(?:error|[245]xx|0|[1-5][0-9]{2})$/, 'status'),
  endpoint: query.text(220).pattern(/^[A-Z]+ \//, 'method and path'),
  key: query.text(36).guid(),
  search: query.search(),
  from: query.from(),
  to: query.to(),
  cursor: query.cursor(),
  limit: query.limit(),
});

/** The requests of an account's programs to the API. All members may read them. */
export function requestRoutes(deps: Pick<Deps, 'db' | 'clock'>): Router {
  return Router()
    .get('/requests', listLoggedRequests(deps))
    .get('/requests/:id', getLoggedRequest(deps))
    .get('/request-rates', readRates(deps));
}

/** GET /api/requests: newest first. */
function listLoggedRequests({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { search, cursor, limit, ...fields } = readQuery(schema, request, timeZoneOf(response));
    if (cursor !== undefined && !isUuid(cursor)) throw unknownCursor();
    const [accountId, filter, page] = [accountIdOf(response), toFilter(fields), { limit, before: cursor ?? null }];
    const { rows, next } =
      search === undefined
        ? await listRequests(db, accountId, filter, page)
        : await searchRequests(db, accountId, { ...filter, search }, page);
    response.json({ rows: rows.map(toRequestRow), next } satisfies Page<RequestRow>);
  };
}

/** GET /api/requests/:id. A request of another account is answered like one that does not exist. */
function getLoggedRequest({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const accountId = accountIdOf(response);
    const found = await readRequest(db, accountId, parseIdParam(request, 'request'));
    if (found === null) throw notFound('request');
    const { reference } = found;
    const record = reference === null ? null : await readPurchaseRecord(db, { accountId, requestRef: reference });
    response.json(toLoggedRequest(found, record) satisfies LoggedRequest);
  };
}

function toFilter({ status, endpoint, key, from, to }: Omit<Query, 'search' | 'cursor' | 'limit'>): RequestFilter {
  const [method, path] = endpoint?.split(/ (.*)/) ?? [];
  return { status: status === undefined ? undefined : toStatus(status), method, path, apiKeyId: key, from, to };
}

const toStatus = (status: string): RequestFilter['status'] =>
  status === 'error' || status.endsWith('xx') ? (status as StatusClass | 'error') : Number(status);

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
