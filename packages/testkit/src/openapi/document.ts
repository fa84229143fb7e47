import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

type Example = { value: unknown };
/** The part of our schemas that tests read, of an object with fields or of a field. */
type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  enum?: readonly string[];
  pattern?: string;
};
/** By media type. */
type Content = Record<string, { schema: Schema; examples?: Record<string, Example> }>;
type Header = { required?: boolean; schema: object };

/** An endpoint of the document. `fields`, `required` and `example`: of the body that it takes, empty for a GET. */
export type DocumentedEndpoint = {
  method: 'GET' | 'POST';
  path: string;
  operationId: string;
  fields: Record<string, Schema>;
  required: readonly string[];
  example: Record<string, unknown>;
};

/** The parts of an answer in the document that are checked. */
export type DocumentedAnswer = { headers?: Record<string, Header>; content?: Content };
export type DocumentedOperation = {
  operationId: string;
  responses: Record<string, DocumentedAnswer>;
  requestBody?: { content: Content };
  'x-codeSamples'?: { label: string; source: string }[];
};
type Document = {
  paths: Record<string, Record<string, DocumentedOperation>>;
  webhooks: Record<string, object>;
  components: { schemas: Record<string, Schema> };
};

const FILE = path.resolve(__dirname, '../../../../docs/reference/openapi.json');
const ID = 'openapi.json';

let document: Document | undefined;
let ajv: Ajv2020 | undefined;
const compiled = new Map<string, ValidateFunction>();

/** docs/reference/openapi.json, read once. */
export function openApiDocument(): Document {
  document ??= JSON.parse(readFileSync(FILE, 'utf8')) as Document;
  return document;
}

/** Every endpoint, in the order of the document. Those below `/v1/test/` are for test keys alone. */
export function documentedEndpoints(): DocumentedEndpoint[] {
  const { paths, components } = openApiDocument();
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, requestBody }]): DocumentedEndpoint => {
      const { schema = {}, examples = {} } = requestBody?.content['application/json'] ?? {};
      const { properties: fields = {}, required = [] } = components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? {};
      const example = Object(Object.values(examples)[0]?.value);
      return { method: method === 'get' ? 'GET' : 'POST', path, operationId, fields, required, example };
    }),
  );
}

/** Those that ask a provider something and sell nothing. */
export const documentedLookups = (): DocumentedEndpoint[] =>
  documentedEndpoints().filter(({ path }) => /\/(variations|verify)$/.test(path));

/**
 * The document with all that the service sends closed to undocumented properties. Clients must accept them, so that the
 * service can add some; a test must notice them.
 */
function strictDocument(): Document {
  const strict = structuredClone(openApiDocument());
  for (const item of Object.values(strict.paths))
    for (const { responses } of Object.values(item)) close(responses, strict.components.schemas);
  close(strict.webhooks, strict.components.schemas);
  return strict;
}

/** Closes every object schema within `part`, and those that it refers to. */
function close(part: unknown, schemas: Record<string, object>): void {
  if (typeof part !== 'object' || part === null) return;
  if ('additionalProperties' in part) return;
  if ('properties' in part && 'type' in part) Object.assign(part, { additionalProperties: false });
  for (const [key, value] of Object.entries(part))
    close(key === '$ref' ? schemas[String(value).split('/').at(-1) ?? ''] : value, schemas);
}

/**
 * The faults of a value by the schema at `place` (`['paths', '/v1/…', 'post', …, 'schema']`); null when it is valid.
 */
export function faultBy(place: readonly string[], value: unknown): string | null {
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const validate = compiled.get(pointer) ?? validator().compile({ $ref: `${ID}#/${pointer}` });
  compiled.set(pointer, validate);
  return validate(value) ? null : (validate.errors ?? []).map(formatError).join('; ');
}

function validator(): Ajv2020 {
  if (ajv === undefined) {
    ajv = addFormats(new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }));
    ajv.addVocabulary(Object.keys(openApiDocument())).addSchema(strictDocument(), ID);
  }
  return ajv;
}

function formatError({ instancePath, message, params }: ErrorObject): string {
  const named = 'additionalProperty' in params ? ` (${params.additionalProperty})` : '';
  return `${instancePath || 'it'} ${message}${named}`;
}
