import { searchAccounts } from '@topup/core/account';
import { searchKeys } from '@topup/core/api-key';
import { searchPlans } from '@topup/core/catalogue';
import { searchPurchases } from '@topup/core/reporting';
import { toWire } from '@topup/core/shared';
import type { Found } from '@topup/dashboard-contract';
import { Router } from 'express';
import { foundKey, foundPurchase, MOST_OF_A_KIND as limit, SEARCHED } from '../../account/search/search.routes';
import type { Deps } from '../../deps';
import { normalizeSearch } from '../../http/normalize-search';
import { readQuery } from '../../http/read-fields';
import { toPurchaseRow } from '../purchases/purchases.presenter';

/** Search over the whole service. */
export function operatorSearchRoutes({ db }: Pick<Deps, 'db'>): Router {
  return Router().get('/search', async (request, response) => {
    const { text } = readQuery(SEARCHED, request);
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
  });
}
