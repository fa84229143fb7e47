import type { BatchNote, Customer, Batch as StoredBatch, BatchRow as StoredRow, Wire } from '@topup/core/records';
import type { Product } from '../vocabulary';

/**
 * GET /api/buying. What is to choose from is in GET /api/products. In test mode `allowed` is true, and there is neither
 * a cap nor a factor.
 */
export type Buying = {
  /** An owner allows it. */
  allowed: boolean;
  /** The most that the people of the account may buy for in a Lagos day; null: not allowed, or test mode. */
  cap: string | null;
  /** What is left of it today. */
  left: string | null;
  balance: string;
  /** The reader must set up a second factor before they buy. */
  needsFactor: boolean;
  /** The products that are sold. */
  products: Product[];
};

/** POST /api/buying/cap BuyingCap → Buying, for owners in live mode, with a fresh code. `cap` null: not allowed. */
export type BuyingCap = { cap: string | null };

/**
 * GET /api/buying/lookup?product=&service=&number=&code=: whose number it is, for CABLE_TV, ELECTRICITY and EXAM_PIN.
 * `code`: `prepaid` or `postpaid` of a meter; of a profile the exam, whose `service` is left out. 429 `busy`; 503 when
 * the provider does not answer.
 */
export type CustomerLookup =
  | { found: false; reason: string }
  | {
      found: true;
      customerName: string;
      /** Of a meter. */
      address?: string;
      minimumAmount?: string;
      arrears?: string;
      /** Of a smartcard: the packages that it has, and the price to renew them. */
      packageCodes?: string[];
      renewalAmount?: string;
      status?: string;
      dueDate?: string;
    };

/**
 * One order from the form. `service`: network, cable product type or disco. `amount`: the face value; of DATA and
 * EXAM_PIN it is not named. `phone`: who gets the value or, of other numbers, the SMS.
 */
export type FormOrder =
  | { product: 'AIRTIME'; service: string; phone: string; amount: string }
  | { product: 'DATA'; planId: string; phone: string }
  | {
      product: 'CABLE_TV';
      service: string;
      smartcard: string;
      packageCode: string;
      subscription: 'renew' | 'change';
      phone: string;
      amount: string;
    }
  | {
      product: 'ELECTRICITY';
      service: string;
      meter: string;
      meterType: 'prepaid' | 'postpaid';
      phone: string;
      amount: string;
    }
  | { product: 'EXAM_PIN'; exam: string; phone: string; profileId?: string };

/**
 * GET /api/buying/check?…: the fields of a FormOrder as parameters; what it would cost now. 400 `validation_failed`
 * names the field; otherwise the code of the API's error, such as `unknown_plan` or `wrong_package_amount`.
 */
export type CheckedOrder = {
  /** As in the list of transactions: "MTN airtime". */
  description: string;
  recipient: string;
  /** The face value; of a data plan or exam its price. */
  amount: string;
  /** What the account pays: the amount less its discount. */
  charge: string;
  balance: string;
  /** Below zero: the balance is too small. */
  balanceAfter: string;
  /** Of a smartcard, meter or profile; null of a phone. A number that is not recognised can be bought for. */
  customer: Customer | null;
  /** The purchase of the same for the same number in the last 24 hours: its reference and time. */
  sameBefore: { reference: string; at: string } | null;
};

/**
 * POST /api/buying/purchases BuyByForm → { batch }: read GET /api/buying/batches/:id until its row is final; a row that
 * is not accepted within a minute is refused, and nothing is debited. `id`: a UUID that the page makes once for one
 * purchase, so that a repeated request buys nothing twice. `charge`: what the person saw. In live mode with a fresh
 * code. 409 `charge_changed`, `buying_off`, `cap_reached`, `balance_too_low`; 403 `factor_enrolment_needed` without a
 * second factor, and `factor_needed` without a fresh code.
 */
export type BuyByForm = FormOrder & { id: string; charge: string };
export type BoughtByForm = { batch: string; reference: string };

/**
 * POST /api/buying/files NewFile → UploadedFile. `id`: as above. With faults nothing is kept. `notes`, and GET
 * /api/buying/batches/:id/notes of a draft → FileNote[]: rows that were corrected, are there twice, were bought in the
 * last 24 hours, or are in another batch; row 1 is the header.
 */
export type NewFile = { id: string; name: string; text: string };
export type UploadedFile =
  | { batch: null; faults: FileNote[]; notes: FileNote[] }
  | { batch: Batch; faults: []; balanceAfter: string; left: string | null };
export type FileNote = BatchNote;

/**
 * GET /api/buying/batches?cursor=&limit= → Page<Batch>, the newest first; GET /api/buying/batches/:id → Batch.
 * POST /api/buying/batches/:id/confirm { total } with a fresh code in live mode: 409 `total_changed`, and then the
 * batch has the new total. POST …/pause, …/resume (with a fresh code in live mode), …/cancel. All answer a Batch.
 */
export type Batch = Wire<StoredBatch>;
export type ConfirmBatch = { total: string };

/** GET /api/buying/batches/:id/rows?status=&cursor=&limit= → Page<BatchRow>; the result file: …/rows.csv. */
export type BatchRow = Wire<StoredRow>;

/** On the page of a transaction: who has bought it in the dashboard. `file`: null from a form. */
export type BoughtBy = { name: string; batch: string; row: number; file: string | null };
