import { createAccount, findAccount, searchAccounts } from '@topup/core/account';
import { listKeys } from '@topup/core/api-key';
import { withAuditLog } from '@topup/core/audit';
import { listEntries } from '@topup/core/reporting';
import { listAccountUsers } from '@topup/core/user';
import { maskUrl } from '@topup/core/webhook';
import type { AccountDetail, AccountRow, Page } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { toKeyRow } from '../../account/developers/keys.presenter';
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
import { setLimits, setStatus, setTier } from './change-account';
import { fundAccount } from './fund-account';

/** The accounts of the service, with their tiers and money. */
export function accountRoutes(deps: Pick<Deps, 'db' | 'defaultLimits'>): Router {
  const router = Router();
  router.get('/accounts', list(deps));
  router.post('/accounts', create(deps));
  router.get('/accounts/:id', show(deps));
  router.post('/accounts/:id/status', setStatus(deps));
  router.post('/accounts/:id/tier', setTier(deps));
  router.post('/accounts/:id/limits', setLimits(deps));
  router.post('/accounts/:id/fund', fundAccount(deps));
  return router;
}

const LISTED = Joi.object<{ search?: string; cursor?: string }>({ search, cursor: query.cursor() });
const SHOWN_ENTRIES = 20;

function list({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { search, cursor } = readFields(LISTED, request.query);
    const after = cursor === undefined ? null : readCursor(cursor, PLACE.name)[0];
    const { rows, next } = await readPage(PAGE_ROWS, (limit) =>
      searchAccounts(db, { ...(search && { search }), after, limit }),
    );
    response.json({ rows: rows.map(toAccountRow), next: next && writeCursor(next.name) } satisfies Page<AccountRow>);
  };
}

function create({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<{ name: string; tier: string }>({ name, tier: line });
  return async (request, response) => {
    const { name, tier } = readFields(body, request.body);
    const account = await withAuditLog(db, actorOf(response), originOf(response), async (tx) => {
      const result = await createAccount(tx, { name, tier });
      const action =
        result.kind === 'created'
          ? { action: 'account.create', subject: name, accountId: result.id, details: { tier } }
          : null;
      return { result, action };
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
      listKeys(db, id),
      listAccountUsers(db, id),
      listEntries(db, id, {}, { after: null, limit: SHOWN_ENTRIES }),
    ]);
    const detail: AccountDetail = {
      ...toAccountRow(account),
      webhookUrl: maskUrl(account.webhookUrl),
      limits: account.limits,
      defaultLimits,
      keys: keys.map(toKeyRow),
      users: users.map(toTeamMember),
      entries: entries.map(toLedgerRow),
    };
    response.json(detail);
  };
}
