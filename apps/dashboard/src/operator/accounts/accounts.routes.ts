import { createAccount, findAccount, searchAccounts } from '@topup/core/account';
import { listKeys } from '@topup/core/api-key';
import { withAuditLog } from '@topup/core/audit';
import { listAccountUsers } from '@topup/core/user';
import { listEntries } from '@topup/core/wallet';
import type { AccountDetail, AccountRow, Page } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { keyRow } from '../../account/developers/keys.presenter';
import { ledgerRow } from '../../account/wallet/wallet.presenter';
import { asMember } from '../../auth/user-links';
import type { Deps } from '../../deps';
import { PAGE_ROWS, PLACE, pageOf, readCursor, writeCursor } from '../../http/pagination';
import { idOf } from '../../http/parse-id-param';
import { query } from '../../http/query';
import { readFields } from '../../http/read-fields';
import { notFound, Refusal } from '../../http/refusal';
import { operatorOf } from '../audit-actor';
import { line, name, search } from '../operator.input';
import { toldUrl } from '../purchases/operator-labels';
import { noSuchTier } from '../refusals';
import { toldAccount } from './accounts.presenter';
import { fund, setStatus, setTier } from './change-account';

/** The accounts of the service: who they are, what they pay, and their money. */
export function accountRoutes(deps: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.get('/accounts', list(deps));
  router.post('/accounts', create(deps));
  router.get('/accounts/:id', show(deps));
  router.post('/accounts/:id/status', setStatus(deps));
  router.post('/accounts/:id/tier', setTier(deps));
  router.post('/accounts/:id/fund', fund(deps));
  return router;
}

const LISTED = Joi.object<{ search?: string; cursor?: string }>({ search, cursor: query.cursor() });
const SHOWN_ENTRIES = 20;

function list({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { search, cursor } = readFields(LISTED, request.query);
    const after = cursor === undefined ? null : readCursor(cursor, PLACE.name)[0];
    const { rows, next } = await pageOf(PAGE_ROWS, (limit) =>
      searchAccounts(db, { ...(search && { search }), after, limit }),
    );
    response.json({ rows: rows.map(toldAccount), next: next && writeCursor(next.name) } satisfies Page<AccountRow>);
  };
}

function create({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<{ name: string; tier: string }>({ name, tier: line });
  return async (request, response) => {
    const { name, tier } = readFields(body, request.body);
    const account = await withAuditLog(db, operatorOf(response), async (tx) => {
      const result = await createAccount(tx, { name, tier });
      const action =
        typeof result === 'string'
          ? null
          : { action: 'account.create', subject: name, accountId: result.id, details: { tier } };
      return { result, action };
    });
    if (account === 'no_such_tier') throw noSuchTier(tier);
    if (account === 'name_taken') {
      const message = `There is an account "${name}" already: choose another name.`;
      throw new Refusal(409, 'name_taken', message, { name: message });
    }
    response.status(201).json(toldAccount(account) satisfies AccountRow);
  };
}

function show({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const id = idOf(request, 'account');
    const account = await findAccount(db, id);
    if (account === null) throw notFound('account');
    const [keys, users, entries] = await Promise.all([
      listKeys(db, id),
      listAccountUsers(db, id),
      listEntries(db, id, {}, { after: null, limit: SHOWN_ENTRIES }),
    ]);
    const detail: AccountDetail = {
      ...toldAccount(account),
      webhookUrl: toldUrl(account.webhookUrl),
      keys: keys.map(keyRow),
      users: users.map(asMember),
      entries: entries.map(ledgerRow),
    };
    response.json(detail);
  };
}
