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
  listPulls,
  listReadProviders,
  listStatementEvidence,
  readCoverage,
  readDay,
} from '@topup/core/reconciliation';
import { dayInLagos, readMoment } from '@topup/core/reporting';
import { formatNaira } from '@topup/core/shared';
import type {
  DaySums,
  FindingRow,
  Page,
  ReconciledProvider,
  Reconciliation,
  StatementEvidence,
  StatementPull,
} from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { PAGE_ROWS, PLACE, readCursor, readPage, writeCursor } from '../../http/pagination';
import { parseIdParam } from '../../http/parse-id-param';
import { query } from '../../http/query';
import { readFields } from '../../http/read-fields';
import { Refusal } from '../../http/refusal';
import { closeReconciledDay } from './close-day';
import { importFile, previewFile } from './import-file';
import { toDaySums, toFindingRow, toStatementPull } from './reconciliation.presenter';
import { resolve } from './resolve-finding';

const DAYS = 30;
const DAY_MS = 86_400_000;
const SHOWN_DAYS = 30;
/** Of each provider. */
const SHOWN_PULLS = 5;

/** What providers charge, compared with what was booked: findings, and the close of days. */
export function reconciliationRoutes(deps: Pick<Deps, 'db' | 'clock' | 'operator'>): Router {
  const router = Router();
  router.get('/reconciliation', overview(deps));
  router.get('/reconciliation/findings', findings(deps));
  router.post('/reconciliation/findings/:id/resolve', resolve(deps));
  router.get('/reconciliation/days', closedDays(deps));
  router.get('/reconciliation/days/:provider/:day', day(deps));
  router.get('/reconciliation/pulls', pulls(deps));
  router.get('/reconciliation/evidence/:id', evidence(deps));
  router.post('/reconciliation/close', closeReconciledDay(deps));
  router.post('/reconciliation/import/preview', previewFile(deps));
  router.post('/reconciliation/import', importFile(deps));
  return router;
}

function overview({ db, clock, operator }: Pick<Deps, 'db' | 'clock' | 'operator'>): RequestHandler {
  return async (_request, response) => {
    const counts = await countOpenFindings(db);
    const yesterday = dayInLagos(new Date(clock.now().getTime() - DAY_MS));
    const providers: ReconciledProvider[] = [];
    for (const name of await listReadProviders(db)) {
      const [coverage, closed] = [await readCoverage(db, name), await lastClosedDay(db, name)];
      const ofProvider = counts.filter(({ provider }) => provider === name);
      const next = closed === null ? yesterday : dayInLagos(new Date(Date.parse(`${closed.day}T12:00:00Z`) + DAY_MS));
      providers.push({
        name,
        coveredFrom: coverage?.from.toISOString() ?? null,
        coveredTo: coverage?.to.toISOString() ?? null,
        closedUpTo: closed?.day ?? null,
        nextDay: next <= yesterday ? next : null,
        open: ofProvider.reduce((sum, { open }) => sum + open, 0),
        overcharged: formatNaira(ofProvider.reduce((sum, { overchargedKobo }) => sum + overchargedKobo, 0n)),
      });
    }
    const points = (await listFindingsByDay(db, DAYS)).map(({ differenceKobo, ...point }) => ({
      ...point,
      difference: formatNaira(differenceKobo),
    }));
    const importable = operator.providers.map(({ name }) => name);
    response.json({ providers, importable, points } satisfies Reconciliation);
  };
}

type Asked = { provider?: string; kind?: FindingKind; state?: FindingState; cursor?: string };

function findings({ db }: Pick<Deps, 'db'>): RequestHandler {
  const asked = Joi.object<Asked>({
    provider: query.text(50),
    kind: query.oneOf(findingKinds),
    state: query.oneOf(findingStates),
    cursor: query.cursor(),
  });
  return async (request, response) => {
    const { cursor, ...filter } = readFields(asked, request.query);
    const before = cursor === undefined ? undefined : BigInt(readCursor(cursor, PLACE.number)[0]);
    const { rows, next } = await readPage(PAGE_ROWS, (limit) => listFindings(db, { ...filter, before, limit }));
    response.json({
      rows: rows.map(toFindingRow),
      next: next && writeCursor(String(next.id)),
    } satisfies Page<FindingRow>);
  };
}

function closedDays({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    const days = await listClosedDays(db, { limit: SHOWN_DAYS });
    response.json(days.map((one) => toDaySums(asSigned(one))) satisfies DaySums[]);
  };
}

function pulls({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    response.json((await listPulls(db, SHOWN_PULLS)).map(toStatementPull) satisfies StatementPull[]);
  };
}

function day({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { provider, day: asked } = request.params;
    const isDay = typeof asked === 'string' && asked.length === 10 && readMoment(asked, 'from') !== null;
    const sums = isDay ? await readDay(db, String(provider), asked) : null;
    if (sums === null) throw new Refusal(404, 'not_found', 'We have no balance of this day.');
    response.json(toDaySums(sums) satisfies DaySums);
  };
}

function evidence({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const rows = await listStatementEvidence(db, parseIdParam(request, 'purchase'));
    response.json(
      rows.map(({ rowName, provider, attempt, at, direction, amountKobo, suggested }) => ({
        ...{ row: rowName, provider, attempt, at: at.toISOString(), direction },
        ...{ amount: formatNaira(amountKobo), suggested },
      })) satisfies StatementEvidence,
    );
  };
}
