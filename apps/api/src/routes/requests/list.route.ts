import { type LoggedRequest, listRequests, type StatusClass, statusClasses } from '@topup/core/request-log';
import { UUID_PATTERN } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { type Field, field } from '../../http/fields';
import { type Places, pageField, pageQuery, pageUntil, readPageQuery } from '../../http/page-query';
import { readList } from '../../lists/read-in-turns';

const STATUS = `^(0|[2-5][0-9]{2}|${statusClasses.join('|')})$`;

const status: Field<number | StatusClass> = {
  rule: Joi.any()
    .custom((text: string, { error }) => {
      if (!new RegExp(STATUS).test(text)) return error('status');
      return statusClasses.find((each) => each === text) ?? Number(text);
    })
    .messages({ status: `{#label} must be an HTTP status, 0, or one of ${statusClasses.join(', ')}` }),
  schema: {
    type: 'string',
    pattern: STATUS,
    description:
      'Only this HTTP status, or all of `2xx`, `4xx` or `5xx`. `0`: the connection broke before the response.',
  },
};

const ID = `^${UUID_PATTERN}$`;

const id = (description: string): Field<string> => ({
  rule: Joi.string()
    .pattern(new RegExp(ID))
    .messages({ 'string.pattern.base': '{#label} must be a UUID in lower case' }),
  schema: { type: 'string', pattern: ID, description },
});

/** Where a page ends, and which way the list goes from there. */
type Place = { id: string; ascending: boolean };

const PLACE = new RegExp(`^([<>])(${UUID_PATTERN})$`);

const places: Places<Place> = {
  write: (place) => (place.ascending ? '>' : '<') + place.id,
  read(text) {
    const [, direction, placeId] = PLACE.exec(text) ?? [];
    return placeId === undefined ? null : { id: placeId, ascending: direction === '>' };
  },
};

export const requestsQuery = pageQuery(
  {
    status,
    error_code: field.text(50, 'Only requests that got this `X-Error-Code`.'),
    method: field.text(20, 'Only this method, in capitals.'),
    path: field.text(200, 'Only this path, such as `/v1/airtime/purchase`.'),
    reference: field.text(50, 'Only requests about the purchase with this reference.'),
    request_id: id('Only the request that got this `X-Request-Id`.'),
    from: pageField.from('Ended'),
    to: pageField.to('Ended'),
    after: id('Only requests after the one with this `id`, oldest first. Use it to follow the log.'),
  },
  places,
);

/** GET /v1/requests: the account's own requests of the last 30 days. It is not one of them. */
export function listRequestLog(deps: Deps): RequestHandler {
  const { db } = deps;
  return async (request, response) => {
    const { filter, after: cursor, limit } = readPageQuery(requestsQuery, request.query);
    const { error_code: errorCode, request_id: requestId, after, ...others } = filter;
    const place = cursor ?? (after === undefined ? null : { id: after, ascending: true });
    const page = { limit, [place?.ascending ? 'after' : 'before']: place?.id ?? null };
    const { rows, next } = await readList(deps, response, (accountId) =>
      listRequests(db, accountId, { ...others, errorCode, requestId }, page),
    );
    const ascending = place?.ascending ?? false;
    const message = `Requests, ${ascending ? 'oldest' : 'newest'} first.`;
    response.json(pageUntil(message, rows.map(toItem), next === null ? null : { id: next, ascending }, places));
  };
}

const toItem = (row: LoggedRequest): Record<string, unknown> => ({
  id: row.id,
  time: row.at.toISOString(),
  method: row.method,
  path: row.path,
  status: row.status,
  error_code: row.errorCode,
  duration_ms: row.durationMs,
  request_id: row.requestId,
  reference: row.reference,
  key: { name: row.keyName, display: row.keyDisplay },
  request: row.request,
  answer: row.answer,
});
