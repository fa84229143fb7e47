import { parseExact } from '../../http/exact';
import { field } from '../../http/json';
import { maskedAnswer } from '../../http/masked-answer';
import { RESPONSE_CODES, STATUSES } from '../response-codes';
import { readTopUp, type TopUp } from './read-top-up';

/** The parts of an answer about one order that we judge it by. */
export type Answer = {
  httpStatus: number;
  isJson: boolean;
  topUp: TopUp;
  refusal: Refusal | null;
  /** The answer itself, masked. */
  masked: () => string;
};

/** The fields that are shown of a top-up, or of an error in its place. */
export const SHOWN = ['status', 'errorCode', 'message', 'error'];

/** The answer is an error in one of Reloadly's own forms. `code`: null when the form has none that is readable. */
type Refusal = { code: string | null };

/** Reads any body: `bodyText` may be HTML, empty, or JSON of any shape. Never throws. */
export function readAnswer(httpStatus: number, bodyText: string): Answer {
  const body = parseExact(bodyText);
  return {
    httpStatus,
    isJson: body !== undefined,
    topUp: readTopUp(body),
    refusal: readRefusal(body, httpStatus),
    masked: () => maskedAnswer(httpStatus, body, SHOWN),
  };
}

/** Only a status of 2xx says that what follows is about the order or the question. */
export function isSuccess(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus < 300;
}

/**
 * The error of a body: `{timeStamp, message, path, errorCode, …}` from Reloadly, `{error, error_description}` from its
 * token server, `{timestamp, status, error, path}` from the framework below. A proxy on the way writes none of these.
 */
export function readRefusal(body: unknown, httpStatus: number): Refusal | null {
  const isText = (name: string) => typeof field(body, name) === 'string' && field(body, name) !== '';
  if (isText('message') && (isText('errorCode') || isText('timeStamp')))
    return { code: readCode(field(body, 'errorCode')) };
  if (isText('error') && isText('error_description')) return { code: readCode(field(body, 'error')) };
  return isText('error') && field(body, 'status') === String(httpStatus) ? { code: null } : null;
}

/**
 * Whether Reloadly turned the request away at the door: it rejects our token, or it has had too many requests. Nothing
 * ran. A code that means something else under another status counts for nothing here.
 */
export function isShutOut(answer: Answer): boolean {
  const { httpStatus, refusal } = answer;
  if (![401, 403, 429].includes(httpStatus) || refusal === null || hasOrder(answer)) return false;
  const row = refusal.code === null ? undefined : RESPONSE_CODES.get(refusal.code);
  return row === undefined || row.http.includes(httpStatus);
}

/** Whether there is an order in the answer, under any HTTP status: then a refusal contradicts it. */
export function hasOrder({ topUp }: Answer): boolean {
  const state = topUp.status === null ? undefined : STATUSES.get(topUp.status);
  return topUp.id !== null || state === 'delivered' || state === 'live';
}

/** The word for it in logs and rows. */
export const codeOf = ({ httpStatus, refusal }: Answer): string => refusal?.code ?? `http_${httpStatus}`;

/** At most 80 characters, because it is stored. */
function readCode(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Za-z0-9_]{1,80}$/.test(value) ? value : null;
}
