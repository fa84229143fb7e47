import { COLLECTIONS, type ComparedDay, listComparedDays } from '@topup/core/collection';
import {
  asSigned,
  type CsvColumns,
  countOpenFindings,
  decideFinding,
  type Finding,
  type FindingKind,
  type FindingState,
  findingKinds,
  findingStates,
  importByHand,
  lastClosedDay,
  listClosedDays,
  listFindings,
  listFindingsByDay,
  listReadProviders,
  listStatementEvidence,
  type Pull,
  type ReadDay,
  type Resolution,
  readCoverage,
  readDay,
  resolutions,
  searchPulls,
  signDay,
  withdrawByHand,
} from '@topup/core/reconciliation';
import { formatNaira, pick, toWire } from '@topup/core/shared';
import { dayInLagos, readMoment } from '@topup/core/time';
import type {
  DaySums,
  ImportedFile,
  Reconciliation,
  ResolvedFinding,
  StatementEvidence,
  WithdrawnImport,
} from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { numberOf, serveChange } from '../../http/change';
import { columnsOf } from '../../http/csv';
import { type ListDeps, SPAN, type Span, serveStored } from '../../http/lists';
import { byNumber } from '../../http/pagination';
import { query } from '../../http/query';
import { line, parseIdParam, textRule } from '../../http/read-fields';
import { Refusal, refusalOf } from '../../http/refusal';
import { signedNaira } from '../operator.input';
import { FILE, servePreview } from './file-fields';

const DAYS = 30;
const DAY_MS = 86_400_000;

/** Serves the comparison of the providers' charges with our books: findings, and the close of days. */
export function reconciliationRoutes(deps: Pick<Deps, 'operator'> & ListDeps): Router {
  const router = Router();
  serveOverview(router, deps);
  serveFindings(router, deps);
  serveDays(router, deps);
  serveStored(router, deps, {
    path: '/reconciliation/pulls',
    file: 'statements-read',
    filters: SPAN,
    place: byNumber,
    read: (asked: Span, { after: before, limit }) => searchPulls(deps.db, { ...asked, before, limit }),
    toRow: (pull: Pull) => pull,
    columns: columnsOf<Pull>()(['id,provider,source,since,until,rows,added,fault,at']),
  });
  serveImports(router, deps);
  return router;
}

function serveOverview(router: Router, { db, clock, operator }: Pick<Deps, 'db' | 'clock' | 'operator'>): void {
  router.get('/reconciliation', async (_request, response) => {
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
    const transfers = counts.filter(({ provider }) => provider === COLLECTIONS);
    const [compared] = await listComparedDays(db, { limit: 1 });
    if (compared !== undefined || transfers.length > 0) providers.push(toTransfers(compared, transfers));
    const points = toWire(await listFindingsByDay(db, DAYS));
    const importable = operator.providers.map(({ name }) => name);
    response.json({ providers: toWire(providers), importable, points } satisfies Reconciliation);
  });
}

/** What clients transfer to us, beside the providers: its days close with theirs, and nobody overcharges. */
const toTransfers = (compared: ComparedDay | undefined, counts: readonly { open: number }[]) => ({
  name: COLLECTIONS,
  coveredFrom: null,
  coveredTo: compared === undefined ? null : readMoment(compared.day, 'to'),
  closedUpTo: null,
  nextDay: null,
  open: counts.reduce((sum, { open }) => sum + open, 0),
  overchargedKobo: 0n,
});

type Asked = Span & { provider?: string; kind?: FindingKind; state?: FindingState };

type Resolved = { resolution: Resolution; note: string; amount?: bigint };

