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

export const oneOf = (values: readonly string[]): Schema => ({ type: 'string', enum: values });

export const text = (description: string): Schema => ({ type: 'string', description });

/** An amount as the service writes it. */
export const nairaOut = (description: string): Schema => ({
  type: 'string',
  pattern: '^[0-9]+\\.[0-9]{2}$',
  description,
});

/** A moment as the service writes it. */
export const time = (description: string): Schema => ({
  type: 'string',
  format: 'date-time',
  pattern: 'Z$',
  description,
});

export const reference = text('Your `request_ref`.');
export const message = text('For people. Its wording may change.');
