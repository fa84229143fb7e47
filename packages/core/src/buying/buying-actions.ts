import { moved, type NewAction } from '../audit/action.store';
import type { Order } from '../purchase/accept/accept.store';
import { formatNaira } from '../shared/money';
import type { Batch } from './records';

type OfBatch = Pick<Batch, 'id' | 'code' | 'fileName'>;

const ofBatch = (accountId: string, { id, code, fileName }: OfBatch) => ({
  subject: fileName ?? code,
  subjectId: id,
  accountId,
});

const capText = (capKobo: bigint | null): string => (capKobo === null ? 'none' : formatNaira(capKobo));

export const buyingActions = {
  /** Of the cap: buying is allowed, changed or ended. */
  cap(account: { id: string; name: string }, before: bigint | null, after: bigint | null): NewAction | null {
    const verb = before === null ? 'allow' : after === null ? 'end' : 'change';
    const action = { action: `buying.${verb}`, subject: account.name, accountId: account.id };
    return moved(action, { daily_cap: capText(before) }, { daily_cap: capText(after) });
  },
  /** A person orders by the form. The purchase is written a moment later. */
  byHand: (accountId: string, order: Order, chargeKobo: bigint): NewAction => ({
    action: 'purchase.by_hand',
    subject: order.requestRef,
    requestRef: order.requestRef,
    accountId,
    after: {
      product: order.productType,
      service: order.providerOrder.serviceId,
      recipient: `…${order.recipient.slice(-4)}`,
      charge: formatNaira(chargeKobo),
    },
  }),
  /** `code`: the first part of the references of its purchases. */
  moved: (
    accountId: string,
    batch: OfBatch & Pick<Batch, 'rows' | 'totalKobo'>,
    move: 'confirm' | 'pause' | 'resume' | 'cancel',
  ): NewAction => ({
    action: `batch.${move}`,
    ...ofBatch(accountId, batch),
    after: { code: batch.code, rows: batch.rows, total: formatNaira(batch.totalKobo) },
  }),
};
