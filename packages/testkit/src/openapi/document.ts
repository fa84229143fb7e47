import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

type Example = { value: unknown };
type Content = { 'application/json'?: { schema: object; examples?: Record<string, Example> } };
type Header = { required?: boolean; schema: object };

/** The parts of an answer in the document that are checked. */
export type DocumentedAnswer = { headers?: Record<string, Header>; content?: Content };
export type DocumentedOperation = {
  operationId: string;
  responses: Record<string, DocumentedAnswer>;
  requestBody?: { content: Content };
};
type Document = {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, object> };
};

const FILE = path.resolve(__dirname, '../../../../docs/openapi.json');
const ID = 'openapi.json';

let document: Document | undefined;
let ajv: Ajv2020 | undefined;
const compiled = new Map<string, ValidateFunction>();

/** docs/openapi.json, read once. */
export function openApiDocument(): Document {
  document ??= JSON.parse(readFileSync(FILE, 'utf8')) as Document;
  return document;
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
    ajv.addVocabulary(Object.keys(openApiDocument())).addSchema(openApiDocument(), ID);
  }
  return ajv;
}

function formatError({ instancePath, message, params }: ErrorObject): string {
  const named = 'additionalProperty' in params ? ` (${params.additionalProperty})` : '';
  return `${instancePath || 'it'} ${message}${named}`;
}
