import { tokensInOrder } from '../customers/tokens';
import type { SandboxOptions } from '../options';
import type { DeliveryLine } from '../store/ledger';
import type { Kept, Store } from '../store/store';
import { type CollectionBook, type CollectionChange, createCollectionBook } from './collections/collection-book';
import { MONNIFY_KNOBS, type MonnifyKnobs } from './knobs';
import type { Vend } from './vend';
import { createWallet, type Wallet, type WalletRow } from './wallet';

/** A customer that was found, and the reference that a vend for it must carry. */
type Validation = { reference: string; productCode: string; customerId: string; at: string };

/** The lines of the file that belong to Monnify alone. */
type Change =
  | CollectionChange
  | { entry: 'vend'; vend: Vend }
  | { entry: 'vend-settled'; transactionReference: string; status: 'delivered' | 'reversed'; at: string }
  | { entry: 'vend-token'; transactionReference: string; at: string }
  | { entry: 'validation'; validation: Validation };

export type MonnifyBook = Kept<Change, MonnifyKnobs> & {
  /** The newest vend with this reference, whichever of the two it is. */
  find(reference: string): Vend | undefined;
  /** The same, by the reference that the client sent. */
  findSent(reference: string): Vend | undefined;
  validation(reference: string): Validation | undefined;
  wallet: Pick<Wallet, 'rows' | 'balance'>;
  collections: CollectionBook;
};

/** Creates the state of Monnify: vends, validations, the wallet and collections. Only what the file keeps alters it. */
export function createMonnifyBook(store: Store, { floatNaira, noticeUrl }: SandboxOptions): MonnifyBook {
  const vends = new Map<string, Vend>();
  const newest = { byReference: new Map<string, string>(), bySent: new Map<string, string>() };
  const validations = new Map<string, Validation>();
  const wallet = createWallet(Math.round(floatNaira * 100));
  const collections = createCollectionBook();
  const knobs = { ...MONNIFY_KNOBS, notice_url: noticeUrl };
  const kept = store.keep<Change, MonnifyKnobs>('monnify', knobs, {
    apply,
    setFloat: (naira, at) => wallet.fundTo(Math.round(naira * 100), at),
  });

  function apply(change: Change): void {
    switch (change.entry) {
      case 'vend':
        place(change.vend);
        return;
      case 'vend-settled':
        settle(placed(change.transactionReference), change.status, change.at);
        return;
      case 'vend-token':
        recordToken(placed(change.transactionReference));
        return;
      case 'validation':
        validations.set(change.validation.reference, change.validation);
        return;
      case 'account-reserved':
      case 'account-freed':
      case 'transfer':
      case 'transfer-status':
        collections.apply(change);
        return;
      default:
        change satisfies never;
        throw new Error('the sandbox file holds an entry of an unknown kind');
    }
  }

  function place(vend: Vend): void {
    const { transactionReference, reference, sentReference, payable, commission, grossDebit, at } = vend;
    vends.set(transactionReference, vend);
    kept.recorded(sentReference ?? reference);
    newest.byReference.set(reference, transactionReference);
    if (sentReference !== null) newest.bySent.set(sentReference, transactionReference);
    if (vend.status === 'FAILED') return;
    wallet.move(rowOf(vend, 'DEBIT', grossDebit ? payable : payable - commission, at));
    if (vend.status === 'SUCCESS') deliver(vend, at);
  }

  function deliver(vend: Vend, at: string): void {
    kept.delivered(toDelivery(vend, at));
    if (vend.grossDebit && vend.commission > 0) wallet.move(rowOf(vend, 'CREDIT', vend.commission, at, 'Commission'));
  }

  /** A reversal gives back what the vend had cost until then, as one more credit. */
  function settle(vend: Vend, status: 'delivered' | 'reversed', at: string): void {
    const settled: Vend = { ...vend, status: status === 'delivered' ? 'SUCCESS' : 'FAILED', settlesTo: null };
    vends.set(vend.transactionReference, settled);
    if (status === 'delivered') {
      deliver(settled, at);
      return;
    }
    const cost = vend.payable - (owesCommission(vend) ? 0 : vend.commission);
    wallet.move(rowOf(vend, 'CREDIT', cost, at, 'Reversal'));
    kept.reversed({ request_id: vend.sentReference ?? vend.reference, at });
  }

  function recordToken(vend: Vend): void {
    const { meter } = vend;
    if (meter) vends.set(vend.transactionReference, { ...vend, meter: { ...meter, awaitsToken: false } });
  }

  function placed(transactionReference: string): Vend {
    const vend = vends.get(transactionReference);
    if (vend === undefined)
      throw new Error(`the sandbox file changes a vend that is not in it: ${transactionReference}`);
    return vend;
  }

  return {
    ...kept,
    find: (reference) => vends.get(newest.byReference.get(reference) ?? ''),
    findSent: (reference) => vends.get(newest.bySent.get(reference) ?? ''),
    validation: (reference) => validations.get(reference),
    wallet,
    collections,
  };
}

/**
 * The narration has no reference of the client: rows are matched by Monnify's own, with the type and the number of
 * the movement behind it.
 */
function rowOf(vend: Vend, type: WalletRow['type'], amount: number, at: string, what = 'Bills payment') {
  const { transactionReference, product, customerId } = vend;
  const credited = what === 'Reversal' && !owesCommission(vend) && vend.commission > 0 && vend.grossDebit;
  const reference = `${transactionReference}_${type}_${credited ? 1 : 0}`;
  return { reference, type, amount, narration: `${what}/#/${product.name}/#/${customerId}`, at };
}

/** Whether the commission of the vend has not come back yet. */
function owesCommission({ grossDebit, status }: Vend): boolean {
  return grossDebit && status === 'IN_PROGRESS';
}

function toDelivery(vend: Vend, at: string): Omit<DeliveryLine, 'provider'> {
  const { sentReference, reference, product, customerId, amount, meter } = vend;
  return {
    request_id: sentReference ?? reference,
    serviceID: product.biller.code,
    recipient: customerId,
    variation_code: product.code,
    amount: amount / 100,
    at,
    ...(meter && { tokens: tokensInOrder(meter) }),
  };
}
