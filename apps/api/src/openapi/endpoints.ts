import type { ErrorCode } from '@topup/core/errors';
import { discountedProducts, type ProductType } from '@topup/core/product';
import { messages } from '@topup/core/purchase';
import { type Outcome, outcomeAnswer, pageOf } from './answers';
import type { Endpoint, Examples, Json } from './document';
import { errorsOfGet, errorsOfPost, errorsOfPurchase } from './errors';
import { asParameters, PREFER, PREFERENCE_APPLIED } from './headers';
import { ref } from './schemas';

// The kinds of endpoint that occur more than once.

/** The body of a request: a schema of `components` by its name, and examples. */
export const bodyOf = (schema: string, examples: Examples) => ({
  required: true as const,
  content: { 'application/json': { schema: ref(schema), examples } },
});

type List = Omit<Endpoint, 'responses'> & {
  /** Its description, the schema of a row, and the example. */
  page: Parameters<typeof pageOf>;
  /** The `error` of a query that is not valid. */
  detail: string;
};

export const list = ({ page, detail, ...described }: List): Endpoint => ({
  ...described,
  responses: { 200: pageOf(...page), ...errorsOfGet({ detail, codes: ['validation_failed', 'overloaded'] }) },
});

/** `data` of an answer: the name of its schema, and an example. */
type Data = { schema: string; data: Json };
type LookupAnswer = Data & { description: string; message: string };

type Lookup = Omit<Endpoint, 'responses'> & {
  found: LookupAnswer;
  /** 424. */
  missing: LookupAnswer & { code: 'not_recognised' | 'no_packages' };
  /** The `error` of a request that is not valid. */
  detail: string;
  codes?: ErrorCode[];
};

export function lookup({ found, missing, detail, codes = [], ...described }: Lookup): Endpoint {
  const outcomeOf = (name: string, { description, message, schema, data }: LookupAnswer): Outcome => ({
    description,
    message,
    data: ref(schema),
    examples: { [name]: { summary: description, data } },
  });
  return {
    ...described,
    responses: {
      ...outcomeAnswer('success', outcomeOf('successful', found)),
      ...outcomeAnswer('failed', { ...outcomeOf('failed', missing), codes: [missing.code] }),
      ...errorsOfPost({ detail, codes: [...codes, 'overloaded', 'provider_unavailable'] }),
    },
  };
}

/** 424 of a lookup that finds nobody, without its texts. */
export const NOT_RECOGNISED = { code: 'not_recognised', schema: 'NotRecognised', data: {} } as const;

/** Why a provider sold nothing, in examples. */
export const REASON = 'The provider could not complete the order.';

type Purchase = Omit<Endpoint, 'responses'> & {
  product: ProductType;
  /** Of the example. */
  reference: string;
  /** When the API returns 202, and where the outcome comes from. Default: those of a product that a worker sends. */
  pending?: string;
  data: Data;
  /** Of 200, when it differs from that of 202 and 424. */
  sold?: { schema: string; examples: Outcome['examples'] };
  /** `detail`: the `error` of a request that is not valid. */
  errors: { detail: string; codes?: ErrorCode[] };
};

export function purchase({ product, reference, pending, data, sold, errors, ...described }: Purchase): Endpoint {
  const answered = (name: string, summary = name) => ({
    data: ref(data.schema),
    examples: { [name]: { summary, data: data.data } },
    reference,
    headers: PREFERENCE_APPLIED,
  });
  const unknown =
    pending ??
    'The outcome is not known after 15 seconds. `POST /v1/transaction/status` returns it later, and an event sends it.';
  return {
    ...described,
    parameters: asParameters(PREFER),
    responses: {
      ...outcomeAnswer('success', {
        description: 'Delivered. The wallet was debited.',
        message: messages.success(product),
        ...answered('successful', 'Delivered'),
        ...(sold && { data: ref(sold.schema), examples: sold.examples }),
      }),
      ...outcomeAnswer('pending', {
        description:
          `${unknown} The wallet stays debited until then, and a failure refunds it. ` +
          'Do not buy again with another reference before you know the outcome.',
        message: messages.pending(product),
        ...answered('pending'),
      }),
      ...outcomeAnswer('failed', {
        description: 'Not delivered. The wallet is already refunded. A new attempt needs a new reference.',
        message: messages.failed(product, REASON),
        ...answered('failed'),
      }),
      ...errorsOfPurchase({
        ...errors,
        codes: [
          ...(errors.codes ?? []),
          ...(discountedProducts.includes(product) ? (['discount_paused'] as const) : []),
        ],
      }),
    },
  };
}
