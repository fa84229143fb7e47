import type { Schema } from './document';

/** A schema of `components`, by its name. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** An object with exactly these properties. All of them are required, except the `optional` ones. */
export function closed(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

export const oneOf = (values: readonly string[]): Schema => ({ type: 'string', enum: values });

export const text = (description: string): Schema => ({ type: 'string', description });

/** An amount as the service writes it. */
export const nairaOut = (description: string): Schema => ({
  type: 'string',
  pattern: '^[0-9]+\\.[0-9]{2}$',
  description,
});

export const reference = text('Your `request_ref`.');
export const message = text('For people. Its wording may change.');
