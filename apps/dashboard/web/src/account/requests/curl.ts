import type { LoggedRequest } from '@topup/dashboard-contract';

type Request = Pick<LoggedRequest, 'method' | 'path' | 'request' | 'reference'>;

/** `api`: the base of the API, without a slash at the end. `fresh`: a reference that was never used. */
type At = { api: string; fresh: string };

/**
 * The request as a command for a shell in which TOPUP_API_KEY is set. Values that the log has masked are placeholders,
 * such as <PHONE>. A purchase gets the fresh reference, because the old one is used; any other request keeps its own.
 */
export function toCurl({ method, path, request, reference }: Request, { api, fresh }: At): string {
  const ref = path.endsWith('/purchase') ? fresh : reference;
  const fields = filledIn(request, ref);
  const lines = [
    `curl -s -X ${quoted(method)} ${quoted(`${api}${path}`)}`,
    '-H "Authorization: Bearer $TOPUP_API_KEY"',
    ...(whyNotKept(request) !== null ? FROM_FILE : method === 'GET' ? queryOf(fields) : bodyOf(fields)),
  ];
  return lines.join(' \\\n  ');
}

export const placeholdersIn = (curl: string): string[] => [...new Set(curl.match(/<[A-Z_]+>/g))];

/** Why the log has neither fields nor values of a body: it says their size instead. Null when it has them. */
export function whyNotKept(body: unknown): string | null {
  const [name, ...more] = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  if (more.length > 0) return null;
  if (name === 'truncated') return 'The body was longer than 4 KiB, so we didn’t keep it.';
  return name === 'bytes' ? 'The body was not a JSON object, so we didn’t keep it.' : null;
}

const JSON_TYPE = "-H 'Content-Type: application/json'";
const FROM_FILE = [JSON_TYPE, '--data-binary @body.json'];

const bodyOf = (body: unknown): string[] =>
  body === null ? [] : [JSON_TYPE, `--data-raw ${quoted(JSON.stringify(body))}`];

const queryOf = (query: unknown): string[] => {
  const fields = typeof query === 'object' && query !== null ? Object.entries(query) : [];
  const pairs = fields.flatMap(([name, value]) => [value].flat().map((each) => quoted(`${name}=${each}`)));
  return pairs.length === 0 ? [] : ['-G', ...pairs.map((pair) => `--data-urlencode ${pair}`)];
};

/** The values with placeholders and the reference. A masked value has asterisks; a masked URL ends in an ellipsis. */
function filledIn(request: unknown, reference: string | null): unknown {
  if (request === null) return null;
  return JSON.parse(
    JSON.stringify(request, (name, value) => {
      if (name === 'request_ref' && reference !== null) return reference;
      return typeof value === 'string' && /\*|\/…$/.test(value) ? `<${name.toUpperCase()}>` : value;
    }),
  );
}

/** One word of a POSIX shell, whatever is in it; without quotes when it needs none. */
const quoted = (text: string): string =>
  /^[A-Za-z0-9_.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
