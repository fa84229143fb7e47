import { withAuditLog } from '@topup/core/audit';
import { beginVerification, findVerification, listVerifications } from '@topup/core/wallet';
import type { Page, Verification, VerificationRow } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { actorOf, originOf } from '../../http/audit';
import { PAGE_ROWS, PLACE, readCursor, readPage, writeCursor } from '../../http/pagination';
import { parseIdParam } from '../../http/parse-id-param';
import { query } from '../../http/query';
import { readFields } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { verificationUnderWay } from '../refusals';
import { toVerificationRow } from './books.presenter';
import { runVerification } from './run-verification';

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
    const { rows, next } = await readPage(PAGE_ROWS, (limit) => listVerifications(db, { before, limit }));
    response.json({
      rows: rows.map(toVerificationRow),
      next: next && writeCursor(next.id),
    } satisfies Page<VerificationRow>);
  };
}

/** Starts a verification in the background. Only one runs at a time, in all processes together. */
function verify({ db, log, operator }: Pick<Deps, 'db' | 'log' | 'operator'>): RequestHandler {
  return async (_request, response) => {
    const actor = actorOf(response);
    const verification = await withAuditLog(db, actor, originOf(response), async (tx) => {
      const result = await beginVerification(tx, actor.email);
      return {
        result,
        action: result && { action: 'books.verify', subject: 'the books', details: { check: result.id } },
      };
    });
    if (verification === null) throw verificationUnderWay();
    runVerification({ db, log, ...operator }, verification);
    response.status(202).json(toVerificationRow(verification) satisfies VerificationRow);
  };
}

function show({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const verification = await findVerification(db, parseIdParam(request, 'books check'));
    if (verification === null) throw notFound('books check');
    const totals =
      verification.totals &&
      Object.fromEntries(Object.entries(verification.totals).map(([name, value]) => [name, String(value)]));
    response.json({
      ...toVerificationRow(verification),
      totals,
      findings: verification.findings,
    } satisfies Verification);
  };
}
