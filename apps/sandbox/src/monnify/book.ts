import type { DeliveryLine, LedgerBook, PostLine } from '../store/ledger';
import { tokensInOrder } from '../vtpass/electricity/meter';
import { MONNIFY_KNOBS, type MonnifyKnobs } from './knobs';
import type { Vend } from './vend';

/** A customer that was found, and the reference that a vend for it must carry. */
export type Validation = { reference: string; productCode: string; customerId: string; at: string };

/** One movement of the wallet. Amounts in kobo. */
export type WalletRow = {
  reference: string;
  type: 'DEBIT' | 'CREDIT';
  amount: number;
  before: number;
  after: number;
  narration: string;
  at: string;
};

type Change =
  | ({ entry: 'post' } & Omit<PostLine, 'provider'>)
  | { entry: 'vend'; vend: Vend }
  | { entry: 'vend-settled'; transactionReference: string; status: 'delivered' | 'reversed'; at: string }
  | { entry: 'vend-token'; transactionReference: string; at: string }
  | { entry: 'validation'; validation: Validation }
  | { entry: 'float'; naira: number; at: string }
  | { entry: 'products-off'; products: readonly string[]; at: string }
  | { entry: 'knobs'; knobs: Partial<MonnifyKnobs>; at: string };

/** What the file keeps of Monnify, one line each. */
export type MonnifyEntry = { provider: 'monnify' } & Change;

export type MonnifyBook = {
  apply(entry: MonnifyEntry): void;
  /** The newest vend with this reference, whichever of the two it is. */
  find(reference: string): Vend | undefined;
  /** The same, by the reference that the client sent. */
  findSent(reference: string): Vend | undefined;
  validation(reference: string): Validation | undefined;
  /** Oldest first. */
  rows(): readonly WalletRow[];
  /** Kobo. */
  balance(): number;
  /** Whether an operator turned off the product or its biller. */
  isOff(...codes: string[]): boolean;
  knobs(): MonnifyKnobs;
};

/** What Monnify knows: vends, the movements of the wallet, validations and knobs. Changed only by its entries. */
export function createMonnifyBook(ledger: LedgerBook, floatNaira: number): MonnifyBook {
  const vends = new Map<string, Vend>();
  const newest = { byReference: new Map<string, string>(), bySent: new Map<string, string>() };
  const validations = new Map<string, Validation>();
  const rows: WalletRow[] = [];
  let balance = Math.round(floatNaira * 100);
  let off: ReadonlySet<string> = new Set();
  let knobs = MONNIFY_KNOBS;

  function apply(entry: MonnifyEntry): void {
    switch (entry.entry) {
      case 'post': {
        const { request_id, at, outcome } = entry;
        ledger.posted({ request_id, at, outcome, provider: 'monnify' });
        return;
      }
      case 'vend':
        place(entry.vend);
        return;
      case 'vend-settled':
        settle(placed(entry.transactionReference), entry.status, entry.at);
        return;
      case 'vend-token':
        recordToken(placed(entry.transactionReference));
        return;
      case 'validation':
        validations.set(entry.validation.reference, entry.validation);
        return;
      case 'float':
        fund(Math.round(entry.naira * 100), entry.at);
        return;
      case 'products-off':
        off = new Set(entry.products);
        return;
      case 'knobs':
        knobs = { ...knobs, ...entry.knobs };
        return;
      default:
        entry satisfies never;
        throw new Error('the sandbox file holds an entry of an unknown kind');
    }
  }

  function place(vend: Vend): void {
    const { transactionReference, reference, sentReference, payable, commission, grossDebit, at } = vend;
    vends.set(transactionReference, vend);
    ledger.recorded('monnify', sentReference ?? reference);
    newest.byReference.set(reference, transactionReference);
    if (sentReference !== null) newest.bySent.set(sentReference, transactionReference);
    if (vend.status === 'FAILED') return;
    move(vend, 'DEBIT', grossDebit ? payable : payable - commission, at);
    if (vend.status === 'SUCCESS') deliver(vend, at);
  }

  function deliver(vend: Vend, at: string): void {
    ledger.delivered(toDelivery(vend, at));
    if (vend.grossDebit && vend.commission > 0) move(vend, 'CREDIT', vend.commission, at, 'Commission');
  }

  /** A reversal gives back what the vend had cost until then, as one more credit. */
  function settle(vend: Vend, status: 'delivered' | 'reversed', at: string): void {
    const settled: Vend = { ...vend, status: status === 'delivered' ? 'SUCCESS' : 'FAILED', settlesTo: null };
    vends.set(vend.transactionReference, settled);
    if (status === 'delivered') {
      deliver(settled, at);
      return;
    }
    move(vend, 'CREDIT', vend.payable - (owesCommission(vend) ? 0 : vend.commission), at, 'Reversal');
    ledger.reversed({ request_id: vend.sentReference ?? vend.reference, at, provider: 'monnify' });
  }

  function recordToken(vend: Vend): void {
    const { meter } = vend;
    if (meter) vends.set(vend.transactionReference, { ...vend, meter: { ...meter, awaitsToken: false } });
  }

  function fund(kobo: number, at: string): void {
    const difference = kobo - balance;
    if (difference === 0) return;
    const type = difference > 0 ? 'CREDIT' : 'DEBIT';
    addRow({
      reference: `MFWF-${rows.length + 1}`,
      type,
      amount: Math.abs(difference),
      narration: 'Wallet funding',
      at,
    });
  }

  /**
   * The narration has no reference of the client: rows are matched by Monnify's own, with the type and the number of
   * the movement behind it.
   */
  function move(vend: Vend, type: WalletRow['type'], amount: number, at: string, what = 'Bills payment'): void {
    const { transactionReference, product, customerId } = vend;
    const credited = what === 'Reversal' && !owesCommission(vend) && vend.commission > 0 && vend.grossDebit;
    const reference = `${transactionReference}_${type}_${credited ? 1 : 0}`;
    addRow({ reference, type, amount, narration: `${what}/#/${product.name}/#/${customerId}`, at });
  }

  function addRow(row: Omit<WalletRow, 'before' | 'after'>): void {
    const before = balance;
    balance += row.type === 'CREDIT' ? row.amount : -row.amount;
    rows.push({ ...row, before, after: balance });
  }

  function placed(transactionReference: string): Vend {
    const vend = vends.get(transactionReference);
    if (vend === undefined)
      throw new Error(`the sandbox file changes a vend that is not in it: ${transactionReference}`);
    return vend;
  }

  return {
    apply,
    find: (reference) => vends.get(newest.byReference.get(reference) ?? ''),
    findSent: (reference) => vends.get(newest.bySent.get(reference) ?? ''),
    validation: (reference) => validations.get(reference),
    rows: () => rows,
    balance: () => balance,
    isOff: (...codes) => codes.some((code) => off.has(code)),
    knobs: () => knobs,
  };
}

/** Whether the commission of the vend has not come back yet. */
function owesCommission({ grossDebit, status }: Vend): boolean {
  return grossDebit && status === 'IN_PROGRESS';
}

function toDelivery(vend: Vend, at: string): DeliveryLine {
  const { sentReference, reference, product, customerId, amount, meter } = vend;
  return {
    request_id: sentReference ?? reference,
    serviceID: product.biller.code,
    recipient: customerId,
    variation_code: product.code,
    amount: amount / 100,
    at,
    provider: 'monnify',
    ...(meter && { tokens: tokensInOrder(meter) }),
  };
}
