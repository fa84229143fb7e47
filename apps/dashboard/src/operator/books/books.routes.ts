import { withAuditLog } from '@topup/core/audit';
import {
  beginVerification,
  findVerification,
  listVerifications,
  type Verification as StoredCheck,
} from '@topup/core/wallet';
import type { Page, Verification, VerificationRow } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { PAGE_ROWS, PLACE, pageOf, readCursor, writeCursor } from '../../http/pagination';
import { idOf } from '../../http/parse-id-param';
import { query } from '../../http/query';
import { readFields } from '../../http/read-fields';
import { notFound, Refusal } from '../../http/refusal';
import { operatorOf } from '../audit-actor';
import { runBooksCheck } from './run-verification';

/** Verifications of the books, and their history. */
export function booksRoutes(deps: Pick<Deps, 'db' | 'log' | 'operator'>): Router {
  const router = Router();
  router.get('/books', list(deps));
  router.post('/books', verify(deps));
  router.get('/books/:id', show(deps));
  return router;
}

function list({ db }: Pick<Deps, 'db'>): RequestHandler {
  const asked = Joi.object<{ cursor?: string }>({ cursor: query.cursor() });
  return async (request, response) => {
    const { cursor } = readFields(asked, request.query);
    const before = cursor === undefined ? null : readCursor(cursor, PLACE.id)[0];
    const { rows, next } = await pageOf(PAGE_ROWS, (limit) => listVerifications(db, { before, limit }));
    response.json({ rows: rows.map(toldCheck), next: next && writeCursor(next.id) } satisfies Page<VerificationRow>);
  };
}

/** Begins one in the background. One at a time, in whatever process. */
function verify({ db, log, operator }: Pick<Deps, 'db' | 'log' | 'operator'>): RequestHandler {
  return async (_request, response) => {
    const by = operatorOf(response);
    const check = await withAuditLog(db, by, async (tx) => {
      const result = await beginVerification(tx, by.email);
      return {
        result,
        action: result && { action: 'books.verify', subject: 'the books', details: { check: result.id } },
      };
    });
    if (check === null) throw new Refusal(409, 'under_way', 'The books are being verified already: see how that ends.');
    runBooksCheck({ db, log, ...operator }, check);
    response.status(202).json(toldCheck(check) satisfies VerificationRow);
  };
}

function show({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const check = await findVerification(db, idOf(request, 'check of the books'));
    if (check === null) throw notFound('check of the books');
    const totals =
      check.totals && Object.fromEntries(Object.entries(check.totals).map(([name, value]) => [name, String(value)]));
    response.json({ ...toldCheck(check), totals, findings: check.findings } satisfies Verification);
  };
}

export const toldCheck = ({
  id,
  startedAt,
  finishedAt,
  startedBy,
  sound,
  broken,
  fault,
}: StoredCheck): VerificationRow => ({
  id,
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
  startedBy,
  sound,
  broken,
  fault,
});
