import { failureCodes, type PublicCode } from '@topup/core/errors';
import { type PurchaseStatus, toPublicStatus } from '@topup/core/purchase';
import type { Answer, Examples, Json, Schema } from './document';
import { errorHeaders, type Headers, headersWithLimit } from './headers';
import { arrayOf, message, object, reference, text, textOrNull } from './schemas';

/** `own`: headers besides those of every answer. */
const answer = (description: string, schema: Schema, examples: Examples, own: Headers = {}): Answer => ({
  description,
  headers: { ...headersWithLimit(), ...own },
  content: { 'application/json': { schema, examples } },
});

/** The message and the data in the example body of a 200. */
type Shown = { message: string; data: Json };

const SUCCESS = { status: { const: 'success', type: 'string' }, message };

/** 200 of an endpoint that reads or sets something of the account. */
export const success = (description: string, data: Schema, shown: Shown): Answer =>
  answer(description, object({ ...SUCCESS, data }), {
    success: { summary: description, value: { status: 'success', ...shown } },
  });

const NEXT_PAGE = textOrNull(
  'Send it as `cursor`, with the same filters, to get the next page. Null at the end of the list.',
);
/** Of a list without an end. */
export const NEXT_PLACE = text('Save it, and send it as `after` to get what follows. It is always present.');

/** 200 of a list: one page. `item`: the schema of each row. */
export function pageOf(description: string, item: Schema, shown: Shown, next = NEXT_PAGE): Answer {
  const schema = object({ ...SUCCESS, data: { ...arrayOf(item), maxItems: 100 }, next_cursor: next });
  const next_cursor = 'MTc2MzcyNjcxMTUxNjAwMC4wMTlhYTY5NC0xYzdjLTc0YmUtOGM4MS1lNGU2';
  return answer(description, schema, {
    page: { summary: description, value: { status: 'success', ...shown, next_cursor } },
  });
}

export type Outcome = {
  description: string;
  data: Schema;
  message: string;
  /** By name. A `message` of its own replaces that of the outcome. */
  examples: Record<string, { summary: string; message?: string; data: Json }>;
  /** Of an answer about a purchase: its `request_ref` in the examples. */
  reference?: string;
  /** Of a 424. */
  codes?: readonly PublicCode[];
  headers?: Headers;
};

/** One answer of a purchase, of the status query or of a lookup, under its HTTP status, which `status_code` repeats. */
export function outcomeAnswer(status: PurchaseStatus, outcome: Outcome): Record<string, Answer> {
  const { status: word, statusCode } = toPublicStatus(status);
  const schema = object({
    status: { const: word, type: 'string' },
    status_code: { const: statusCode, type: 'integer' },
    message,
    ...(outcome.reference !== undefined && { reference }),
    data: outcome.data,
  });
  const bodies = Object.entries(outcome.examples).map(([name, { summary, message = outcome.message, data }]) => {
    const about = outcome.reference !== undefined && { reference: outcome.reference };
    return [name, { summary, value: { status: word, status_code: statusCode, message, ...about, data } }];
  });
  const codes = statusCode === 424 ? (outcome.codes ?? failureCodes) : undefined;
  const headers = { ...(codes && errorHeaders(codes)), ...outcome.headers };
  return { [statusCode]: answer(outcome.description, schema, Object.fromEntries(bodies), headers) };
}
