import { checkPurchase, fileClaim, findPurchase, readCheckWait } from '@topup/core/purchase';
import {
  type AccountPurchaseFilter,
  readPurchaseRecord,
  type SearchedStatus,
  searchAccountPurchases,
  statusesOf,
} from '@topup/core/reporting';
import { type Db, isOneLine, toWire } from '@topup/core/shared';
import type { CheckableTransaction, Claim as ClaimJson, PurchaseCheck } from '@topup/dashboard-contract';
import { type Request, type Response, Router } from 'express';
import Joi from 'joi';
import { accountIdOf, byOf, requireRight } from '../../auth/signed-in';
import { columnsOf } from '../../http/csv';
import { type ListDeps, SPAN, servePaged } from '../../http/lists';
import { normalizeSearch } from '../../http/normalize-search';
import { byPurchase } from '../../http/pagination';
import { query } from '../../http/query';
import { readFields, readLine, textRule } from '../../http/read-fields';
import { notFound, Refusal } from '../../http/refusal';
import { toListed, toTransaction } from './transactions.presenter';

type Asked = Omit<AccountPurchaseFilter, 'status'> & { status?: SearchedStatus };

/** The account's purchases. One of another account gets the same answer as one that does not exist. */
export function transactionRoutes(deps: ListDeps): Router {
  const { db } = deps;
  const router = Router();
  router.get(['/transactions', '/transactions.csv', '/transactions/:reference'], requireRight('read'));
  router.post(['/transactions/:reference/check', '/transactions/:reference/claim'], requireRight('claim'));
  // newest first; of a search, first those that it names as a whole
  servePaged(router, deps, {
    path: '/transactions',
    file: 'transactions',
    accountOf: accountIdOf,
    filters: { search: query.search(), product: query.product(), status: query.status(), ...SPAN },
    place: byPurchase,
    read: async ({ search, status, ...asked }: Asked, page, response) => {
      const filter = { ...asked, status: statusesOf(status), ...(search && { search: normalizeSearch(search) }) };
      const { rows, next } = await searchAccountPurchases(db, accountIdOf(response), filter, page);
      return { rows: rows.map(toListed), next };
    },
    columns: columnsOf<ReturnType<typeof toListed>>()([
      'reference,product,status,amount,recipient,description,message,created_at,final_at,charged',
    ]),
  });
  router.get('/transactions/:reference', async (request, response) => {
    const key = requestedPurchase(request, response);
    const record = key && (await readPurchaseRecord(db, key));
    if (record === null) throw notFound('transaction');
    const check = await readCheck(db, record.purchase);
    response.json({ ...toTransaction(record), check } satisfies CheckableTransaction);
  });
  // has a worker ask the provider about a pending purchase next; the worker alone decides what the answer proves
  router.post('/transactions/:reference/check', async (request, response) => {
    const key = requestedPurchase(request, response);
    const purchase = key && (await findPurchase(db, key));
    if (purchase === null) throw notFound('transaction');
    if (purchase.finalAt !== null) throw completed();
    const checked = await checkPurchase(db, byOf(response), purchase);
    if (checked.kind === 'not_sent') throw notSent();
    if (checked.kind === 'too_soon') {
      response.setHeader('Retry-After', checked.waitS);
      throw new Refusal(429, 'too_soon', `This was checked a moment ago. Try again in ${checked.waitS} s.`);
    }
    response.json((await readCheck(db, purchase)) satisfies PurchaseCheck | null);
  });
  router.post('/transactions/:reference/claim', async (request, response) => {
    const key = requestedPurchase(request, response);
    const purchase = key && (await findPurchase(db, key));
    if (purchase === null) throw notFound('transaction');
    const { note } = readFields(CLAIMED, request.body);
    const filed = await fileClaim(db, byOf(response), purchase, note);
    if (!('claim' in filed)) throw notSuccessful();
    response.json(toWire(filed.claim) satisfies ClaimJson);
  });
  return router;
}

const CLAIMED = Joi.object<{ note: string }>({
  note: textRule('must be one line of 1 to 500 characters', (text) => readLine(text, 500)).label('Note'),
});

/** Null when no purchase can have this reference. */
function requestedPurchase({ params }: Request<{ reference: string }>, response: Response) {
  return isOneLine(params.reference) ? { accountId: accountIdOf(response), requestRef: params.reference } : null;
}

/** Whether a purchase can be checked, and how long its next check has to wait; null: it cannot. */
async function readCheck(db: Db, purchase: Parameters<typeof readCheckWait>[1]): Promise<PurchaseCheck | null> {
  const waitS = await readCheckWait(db, purchase);
  return waitS === null ? null : { waitS };
}

const completed = () => new Refusal(409, 'completed', 'This purchase is completed, so there is nothing to check.');

const notSuccessful = () =>
  new Refusal(409, 'not_successful', 'This purchase is not successful, so it cannot be reported. Nothing was changed.');

const notSent = () =>
  new Refusal(409, 'not_sent', 'This purchase is not at the provider yet, or has just been sent. Try again shortly.');
