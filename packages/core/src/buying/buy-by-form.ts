import type { By } from '../audit/actor';
import { unchanged, withAuditLog } from '../audit/with-audit-log';
import { isRefused, type Refused } from '../errors/refusal-catalog';
import type { Db } from '../shared/db';
import { codeOfBatch, insertBatch } from './batch.store';
import { buyingActions } from './buying-actions';
import type { CheckedForm } from './check-form';
import { type BuyingRefusal, leftOf, mayBuy } from './may-buy';

/** `id`: given by the browser. `userId`: the person. `chargeKobo`: what they have seen. `isLive`: of the account. */
export type FormPurchase = {
  id: string;
  accountId: string;
  userId: string;
  isLive: boolean;
  chargeKobo: bigint;
  checked: CheckedForm;
};

type Bought =
  | { kind: 'ordered' }
  | BuyingRefusal
  | Refused<'charge_changed' | 'buying_cap_reached' | 'balance_too_low' | 'batch_id_taken'>;

/** The reference of the purchase of a form. */
export const referenceOfForm = (id: string): string => `${codeOfBatch(id)}-1`;

/** Orders one purchase, which a worker accepts within a minute or never. The same id orders once. */
export const buyByForm = (db: Db, by: By, form: FormPurchase): Promise<Bought> =>
  withAuditLog<Bought>(
    db,
    by,
    async (tx) => {
      const { id, accountId, userId, checked, chargeKobo } = form;
      const may = await mayBuy(tx, accountId, userId);
      if (isRefused(may)) return unchanged(may);
      const { account } = may;
      const leftKobo = leftOf(account);
      const row = { n: 1, ...checked };
      const batch = { id, code: codeOfBatch(id), source: 'form', fileName: null, accountId, openedBy: userId } as const;
      // before the rest: a repeated request finds what the first one has spent
      const known = await tx.purchaseBatch.count({ where: { id, accountId, source: 'form' } });
      if (known === 1) return unchanged({ kind: 'ordered' });
      if (checked.chargeKobo !== chargeKobo)
        return unchanged({ kind: 'charge_changed', chargeKobo: checked.chargeKobo });
      if (leftKobo !== null && leftKobo < chargeKobo) return unchanged({ kind: 'buying_cap_reached', leftKobo });
      if (account.balanceKobo < chargeKobo)
        return unchanged({ kind: 'balance_too_low', balanceKobo: account.balanceKobo });
      const written = await insertBatch(tx, { ...batch, rows: [row] });
      if (isRefused(written)) return unchanged(written);
      return { result: { kind: 'ordered' }, action: buyingActions.byHand(accountId, checked.order, chargeKobo) };
    },
    { fresh: form.isLive },
  );