function serveFindings(router: Router, deps: ListDeps): void {
  const { db } = deps;
  serveStored(router, deps, {
    path: '/reconciliation/findings',
    file: 'findings',
    filters: {
      provider: query.text(50),
      kind: query.oneOf(findingKinds),
      state: query.oneOf(findingStates),
      ...SPAN,
    },
    place: byNumber,
    read: (asked: Asked, { after, limit }) => listFindings(db, { ...asked, before: after ?? undefined, limit }),
    toRow: (finding: Finding) => finding,
    columns: columnsOf<Finding>()([
      'id,provider,day,kind,state,difference,reference,account_id',
      ['row', ({ row, suggestedRow }) => suggestedRow ?? row],
      'suggested,found_at,resolved_by,resolution,note',
    ]),
  });
  // ends a finding as an operator says; it moves no money of an account
  serveChange(router, '/reconciliation/findings/:id/resolve', {
    of: numberOf('finding'),
    body: Joi.object<Resolved>({
      resolution: Joi.string()
        .valid(...resolutions)
        .required(),
      note: line,
      amount: signedNaira.optional().empty(''),
    }),
    make: ({ amount: amountKobo, ...given }, by, id) => decideFinding(db, by, { id, ...given, amountKobo }),
    answer: ({ entryKobo }, { resolution }, id): ResolvedFinding => {
      return { id: String(id), resolution, float: formatNaira(entryKobo) };
    },
  });
  router.get('/reconciliation/evidence/:id', async (request, response) => {
    const rows = await listStatementEvidence(db, parseIdParam(request, 'purchase'));
    response.json(toWire(rows) satisfies StatementEvidence);
  });
}

const byDay = {
  pattern: /^\d{4}-\d\d-\d\d [^\p{Cc}]{1,200}$/u,
  of: ({ day, provider }: { day: string; provider: string }) => `${day} ${provider}`,
  read: (place: string) => ({ day: place.slice(0, 10), provider: place.slice(11) }),
};

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && text.length === 10 && readMoment(text, 'from') !== null;

const lagosDay = textRule('must be a day such as 2026-11-20', (text) => (isDay(text) ? text : null));

function serveDays(router: Router, deps: ListDeps): void {
  const { db, clock } = deps;
  serveStored(router, deps, {
    path: '/reconciliation/days',
    file: 'closed-days',
    filters: SPAN,
    place: byDay,
    read: (asked: Span, { after, limit }) => listClosedDays(db, { ...asked, after: after ?? undefined, limit }),
    toRow: asSigned,
    columns: columnsOf<ReadDay>()([
      'day,provider,basis,rows,attempts,opening,credits,debits,unlisted,closing',
      'float_opening,entries,cost,earlier,float_closing,carried,drift,unexplained,closed_by,closed_at',
    ]),
  });
  router.get('/reconciliation/days/:provider/:day', async ({ params: { provider, day } }, response) => {
    const sums = isDay(day) ? await readDay(db, provider, day) : null;
    if (sums === null) throw new Refusal(404, 'not_found', 'There is no balance for this day.');
    response.json(toWire(sums) satisfies DaySums);
  });
  // signs a day at one provider with the name of the operator
  serveChange(router, '/reconciliation/close', {
    body: Joi.object<{ provider: string; day: string }>({ provider: line, day: lagosDay }),
    make: async ({ provider, day }, by) => {
      const known = await listReadProviders(db);
      if (!known.includes(provider)) throw refusalOf({ kind: 'no_such_provider', provider, known });
      return signDay(db, by, { provider, day, now: clock.now() });
    },
    answer: ({ signed }): DaySums => toWire(signed),
  });
}

const moment = (end: 'from' | 'to') =>
  textRule('must be a day of Lagos such as 2026-11-22, or a time with its offset', (given) => readMoment(given, end));

type Body = { provider: string; text: string; columns: CsvColumns; zone: string; since: Date; until: Date };

function serveImports(router: Router, { db, clock, operator }: Pick<Deps, 'db' | 'clock' | 'operator'>): void {
  const known = operator.providers.map(({ name }) => name);
  servePreview(router, '/reconciliation/import/preview', clock);
  // keeps the rows of a file, and compares them with what we have booked
  serveChange(router, '/reconciliation/import', {
    body: Joi.object<Body>({
      provider: line,
      ...FILE,
      since: moment('from'),
      until: moment('to'),
    }),
    make: async ({ provider, text, columns, zone, since, until }, by) => {
      if (!known.includes(provider)) throw refusalOf({ kind: 'no_such_provider', provider, known });
      if (since >= until) throw refusalOf({ kind: 'range_empty' });
      return importByHand(db, by, { provider, text, shape: { columns, zone }, range: { from: since, to: until } });
    },
    answer: (imported): ImportedFile =>
      pick(imported, 'rows', 'added', 'known', 'skipped', 'opened', 'cleared', 'open'),
  });
  // takes back a file as a whole, and compares again what is left
  serveChange(router, '/reconciliation/imports/:id/withdraw', {
    of: numberOf('import'),
    make: (_, by, id) => withdrawByHand(db, by, id),
    answer: ({ rows }, _, id): WithdrawnImport => ({ id: String(id), rows }),
  });
}
