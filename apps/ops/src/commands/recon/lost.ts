import { findUnknownPurchases, listSales } from '@topup/core/reconciliation';
import { formatNaira } from '@topup/core/shared';
import { purchaseIdIn } from '@topup/providers';
import { type Report, table, time } from '../../output';
import { requireProvider } from '../../providers';
import { withDatabase } from '../../with-database';

/** After a restore: the orders that statements list and whose purchases this database does not have. */
export async function lost({ since, provider }: { since: Date; provider?: string }): Promise<Report> {
  if (provider !== undefined) requireProvider(provider);
  const orders = await withDatabase(async (db) => {
    const sales = (await listSales(db, since, provider)).flatMap((sale) => {
      const purchase = purchaseIdIn(sale.providerRef);
      return purchase === null ? [] : [{ purchase, ...sale }];
    });
    const unknown = await findUnknownPurchases(db, [...new Set(sales.map(({ purchase }) => purchase))]);
    return sales.filter(({ purchase }) => unknown.has(purchase));
  });
  const rows = orders.map((one) => [
    ...[time(one.at), one.provider, formatNaira(one.amountKobo), one.purchase, one.providerRef],
    one.providerTransactionId ?? '-',
  ]);
  const headings = ['AT', 'PROVIDER', 'AMOUNT', 'PURCHASE', 'PROVIDER REFERENCE', 'TRANSACTION'];
  return {
    json: orders,
    text: table(headings, rows, 'Every order in the statements has its purchase.'),
    ...(orders.length > 0 && { problem: `${orders.length} orders have no purchase here.` }),
  };
}
