/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The part of OpenAPI 3.1 that our document uses. */
export type OpenApiDocument = {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    description: string;
    contact: { name: string };
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  security: SecurityRequirement[];
  tags: Tag[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, Json> };
};

type Tag = { name: string; description: string };
type SecurityRequirement = Record<string, string[]>;

export type PathItem = { get: Operation; post?: Operation } | { post: Operation };

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security?: SecurityRequirement[];
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

/** JSON Schema 2020-12. */
export type Schema = { readonly [keyword: string]: Json };

/** What one resource of the API adds to the document. */
export type Resource = { tag: Tag; paths: Record<string, PathItem>; schemas: Record<string, Schema> };

export const jsonOf = (content: Content | undefined): MediaType | undefined =>
  content !== undefined && 'application/json' in content ? content['application/json'] : undefined;
