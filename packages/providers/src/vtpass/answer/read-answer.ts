import { readNaira } from '../../http/exact';
import { field, parseJson } from '../../http/json';
import { maskedAnswer } from '../../http/masked-answer';
import type { MeterAnswer } from '../../meter/sold-to-meter';
import { readMeter } from './read-meter';
import { type PinAnswer, readPin } from './read-pin';

/** The parts of an answer to pay or requery that we judge it by. What is absent or of another type is null. */
export type Answer = {
  httpStatus: number;
  isJson: boolean;
  /** Three digits, leading zeros restored. */
  code: string | null;
  /** The `request_id` that the answer is about. */
  requestId: string | null;
  /** `content.transactions.status`, the only field that says whether value was given. */
  status: string | null;
  /**
   * `unique_element`. A JSON number stays a number: it may have lost leading zeros. `phone` and `email` beside it are
   * ours.
   */
  recipient: string | number | null;
  /** Face value. */
  amountKobo: bigint | null;
  /** `total_amount`: what VTpass debited us, which is the face value minus our commission. */
  costKobo: bigint | null;
  /** Up to 26 digits. A JSON number above 2^53 has lost some of them and is read as null. */
  transactionId: string | null;
  /** Read on demand: only electricity has it, and finding it takes longer than all the rest. */
  meter: (paidKobo: bigint) => MeterAnswer;
  /** Read on demand: only exams have it. */
  pin: () => PinAnswer;
  /** The answer itself, masked. Read on demand: `meter` is. */
  masked: () => string;
};

const SHOWN = ['code', 'response_description', 'content.transactions.status'];

/** Reads any body: `bodyText` may be HTML, empty, or JSON of any shape. Never throws. */
export function readAnswer(httpStatus: number, bodyText: string): Answer {
  const body = parseJson(bodyText);
  const transaction = field(field(body, 'content'), 'transactions');
  return {
    httpStatus,
    isJson: body !== undefined,
    code: readCode(field(body, 'code')),
    requestId: readRequestId(field(body, 'requestId')),
    status: readWord(field(transaction, 'status')),
    recipient: readRecipient(field(transaction, 'unique_element')),
    amountKobo: readNaira(field(transaction, 'amount')) ?? readNaira(field(body, 'amount')),
    costKobo: readNaira(field(transaction, 'total_amount')),
    transactionId: readIdentifier(field(transaction, 'transactionId')),
    meter: (paidKobo) => readMeter(body, paidKobo),
    pin: () => readPin(body),
    masked: () => maskedAnswer(httpStatus, body, SHOWN),
  };
}

/**
 * Whether VTpass itself answered, so that its code counts. A 3xx, 408, 429 or 5xx may come from a hop in front of it.
 */
export function isReadable(httpStatus: number): boolean {
  return isSuccess(httpStatus) || (httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408 && httpStatus !== 429);
}

/** A delivery, or the state of an order, counts only under 2xx; a code that rejects counts under 4xx too. */
export function isSuccess(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus < 300;
}

/**
 * An older client of VTpass saw numbers. An empty string is not a code: padding would turn it into 000, which is
 * success.
 */
export function readCode(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value);
  return /^[0-9]{1,3}$/.test(text) ? text.padStart(3, '0') : null;
}

/** A value that is present but not text becomes `unreadable`, which differs from all of our references. */
function readRequestId(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'unreadable';
}

function readWord(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function readRecipient(value: unknown): string | number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : readIdentifier(value);
}

/** At most 64 characters, because it is stored. */
function readIdentifier(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  return typeof value === 'string' && /^[\w.@ +-]{1,64}$/.test(value) ? value : null;
}
