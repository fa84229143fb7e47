import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

type Example = { value: unknown };
type Content = { 'application/json'?: { schema: object; examples?: Record<string, Example> } };
type Header = { required?: boolean; schema: object };

/** As much of an answer in the document as is judged by. */
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

/** docs/openapi.json of this repository, read once. */
export function openApiDocument(): Document {
  document ??= JSON.parse(readFileSync(FILE, 'utf8')) as Document;
  return document;
}

/** What is wrong with a value, by the schema at this place in the document (`['paths', '/v1/…', 'post', …, 'schema']`); null when nothing is. */
export function faultBy(place: readonly string[], value: unknown): string | null {
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const validate = compiled.get(pointer) ?? validator().compile({ $ref: `${ID}#/${pointer}` });
  compiled.set(pointer, validate);
  return validate(value) ? null : (validate.errors ?? []).map(inWords).join('; ');
}

function validator(): Ajv2020 {
  if (ajv === undefined) {
    ajv = addFormats(new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }));
    ajv.addVocabulary(Object.keys(openApiDocument())).addSchema(openApiDocument(), ID);
  }
  return ajv;
}

function inWords({ instancePath, message, params }: ErrorObject): string {
  const named = 'additionalProperty' in params ? ` (${params.additionalProperty})` : '';
  return `${instancePath || 'it'} ${message}${named}`;
}
