import { addUp, sumMonth, type TierSales } from '@topup/core/catalogue';
import { discountedProducts, productTypes } from '@topup/core/product';
import { formatNaira, marginText } from '@topup/core/shared';
import type { Earnings, EarningsRow, EarningsSum } from '@topup/dashboard-contract';
import { Router } from 'express';
import { cached } from '../../expiring-cache';
import { columnsOf } from '../../http/csv';
import { type ListDeps, serveTable } from '../../http/lists';

/** Today alone is summed each time, but a day of a million purchases takes 1 s. */
const CACHE_MS = 15_000;

/** Serves the earnings of each service: the provider's commission less the discounts of tiers, or price less cost. */
export function earningsRoutes({ db, clock, exports }: ListDeps): Router {
  const month = cached(CACHE_MS, clock, () => sumMonth(db));
  const router = Router();
  router.get('/earnings', async (_request, response) => {
    const sold = await month();
    const products = productTypes.flatMap((product) => {
      const rows = sold.filter(({ productType }) => productType === product);
      return rows.length === 0 ? [] : [{ product, ...toSum(rows) }];
    });
    response.json({ days: 30, rows: toRows(sold), products, total: toSum(sold) } satisfies Earnings);
  });
  serveTable(
    router,
    { db, clock, exports },
    {
      path: '/earnings',
      file: 'earnings',
      read: async () => toRows(await month()),
      columns: columnsOf<EarningsRow>()([
        'product,service,purchases,face,charged,cost,commission,commission_percent,discount,discount_percent',
        'margin,margin_percent',
        ['unknown_cost', ({ unknown }) => unknown],
        ['unknown_cost_price', ({ unknownPrice }) => unknownPrice],
      ]),
    },
  );
  return router;
}

/** One row for each service, of all tiers. */
function toRows(sold: TierSales[]): EarningsRow[] {
  return productTypes.flatMap((product) => {
    const ofProduct = sold.filter(({ productType }) => productType === product);
    const services = [...new Set(ofProduct.map(({ service }) => service))];
    return services
      .map((service) => ofProduct.filter((each) => each.service === service))
      .sort((one, other) => Number(earned(other) - earned(one)))
      .map((rows) => ({ product, service: rows[0]?.service ?? '', ...toSum(rows) }));
  });
}

function earned(sold: TierSales[]): bigint {
  const { chargedKobo, costKobo } = addUp(sold);
  return chargedKobo - costKobo;
}

function toSum(sold: TierSales[]): EarningsSum {
  const all = addUp(sold);
  const atFace = sold.filter(({ productType }) => discountedProducts.includes(productType));
  const { faceKobo, chargedKobo, costKobo } = addUp(atFace);
  const [commission, discount] = [costKobo, chargedKobo].map((kobo) =>
    atFace.length === 0 ? null : marginText(faceKobo, kobo),
  );
  const { margin, percent: marginPercent } = marginText(all.chargedKobo, all.costKobo);
  return {
    purchases: all.purchases,
    face: formatNaira(all.faceKobo),
    charged: formatNaira(all.chargedKobo),
    cost: formatNaira(all.costKobo),
    commission: commission?.margin ?? null,
    commissionPercent: commission?.percent ?? null,
    discount: discount?.margin ?? null,
    discountPercent: discount?.percent ?? null,
    margin,
    marginPercent,
    unknown: all.unknown,
    unknownPrice: formatNaira(all.unknownKobo),
  };
}
