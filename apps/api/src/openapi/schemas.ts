import type { Schema } from './document';

/** A schema of `components`, by its name. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/**
 * An object of an answer or an event. All of these properties are required, except the `optional` ones. Others may come
 * later, so that none are refused: our own tests refuse them (packages/testkit/src/openapi/document.ts).
 */
export function object(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required };
}

export const arrayOf = (items: Schema): Schema => ({ type: 'array', items });

export const oneOf = (values: readonly string[]): Schema => ({ type: 'string', enum: values });

export const only = (value: string): Schema => ({ type: 'string', const: value });

export const text = (description: string): Schema => ({ type: 'string', description });

export const textOrNull = (description: string): Schema => ({ type: ['string', 'null'], description });

export const matching = (pattern: string): Schema => ({ type: 'string', pattern });

/** An amount as the service writes it. */
export const nairaOut = (description: string): Schema => ({ ...matching('^[0-9]+\\.[0-9]{2}$'), description });

/** The same, which may be negative: so may a balance after an adjustment. */
export const signedNaira = (description: string): Schema => ({ ...matching('^-?[0-9]+\\.[0-9]{2}$'), description });

/** A moment as the service writes it. */
export const time = (description: string): Schema => ({
  type: 'string',
  format: 'date-time',
  pattern: 'Z$',
  description,
});

export const reference = text('Your `request_ref`.');
export const message = text('For people. Its wording may change.');
export const debited = nairaOut('The amount that was debited, in naira.');

/** The amount of an order that a tier may have a discount on; `charged` can be absent. */
export const discounted = {
  amount: nairaOut('The face value, in naira. It was debited, unless `charged` says otherwise.'),
  charged: nairaOut('What was debited, in naira. Present only if a discount makes it less than `amount`.'),
};
export const CHARGED = ['charged'];
