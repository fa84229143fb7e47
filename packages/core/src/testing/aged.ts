import { randomBytes } from 'node:crypto';
import type { ProductType } from '../product/products';
import type { SettlementItem } from '../purchase/settle/settle.store';
import type { Db } from '../shared/db';
import { type Differing, itemFor, purchasesIn } from './purchases';

const DAY_MS = 86_400_000;

/** An id of a purchase that was accepted so many days ago. */
function idOf(daysAgo: number): string {
  const ms = (Date.now() - daysAgo * DAY_MS).toString(16).padStart(12, '0');
  const rest = randomBytes(9).toString('hex');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6)}`;
}

/** Purchases that became final so many days ago, with their events and messages, which have ended. */
export function agedIn(database: () => Db) {
  const { accept, claim, settle } = purchasesIn(database);

  /** @returns its id */
  return async function aged(
    accountId: string,
    product: ProductType,
    daysAgo: number,
    { settlement, ...differing }: Differing & { settlement?: Partial<SettlementItem> } = {},
  ): Promise<string> {
    const item = { ...itemFor(accountId, product, differing), id: idOf(daysAgo + 1) };
    await accept([item]);
    await claim([item.id]);
    await settle({ id: item.id, target_status: 'success', basis: 'answer', ...settlement });
    const db = database();
    await db.$executeRaw`
      UPDATE purchase SET final_at = now() - ${daysAgo}::integer * interval '1 day' WHERE id = ${item.id}::uuid`;
    await db.$executeRaw`
      UPDATE webhook_event SET state = 'delivered', url = 'https://client.example/events',
             created_at = now() - ${daysAgo}::integer * interval '1 day', response = 'thanks',
             claimed_at = now() - ${daysAgo}::integer * interval '1 day',
             finished_at = now() - ${daysAgo}::integer * interval '1 day'
       WHERE purchase_id = ${item.id}::uuid`;
    await db.$executeRaw`
      UPDATE notification SET state = 'sent', next_attempt_at = NULL, finished_at = now()
       WHERE purchase_id = ${item.id}::uuid`;
    return item.id;
  };
}
