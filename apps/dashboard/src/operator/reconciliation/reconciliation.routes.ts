import {
  asSigned,
  countOpenFindings,
  type FindingKind,
  type FindingState,
  findingKinds,
  findingStates,
  lastClosedDay,
  listClosedDays,
  listFindings,
  listFindingsByDay,
  listReadProviders,
  listStatementEvidence,
  readCoverage,
  readDay,
  searchPulls,
} from '@topup/core/reconciliation';
import { toWire } from '@topup/core/shared';
import { dayInLagos, readMoment } from '@topup/core/time';
import type { DaySums, Reconciliation, StatementEvidence } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import type { Deps } from '../../deps';
import { PLACE, readPage } from '../../http/pagination';
import { parseIdParam } from '../../http/parse-id-param';
import { query } from '../../http/query';
import { Refusal } from '../../http/refusal';
import { type ListDeps, present, SPAN, type Span, servePaged } from '../list-routes';
import { closeReconciledDay } from './close-day';
import { DAY_COLUMNS, FINDING_COLUMNS, PULL_COLUMNS } from './columns';
import { importFile, previewFile, withdrawFile } from './import-file';
import { resolve } from './resolve-finding';

const DAYS = 30;
const DAY_MS = 86_400_000;

/** What providers charge, compared with what was booked: findings, and the close of days. */
export function reconciliationRoutes(deps: Pick<Deps, 'operator'> & ListDeps): Router {
  const router = Router();
  router.get('/reconciliation', overview(deps));
  serveFindings(router, deps);
  router.post('/reconciliation/findings/:id/resolve', resolve(deps));
  serveClosedDays(router, deps);
  router.get('/reconciliation/days/:provider/:day', day(deps));
  servePulls(router, deps);
  router.get('/reconciliation/evidence/:id', evidence(deps));
  router.post('/reconciliation/close', closeReconciledDay(deps));
  router.post('/reconciliation/import/preview', previewFile(deps));
  router.post('/reconciliation/import', importFile(deps));
  router.post('/reconciliation/imports/:id/withdraw', withdrawFile(deps));
  return router;
}

function overview({ db, clock, operator }: Pick<Deps, 'db' | 'clock' | 'operator'>): RequestHandler {
  return async (_request, response) => {
    const counts = await countOpenFindings(db);
    const yesterday = dayInLagos(new Date(clock.now().getTime() - DAY_MS));
    const providers = [];
    for (const name of await listReadProviders(db)) {
      const [coverage, closed] = [await readCoverage(db, name), await lastClosedDay(db, name)];
      const ofProvider = counts.filter(({ provider }) => provider === name);
      const next = closed === null ? yesterday : dayInLagos(new Date(Date.parse(`${closed.day}T12:00:00Z`) + DAY_MS));
      providers.push({
        name,
        coveredFrom: coverage?.from ?? null,
        coveredTo: coverage?.to ?? null,
        closedUpTo: closed?.day ?? null,
        nextDay: next <= yesterday ? next : null,
        open: ofProvider.reduce((sum, { open }) => sum + open, 0),
        overchargedKobo: ofProvider.reduce((sum, { overchargedKobo }) => sum + overchargedKobo, 0n),
      });
    }
    const points = toWire(await listFindingsByDay(db, DAYS));
    const importable = operator.providers.map(({ name }) => name);
    response.json({ providers: toWire(providers), importable, points } satisfies Reconciliation);
  };
}

type Asked = Span & { provider?: string; kind?: FindingKind; state?: FindingState };

function serveFindings(router: Router, deps: ListDeps): void {
  servePaged(router, deps, {
    path: '/reconciliation/findings',
    file: 'findings',
    filters: {
      provider: query.text(50),
      kind: query.oneOf(findingKinds),
      state: query.oneOf(findingStates),
      ...SPAN,
    },
    place: PLACE.number,
    placeOf: ({ id }) => String(id),
    read: (asked: Asked, { after, limit }) => {
      const before = after === null ? undefined : BigInt(after);
      return readPage(limit, (most) => listFindings(deps.db, { ...asked, before, limit: most }));
    },
    columns: FINDING_COLUMNS,
  });
}

const DAY_PLACE = /^\d{4}-\d\d-\d\d [^\p{Cc}]{1,200}$/u;

function serveClosedDays(router: Router, deps: ListDeps): void {
  servePaged(router, deps, {
    path: '/reconciliation/days',
    file: 'closed-days',
    filters: SPAN,
    place: DAY_PLACE,
    placeOf: ({ day, provider }) => `${day} ${provider}`,
    read: (asked: Span, { after, limit }) => {
      const place = after === null ? undefined : { day: after.slice(0, 10), provider: after.slice(11) };
      return readPage(limit, (most) => listClosedDays(deps.db, { ...asked, after: place, limit: most })).then(
        present(asSigned),
      );
    },
    columns: DAY_COLUMNS,
  });
}

function servePulls(router: Router, deps: ListDeps): void {
  servePaged(router, deps, {
    path: '/reconciliation/pulls',
    file: 'statements-read',
    filters: SPAN,
    place: PLACE.number,
    placeOf: ({ id }) => String(id),
    read: (asked: Span, { after, limit }) => {
      const before = after === null ? null : BigInt(after);
      return readPage(limit, (most) => searchPulls(deps.db, { ...asked, before, limit: most }));
    },
    columns: PULL_COLUMNS,
  });
}

function day({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { provider, day: asked } = request.params;
    const isDay = typeof asked === 'string' && asked.length === 10 && readMoment(asked, 'from') !== null;
    const sums = isDay ? await readDay(db, String(provider), asked) : null;
    if (sums === null) throw new Refusal(404, 'not_found', 'We have no balance of this day.');
    response.json(toWire(sums) satisfies DaySums);
  };
}

function evidence({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const rows = await listStatementEvidence(db, parseIdParam(request, 'purchase'));
    response.json(toWire(rows) satisfies StatementEvidence);
  };
}
