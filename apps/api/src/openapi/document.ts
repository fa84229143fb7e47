/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** JSON Schema 2020-12. */
export type Schema = { readonly [keyword: string]: Json };

// The part of OpenAPI 3.1 that our document uses.

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security?: Record<string, string[]>[];
  parameters?: Json[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, Answer>;
  'x-codeSamples'?: CodeSample[];
};

/** The request of the example in one language, as the reference shows it. */
export type CodeSample = { lang: string; label: string; source: string };

export type Answer = { description: string; headers?: Record<string, Json>; content?: Content };
export type MediaType = { schema: Schema; examples: Examples };
export type Content = { 'application/json': MediaType } | { 'text/event-stream': MediaType };
export type Examples = Record<string, { summary: string; value: Json }>;

/** An operation of a resource, which gives it its tag. */
export type Endpoint = Omit<Operation, 'tags'>;

/** The part of the document for one resource of the API. Its endpoints are keyed by method and path. */
export type Resource = {
  tag: { name: string; description: string };
  endpoints: Record<`${'GET' | 'POST'} /v1/${string}`, Endpoint>;
  schemas: Record<string, Schema>;
};

export const jsonOf = (content: Content | undefined): MediaType | undefined =>
  content !== undefined && 'application/json' in content ? content['application/json'] : undefined;
