import type { Schema } from './document';

/** A schema of `components`, by its name. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** An object with exactly these properties, all required but the `optional` ones. */
export function closed(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

/** The body of a request: whatever else it holds is ignored. */
export function requestOf(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

export const oneOf = (values: readonly string[], description?: string): Schema => ({
  type: 'string',
  enum: values,
  ...(description === undefined ? {} : { description }),
});

export const text = (description: string): Schema => ({ type: 'string', description });

/** Well-formed text without control characters, counted in code points. The pattern is one for Unicode, as JSON Schema has them. */
export const cleanText = (maxLength: number, description: string): Schema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: '^[^\\p{Cc}\\p{Cs}]+$',
  description,
});

export const requestRef = cleanText(
  50,
  'Your reference of this purchase, compared exactly. Used once and for ever, in the whole service: a UUID is a good choice.',
);

export const phone = (description: string): Schema => ({ type: 'string', pattern: '^0[0-9]{10}$', description });

export const customerNumber = (description: string): Schema => ({
  type: 'string',
  pattern: '^[0-9A-Za-z][0-9A-Za-z/-]{4,29}$',
  description,
});

/** An amount as a client may send it. Not `multipleOf` 0.01: in binary 100.1 is none, and validators refuse it. */
export const nairaIn = (description: string): Schema => ({
  description: `${description} A number or a decimal string, greater than zero, with at most nine digits and two decimals.`,
  anyOf: [
    { type: 'number', exclusiveMinimum: 0, maximum: 999_999_999.99 },
    { type: 'string', pattern: '^(?![0.]+$)[0-9]{1,9}(\\.[0-9]{1,2})?$' },
  ],
});

/** An amount as the service writes it. */
export const nairaOut = (description: string): Schema => ({
  type: 'string',
  pattern: '^[0-9]+\\.[0-9]{2}$',
  description,
});

export const reference = text('Your `request_ref`.');
export const message = text('For people. Its wording may change.');
