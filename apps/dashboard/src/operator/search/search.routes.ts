import { searchAccounts } from '@topup/core/account';
import { searchKeys } from '@topup/core/api-key';
import { searchPlans } from '@topup/core/catalogue';
import { searchPurchases } from '@topup/core/reporting';
import { toWire } from '@topup/core/shared';
import type { Found } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { foundKey, foundPurchase, MOST_OF_A_KIND } from '../../account/search/search.presenter';
import type { Deps } from '../../deps';
import { normalizeSearch } from '../../http/normalize-search';
import { query } from '../../http/query';
import { readQuery } from '../../http/read-fields';
import { toPurchaseRow } from '../purchases/purchases.presenter';

/** Search over the whole service. */
export function operatorSearchRoutes(deps: Pick<Deps, 'db'>): Router {
  return Router().get('/search', searchEverything(deps));
}

function searchEverything({ db }: Pick<Deps, 'db'>): RequestHandler {
  const asked = Joi.object<{ text: string }>({ text: query.anything() });
  const limit = MOST_OF_A_KIND;
  return async (request, response) => {
    const { text } = readQuery(asked, request);
    const [purchases, accounts, keys, plans] = await Promise.all([
      searchPurchases(db, { search: normalizeSearch(text) }, { limit }),
      searchAccounts(db, { search: text, limit }),
      searchKeys(db, { text, accountId: null, limit }),
      searchPlans(db, text, limit),
    ]);
    response.json([
      ...purchases.rows.map((row) =>
        foundPurchase(toWire(toPurchaseRow(row)), { id: row.accountId, name: row.account }),
      ),
      ...accounts.map(({ id, name, status }) => ({ kind: 'account' as const, id, name, status })),
      ...keys.map((key) => foundKey(key, { id: key.accountId, name: key.account })),
      ...plans.map((plan) => ({ kind: 'plan' as const, ...plan })),
    ] satisfies Found[]);
  };
}
