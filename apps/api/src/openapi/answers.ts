import { modes } from '@topup/core/account';
import { failureCodes, type PublicCode } from '@topup/core/errors';
import type { ProductType } from '@topup/core/product';
import { messages, type PurchaseStatus, toPublicStatus } from '@topup/core/purchase';
import type { Answer, Content, Json, Schema } from './document';
import { message, object, reference } from './schemas';

/** The headers of every answer. */
export const HEADERS: Record<string, Json> = {
  'X-Request-Id': {
    required: true,
    description: 'The id of this request in our logs. Quote it when you contact us.',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-Mode': {
    required: true,
    description: 'Whether the key is one of a live account or of a test account. Without a key: live.',
    schema: { type: 'string', enum: modes },
  },
};

/**
 * The headers of an answer to a request with a valid key.
 * @param required whether they are in every such answer: a 500 can come before the request was counted
 */
export const headersWithLimit = (required = true): Record<string, Json> => ({
  ...HEADERS,
  'RateLimit-Policy': {
    required,
    description:
      'The limit that this request counted for: its name, how many requests it allows (`q`), and in how many seconds ' +
      '(`w`).',
    schema: { type: 'string', pattern: '^"[a-z-]+";q=[0-9]+;w=60$' },
  },
  RateLimit: {
    required,
    description: 'How many more requests that limit allows now (`r`), and in how many seconds it begins anew (`t`).',
    schema: { type: 'string', pattern: '^"[a-z-]+";r=[0-9]+;t=[0-9]+$' },
  },
});

/** The headers of an error answer, which has one of these codes. */
export const errorHeaders = (codes: readonly PublicCode[]): Record<string, Json> => ({
  'X-Error-Code': {
    required: true,
    description: 'Why, for a program. `/docs/errors` explains each code.',
    schema: { type: 'string', enum: codes },
  },
  Link: {
    required: true,
    description: 'Where the code is explained.',
    schema: { type: 'string', pattern: '^</docs/errors#[a-z_]+>; rel="help"$' },
  },
});

/** A body with one example, under `name`. */
const body = (schema: Schema, name: string, summary: string, value: Json): Content => ({
  'application/json': { schema, examples: { [name]: { summary, value } } },
});

/** `codes`: of an answer that is an error. */
const answer = (description: string, content: Content, codes?: readonly PublicCode[]): Answer => ({
  description,
  headers: { ...headersWithLimit(), ...(codes && errorHeaders(codes)) },
  content,
});

/** 200 of an endpoint that reads or sets something of the account. */
export const success = (description: string, data: Schema, example: { message: string; data: Json }): Answer =>
  answer(
    description,
    body(object({ status: { const: 'success', type: 'string' }, message, data }), 'success', description, {
      status: 'success',
      ...example,
    }),
  );

/** 200 of a list: one page. `item`: the schema of each row. */
export const pageOf = (description: string, item: Schema, example: { message: string; data: Json }): Answer =>
  answer(
    description,
    body(
      object({
        status: { const: 'success', type: 'string' },
        message,
        data: { type: 'array', items: item, maxItems: 100 },
        next_cursor: {
          type: ['string', 'null'],
          description: 'Send it as `cursor`, with the same filters, for the next page. Null: the list ends here.',
        },
      }),
      'page',
      description,
      { status: 'success', ...example, next_cursor: 'MTc2MzcyNjcxMTUxNjAwMC4wMTlhYTY5NC0xYzdjLTc0YmUtOGM4MS1lNGU2' },
    ),
  );

/** 200 and 424 of a lookup, which has no reference. `outcome` of a 424: its code. */
export function lookupAnswer(
  outcome: 'success' | 'not_recognised' | 'no_packages',
  description: string,
  data: Schema,
  example: { message: string; data: Json },
): Answer {
  const found = outcome === 'success';
  const { status, statusCode } = toPublicStatus(found ? 'success' : 'failed');
  const schema = object({
    status: { const: status, type: 'string' },
    status_code: { const: statusCode, type: 'integer' },
    message,
    data,
  });
  const content = body(schema, status, description, { status, status_code: statusCode, ...example });
  return found ? answer(description, content) : answer(description, content, [outcome]);
}

type Example = { summary: string; data: Json };

type EnvelopeExamples = {
  status: PurchaseStatus;
  description: string;
  data: Schema;
  reference: string;
  message: string;
  /** By name. */
  examples: Record<string, Example & { message?: string }>;
};

/** One answer of a purchase or of the status query, under its HTTP status, which `status_code` repeats. */
export function envelopeAnswer(envelope: EnvelopeExamples): [string, Answer] {
  const { status, statusCode } = toPublicStatus(envelope.status);
  const schema = object({
    status: { const: status, type: 'string' },
    status_code: { const: statusCode, type: 'integer' },
    message,
    reference,
    data: envelope.data,
  });
  const shown = Object.entries(envelope.examples).map(([name, { summary, message = envelope.message, data }]) => [
    name,
    { summary, value: { status, status_code: statusCode, message, reference: envelope.reference, data } },
  ]);
  const content = { 'application/json': { schema, examples: Object.fromEntries(shown) } };
  const codes = statusCode === 424 ? failureCodes : undefined;
  return [String(statusCode), answer(envelope.description, content, codes)];
}

type PurchaseAnswers = {
  product: ProductType;
  reference: string;
  /** When 202 is answered, and where its outcome comes from. */
  pending: string;
  sold: { data: Schema; examples: Record<string, Example> };
  /** `data` of 202 and 424. */
  unsold: { data: Schema; example: Json };
  /** The provider's, in the example of 424. */
  reason: string;
};

/** 200, 202 and 424 of a purchase. */
export function purchaseAnswers({
  product,
  reference,
  pending,
  sold,
  unsold,
  reason,
}: PurchaseAnswers): Record<string, Answer> {
  const example = (name: string) => ({ [name]: { summary: name, data: unsold.example } });
  return Object.fromEntries([
    envelopeAnswer({
      ...sold,
      status: 'success',
      description: 'Delivered. The wallet was debited.',
      reference,
      message: messages.success(product),
    }),
    envelopeAnswer({
      status: 'pending',
      description:
        `${pending} The wallet stays debited until then, and a failure refunds it. ` +
        'Do not buy again with another reference before you know the outcome.',
      data: unsold.data,
      reference,
      message: messages.pending(product),
      examples: example('pending'),
    }),
    envelopeAnswer({
      status: 'failed',
      description: 'Not sold. The wallet is already refunded. A new attempt needs a new reference.',
      data: unsold.data,
      reference,
      message: messages.failed(product, reason),
      examples: example('failed'),
    }),
  ]);
}
