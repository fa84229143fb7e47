import { type DocumentedAnswer, type DocumentedOperation, faultBy, openApiDocument } from './document';

type Headers = Readonly<Record<string, unknown>>;

/** Where the document describes the answer to a request. */
type Place = { answer: DocumentedAnswer; at: readonly string[] };

/**
 * Throws with the fault when docs/reference/openapi.json does not describe this answer: its status, headers, body, or
 * the text of its error. On an unknown path only 401, 404 and 429 are allowed. `headers` have lower-case names.
 */
export function expectDocumented(method: string, path: string, status: number, headers: Headers, body: unknown): void {
  const what = `${method.toUpperCase()} ${path} answered ${status}`;
  const faults = faultsOf(method.toUpperCase(), path, status, headers, body);
  if (faults.length > 0)
    throw new Error(
      `${what}, which docs/reference/openapi.json does not describe: ${faults.join('; ')}. Body: ${JSON.stringify(body)}`,
    );
}

function faultsOf(method: string, path: string, status: number, headers: Headers, body: unknown): string[] {
  const known = openApiDocument().paths[withoutQuery(path)];
  if (known === undefined) return faultsOfUnknownPath(status, headers, body);
  const place = placeOf(withoutQuery(path), known, method, status);
  if (place === undefined) return ['it has no such status'];
  const wrongHeaders = faultsOfHeaders(place, headers);
  // a HEAD gets the answer of a GET, without a body
  return method === 'HEAD' ? wrongHeaders : [...wrongHeaders, ...faultsOfBody(place, headers, body)];
}

/** Express also accepts a path in capitals, or with a slash at its end. */
const withoutQuery = (path: string) => path.replace(/\?.*$/s, '').replace(/\/$/, '').toLowerCase();

function placeOf(
  path: string,
  known: Record<string, DocumentedOperation>,
  method: string,
  status: number,
): Place | undefined {
  const own = method === 'HEAD' ? 'get' : method.toLowerCase();
  const taken = known[own] !== undefined;
  if (!taken && ![401, 405, 429].includes(status)) return undefined;
  const [documented = ''] = taken ? [own] : Object.keys(known);
  if (taken && status === 405) return undefined;
  const answer = known[documented]?.responses[status];
  return answer && { answer, at: ['paths', path, documented, 'responses', String(status)] };
}

function faultsOfHeaders({ answer, at }: Place, headers: Headers): string[] {
  return Object.entries(answer.headers ?? {}).flatMap(([name, { required }]) => {
    const value = headers[name.toLowerCase()];
    if (value === undefined) return required ? [`${name} is missing`] : [];
    const fault = faultBy([...at, 'headers', name, 'schema'], value);
    return fault === null ? [] : [`${name}: ${fault}`];
  });
}

function faultsOfBody({ answer, at }: Place, headers: Headers, body: unknown): string[] {
  if (answer.content === undefined) return []; // 304
  const [type = ''] = String(headers['content-type']).split(';');
  if (answer.content[type] === undefined) return [`its Content-Type is ${type}`];
  if (type !== 'application/json') return [];
  const fault = faultBy([...at, 'content', 'application/json', 'schema'], body);
  return fault === null ? faultsOfErrorText(answer, headers, body) : [fault];
}

/** Codes whose message ends with a sentence about the request. */
const WITH_FACT: readonly unknown[] = ['price_changed'];

/** The document has an example of every error of an endpoint, under its code, so other errors are faults. */
function faultsOfErrorText({ content }: DocumentedAnswer, headers: Headers, body: unknown): string[] {
  if (textIn(body, 'status') !== 'error') return [];
  const example = content?.['application/json']?.examples?.[String(headers['x-error-code'])]?.value;
  const [shown, said] = [textIn(example, 'message'), textIn(body, 'message')];
  const mayAdd = WITH_FACT.includes(headers['x-error-code']);
  const isSame = said === shown || (mayAdd && String(said).startsWith(`${shown} `));
  return example !== undefined && isSame ? [] : ['no example of its X-Error-Code shows this error'];
}

function faultsOfUnknownPath(status: number, headers: Headers, body: unknown): string[] {
  const schema = { 401: 'Unauthorized', 404: 'Error', 429: 'Error' }[status];
  if (schema === undefined) return ['it has no such path'];
  const missing = ['X-Request-Id', 'X-Error-Code', 'Link'].filter((name) => headers[name.toLowerCase()] === undefined);
  if (missing.length > 0) return [`${missing.join(', ')} is missing`];
  const fault = faultBy(['components', 'schemas', schema], body);
  return fault === null ? [] : [fault];
}

const textIn = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
