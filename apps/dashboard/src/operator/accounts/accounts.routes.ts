import { createAccount, findAccount, searchAccounts } from '@topup/core/account';
import { accountActions, withAuditLog } from '@topup/core/audit';
import { listEntries } from '@topup/core/reporting';
import { formatNaira } from '@topup/core/shared';
import { listAccountUsers } from '@topup/core/user';
import { maskUrl } from '@topup/core/webhook';
import type { AccountDetail, AccountRow, AccountStatus, Page } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { changeKeyLimits } from '../../account/developers/key-limits';
import { listKeyRows } from '../../account/developers/keys.presenter';
import { toTeamMember } from '../../account/team/team.presenter';
import { toLedgerRow } from '../../account/wallet/wallet.presenter';
import type { Deps } from '../../deps';
import { actorOf, originOf } from '../../http/audit';
import { PAGE_ROWS, PLACE, readCursor, readPage, writeCursor } from '../../http/pagination';
import { parseIdParam } from '../../http/parse-id-param';
import { query } from '../../http/query';
import { readFields } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { line, name, search } from '../operator.input';
import { nameTaken, noSuchTier } from '../refusals';
import { toAccountRow } from './accounts.presenter';
import { adjustAccount } from './adjust-account';
import { setAccountLowBalance, setAccountTimeZone, setLimits, setStatus, setTier } from './change-account';
import { findPayer } from './find-payer';
import { fundAccount } from './fund-account';
import type { MarkedAccounts } from './marked-accounts';

/** The accounts of the service, with their tiers and money. */
export function accountRoutes(deps: Pick<Deps, 'db' | 'defaultLimits'>, marked: MarkedAccounts): Router {
  const router = Router();
  router.get('/accounts', list(deps, marked));
  router.post('/accounts', create(deps));
  router.get('/accounts/by-payment-reference', findPayer(deps));
  router.get('/accounts/:id', show(deps));
  router.post('/accounts/:id/status', setStatus(deps));
  router.post('/accounts/:id/tier', setTier(deps));
  router.post('/accounts/:id/limits', setLimits(deps));
  router.post('/accounts/:id/low-balance', setAccountLowBalance(deps));
  router.post('/accounts/:id/time-zone', setAccountTimeZone(deps));
  router.post('/accounts/:id/fund', fundAccount(deps));
  router.post('/accounts/:id/adjust', adjustAccount(deps));
  router.post(
    '/keys/:id/limits',
    changeKeyLimits(deps, () => null),
  );
  return router;
}

type Listed = {
  search?: string;
  status?: AccountStatus;
  low: boolean;
  webhook?: 'failing';
  cursor?: string;
};

const LISTED = Joi.object<Listed>({
  search,
  status: query.oneOf(['active', 'suspended']),
  low: query.flag(),
  webhook: query.oneOf(['failing']),
  cursor: query.cursor(),
});
const SHOWN_ENTRIES = 20;

function list({ db }: Pick<Deps, 'db'>, marked: MarkedAccounts): RequestHandler {
  return async (request, response) => {
    const { search, status, low, webhook, cursor } = readFields(LISTED, request.query);
    const after = cursor === undefined ? null : readCursor(cursor, PLACE.name)[0];
    const marks = await Promise.all([...(low ? [marked.low()] : []), ...(webhook ? [marked.failing()] : [])]);
    const ids = marks.length === 0 ? undefined : marks.reduce((all, ids) => all.filter((id) => ids.includes(id)));
    const { rows, next } = await readPage(PAGE_ROWS, (limit) =>
      searchAccounts(db, { search, status, ids, after, limit }),
    );
    response.json({ rows: rows.map(toAccountRow), next: next && writeCursor(next.name) } satisfies Page<AccountRow>);
  };
}

function create({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<{ name: string; tier: string }>({ name: name.label('Name'), tier: line.label('Tier') });
  return async (request, response) => {
    const { name, tier } = readFields(body, request.body);
    const account = await withAuditLog(db, actorOf(response), originOf(response), async (tx) => {
      const result = await createAccount(tx, { name, tier });
      return { result, action: result.kind === 'created' ? accountActions.created(result) : null };
    });
    if (account.kind === 'no_such_tier') throw noSuchTier(tier);
    if (account.kind === 'name_taken') throw nameTaken(name);
    response.status(201).json(toAccountRow(account) satisfies AccountRow);
  };
}

function show({ db, defaultLimits }: Pick<Deps, 'db' | 'defaultLimits'>): RequestHandler {
  return async (request, response) => {
    const id = parseIdParam(request, 'account');
    const account = await findAccount(db, id);
    if (account === null) throw notFound('account');
    const [keys, users, entries] = await Promise.all([
      listKeyRows(db, id),
      listAccountUsers(db, id),
      listEntries(db, id, {}, { after: null, limit: SHOWN_ENTRIES }),
    ]);
    const detail: AccountDetail = {
      ...toAccountRow(account),
      webhookUrl: maskUrl(account.webhookUrl),
      paymentReference: account.paymentReference,
      lowBalance: account.lowBalanceKobo === null ? null : formatNaira(account.lowBalanceKobo),
      timeZone: account.timeZone,
      limits: account.limits,
      defaultLimits,
      keys,
      users: users.map(toTeamMember),
      entries: entries.map(toLedgerRow),
    };
    response.json(detail);
  };
}
