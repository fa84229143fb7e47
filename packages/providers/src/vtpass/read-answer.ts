import type { MeterDelivery } from '@topup/core/provider';
import { field, parseJson } from './json';
import { readMeter } from './read-meter';

/** An answer of VTpass to pay or requery, narrowed to what we judge it by. Whatever is absent or has another type is null. */
export type Answer = {
  httpStatus: number;
  isJson: boolean;
  /** Three digits, leading zeros restored. */
  code: string | null;
  /** The `request_id` that the answer is about. */
  requestId: string | null;
  /** `content.transactions.status`, the only field that says whether value was given. */
  status: string | null;
  /** `unique_element`; a number when it came as one, and so without leading zeros. `phone` and `email` beside it are the merchant's own. */
  recipient: string | number | null;
  /** Face value. */
  amountKobo: bigint | null;
  /** `total_amount`: what VTpass debited us, the face value less our commission. */
  costKobo: bigint | null;
  /** Up to 26 digits, so a JSON number beyond 2^53 has lost some: it is null rather than wrong. */
  transactionId: string | null;
  /** Read when asked for: only electricity has it, and looking for it takes longer than all the rest. */
  meter: () => MeterDelivery;
};

/** Reads any body whatever: `bodyText` may be HTML, empty, or JSON of any shape. Never throws. */
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
    meter: () => readMeter(body),
  };
}

/**
 * Reads naira as VTpass writes them: a string or a number, with float noise such as 1081.8199999998, rounded half up on the decimal text.
 * @returns kobo, or null when it is not a plain decimal of zero or more
 */
export function readNaira(value: unknown): bigint | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const match = /^([0-9]{1,12})(?:\.([0-9]{1,32}))?$/.exec(String(value));
  if (match === null) return null;
  const decimals = (match[2] ?? '').padEnd(3, '0');
  const kobo = BigInt(`${match[1]}${decimals.slice(0, 2)}`);
  return decimals.charAt(2) >= '5' ? kobo + 1n : kobo;
}

/** One old client saw numbers. An empty string is no code: padding would make it the 000 of success. */
export function readCode(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value);
  return /^[0-9]{1,3}$/.test(text) ? text.padStart(3, '0') : null;
}

/** What is present but no text stays present: it must differ from every reference of ours. */
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

/** Bounded, because it is stored. */
function readIdentifier(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  return typeof value === 'string' && /^[\w.@ +-]{1,64}$/.test(value) ? value : null;
}
