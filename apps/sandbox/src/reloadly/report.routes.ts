import { type Request, Router } from 'express';
import { sendExactJson } from '../http/exact-json';
import { readCount, springPage } from '../http/pages';
import type { ReloadlyDeps } from './deps';
import { sendError, toStatusReply, toTopUpReply } from './replies';
import type { TopUp } from './top-up';

const PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 500;
const UTC_MINUS_4_MS = 4 * 3_600_000;

/** Where a client learns what became of a top-up: the list of all, the row of one, and the state of one. */
export function reportRoutes({ book, options, settlements }: ReloadlyDeps): Router {
  /** The list shows a top-up late; the two other addresses do not. */
  function isListed({ at }: TopUp): boolean {
    return options.now().getTime() - Date.parse(at) >= book.knobs().list_lag_s * 1000;
  }

  const byId = (reply: (topUp: TopUp) => object) => (request: Request<{ id: string }>, response: Request['res']) => {
    if (response === undefined) return;
    const topUp = book.find(Number(request.params.id));
    if (topUp?.requeryHangs) return; // the socket stays open until the caller closes it
    if (topUp !== undefined) return sendExactJson(response, reply(settlements.look(topUp)));
    sendError(response, 'TRANSACTION_NOT_FOUND', request.path, options.now());
  };

  return Router()
    .get('/topups/reports/transactions', (request, response) => {
      const { customIdentifier } = request.query;
      const isSearch = typeof customIdentifier === 'string';
      const found = (isSearch ? book.findAll(customIdentifier) : book.all()).filter(isListed);
      if (isSearch && found.some(({ requeryHangs }) => requeryHangs)) return;
      const rows = (isSearch ? found.map(settlements.look) : found).filter(filterOf(request.query));
      const size = Math.max(1, readCount(request.query.size, PAGE_SIZE, MAX_PAGE_SIZE));
      const page = Math.max(1, readCount(request.query.page, 1, 1_000_000)); // page 0 is page 1
      const { content, ...frame } = springPage(rows, page - 1, size);
      sendExactJson(response, { content: content.map(toTopUpReply), ...frame });
    })
    .get('/topups/reports/transactions/:id', byId(toTopUpReply))
    .get('/topups/:id/status', byId(toStatusReply));
}

function filterOf(query: Request['query']): (topUp: TopUp) => boolean {
  const text = (name: string) => (typeof query[name] === 'string' && query[name] !== '' ? query[name] : null);
  const [from, to] = [readZoned(text('startDate')), readZoned(text('endDate'))];
  const [operatorId, operatorName, status, country] = ['operatorId', 'operatorName', 'status', 'countryCode'].map(text);
  return (topUp) => {
    const ms = Date.parse(topUp.at);
    return (
      (from === null || ms >= from) &&
      (to === null || ms <= to) &&
      (!operatorId || operatorId === String(topUp.operatorId)) &&
      (!operatorName || operatorName === topUp.operatorName) &&
      (!status || status === topUp.status) &&
      (!country || country === 'NG')
    );
  };
}

/** `YYYY-MM-DD HH:MM:SS` is read as the time of a place four hours behind UTC, while every answer has UTC. */
function readZoned(value: string | null): number | null {
  if (value === null || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) return null;
  const ms = Date.parse(`${value.replace(' ', 'T')}Z`);
  return Number.isNaN(ms) ? null : ms + UTC_MINUS_4_MS;
}
