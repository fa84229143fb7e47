import fc, { type Arbitrary } from 'fast-check';
import { type Json, jsonOf, type Operation, type Schema } from '../openapi/document';

/** One request as it goes over the wire. */
export type WireRequest = { method: string; path: string; headers: Record<string, string>; body: Buffer | undefined };

export type Endpoint = { method: 'GET' | 'POST'; path: string; operation: Operation };

type Components = Record<string, Schema>;

/**
 * Requests to an endpoint of the document: well-formed ones, such as its schema allows and such as it does not, and all
 * that a wire can carry besides.
 */
export function requestsTo(
  { method, path, operation }: Endpoint,
  components: Components,
  references: Arbitrary<string>,
): Arbitrary<WireRequest> {
  const content = jsonOf(operation.requestBody?.content);
  const json = { 'content-type': 'application/json' };
  const plain = (body: Json | undefined): WireRequest => ({
    method,
    path,
    headers: body === undefined ? {} : json,
    body: bytesOf(body),
  });
  const proper =
    content === undefined
      ? queriesOf(operation.parameters ?? []).map((query) => ({ ...plain(undefined), path: `${path}${query}` }))
      : orders(content.schema, content.examples, components, references).map(plain);
  const withBody: Arbitrary<WireRequest>[] = [
    fc.tuple(proper, oddBodies).map(([request, body]) => ({ ...request, headers: json, body })),
    fc
      .tuple(proper, oddHeaders)
      .map(([request, headers]) => ({ ...request, headers: { ...request.headers, ...headers } })),
  ];
  return fc.oneof(
    { arbitrary: proper, weight: 8 },
    ...(content === undefined ? [] : withBody).map((arbitrary) => ({ arbitrary, weight: 1 })),
    { arbitrary: fc.tuple(proper, oddMethods).map(([request, odd]) => ({ ...request, method: odd })), weight: 1 },
    { arbitrary: fc.tuple(proper, oddPaths).map(([request, odd]) => ({ ...request, path: odd(path) })), weight: 1 },
  );
}

/** Queries with some of the parameters, as they should be or spoilt, and some named twice. */
function queriesOf(all: readonly Json[]): Arbitrary<string> {
  const parameters = all.filter((each) => Object(each).in === 'query');
  if (parameters.length === 0) return fc.constant('');
  const pairs = parameters.map((parameter) => {
    const { name, schema } = parameter as { name: string; schema: Schema };
    return fc
      .oneof(
        { arbitrary: valuesOf(schema, {}).map(String), weight: 3 },
        fc.constantFrom('', '0', '101', 'x', '\0', '２'),
      )
      .map((value): [string, string] => [name, value]);
  });
  return fc.array(fc.oneof(...pairs), { maxLength: 4 }).map((chosen) => `?${new URLSearchParams(chosen)}`);
}

const bytesOf = (body: Json | undefined) => (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));

/** Half of them as they should be, the others with up to two fields spoilt. */
function orders(
  schema: Schema,
  examples: Record<string, { value: Json }>,
  components: Components,
  references: Arbitrary<string>,
): Arbitrary<Json> {
  const base = fc.oneof(
    { arbitrary: fc.constantFrom(...Object.values(examples).map(({ value }) => value)), weight: 3 },
    { arbitrary: valuesOf(schema, components), weight: 1 },
  );
  const fresh = fc.tuple(base, references).map(([value, reference]) => withReference(value, reference));
  return fc.oneof(
    fresh,
    fc.tuple(fresh, fc.array(fc.tuple(fc.nat(), spoiling), { minLength: 1, maxLength: 2 })).map(([value, spoilt]) =>
      spoilt.reduce<Json>((body, [which, spoil]) => {
        const names = Object.keys(fieldsOf(body));
        return spoil(body, names[which % names.length] ?? 'x');
      }, value),
    ),
  );
}

const withReference = (value: Json, reference: string): Json =>
  'request_ref' in fieldsOf(value) ? { ...fieldsOf(value), request_ref: reference } : value;

/** Values that one of our request schemas allows. */
function valuesOf(schema: Schema, components: Components): Arbitrary<Json> {
  const { $ref, type, anyOf, properties } = schema as Record<string, Json>;
  const choices = schema.enum;
  if (typeof $ref === 'string') return valuesOf(components[$ref.split('/').at(-1) ?? ''] ?? {}, components);
  if (Array.isArray(choices)) return fc.constantFrom<Json>(...choices);
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((each) => valuesOf(each, components)));
  if (Array.isArray(type))
    return fc.oneof(
      ...type.map((each) => (each === 'null' ? fc.constant(null) : valuesOf({ ...schema, type: each }, components))),
    );
  if (type === 'integer') return fc.integer({ min: Number(schema.minimum), max: Number(schema.maximum) });
  if (type === 'number') return fc.integer({ min: 1, max: 99_999_999_999 }).map((kobo) => kobo / 100);
  if (type === 'string') return texts(schema);
  if (type === 'object') {
    const fields = Object.entries(Object(properties)).map(
      ([name, each]) => [name, valuesOf(each as Schema, components)] as const,
    );
    return fc.record<{ [name: string]: Json }>(Object.fromEntries(fields));
  }
  throw new Error(`no values for ${JSON.stringify(schema)}`);
}

function texts({ pattern, maxLength = 60 }: Schema): Arbitrary<string> {
  const wanted = new RegExp(String(pattern), 'u');
  // the generator does not know look-ahead, and would take only ASCII of what a class leaves out
  const text = String(pattern).startsWith('^[^')
    ? fc.string({ unit: 'binary', minLength: 1, maxLength: Math.min(Number(maxLength), 60) })
    : fc.stringMatching(new RegExp(String(pattern).replace(/\(\?!.*?\)/, '')));
  return text.filter((each) => wanted.test(each) && [...each].length <= Number(maxLength));
}

type Spoil = (body: Json, name: string) => Json;

const fieldsOf = (body: Json): { [name: string]: Json } => Object(body);

const replaceBy =
  (value: Json): Spoil =>
  (body, name) => ({ ...fieldsOf(body), [name]: value });

const nested = (depth: number): Json => (depth === 0 ? [] : [nested(depth - 1)]);

/** Changes that leave a text almost right: one character too few or too many, or another case. */
const nearMisses = fc.constantFrom<(text: string) => string>(
  (text) => text.slice(0, -1),
  (text) => text.slice(1),
  (text) => `${text}0`,
  (text) => `${text} `,
  (text) => `${text}\n`,
  (text) => ` ${text}`,
  (text) => `+${text}`,
  (text) => text.toUpperCase(),
  (text) => text.replaceAll('-', '_'),
);

const spoiling: Arbitrary<Spoil> = fc.oneof(
  fc.constant<Spoil>((body, name) =>
    Object.fromEntries(Object.entries(fieldsOf(body)).filter(([each]) => each !== name)),
  ),
  fc
    .constantFrom<Json>(
      null,
      true,
      false,
      0,
      -1,
      1e21,
      1e-7,
      10.005,
      '',
      ' ',
      '0',
      '0.00',
      '-1',
      '1e3',
      '١٠٠',
      'NaN',
      [],
      {},
      [1],
      {
        a: 1,
      },
    )
    .map(replaceBy),
  fc
    .constantFrom(
      '\u0000',
      'a\nb',
      '\u007f',
      '\u0085',
      '\ud800',
      'a\udc00',
      '\ufeff',
      '\u202e',
      'é',
      '😀'.repeat(50),
      '😀'.repeat(51),
    )
    .map(replaceBy),
  fc
    .tuple(
      fc.constantFrom('x', 'é', '😀', 'https://example.com/'),
      fc.constantFrom(49, 50, 51, 99, 100, 101, 2_047, 2_048, 2_049, 9_000),
    )
    .map(([unit, length]) => replaceBy([...unit.repeat(length)].slice(0, length).join(''))),
  nearMisses.map(
    (change): Spoil =>
      (body, name) =>
        replaceBy(change(String(fieldsOf(body)[name])))(body, name),
  ),
  fc
    .constantFrom('MTN', 'mtn-data', 'DSTV', 'toString', '__proto__', 'constructor', 'prepaid ', '080312345678')
    .map(replaceBy),
  fc
    .constantFrom(
      'https://example.com/hook',
      'http://127.0.0.1/',
      'https://u:p@example.com/',
      'ftp://example.com',
      'http://[::1]/',
    )
    .map(replaceBy),
  fc.integer({ min: 1, max: 100 }).map((depth) => replaceBy(nested(depth))),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(replaceBy),
  fc.string({ unit: 'binary', maxLength: 80 }).map(replaceBy),
  fc.jsonValue().map((value) => replaceBy(value as Json)),
  fc.jsonValue().map(
    (value): Spoil =>
      (body) => ({ ...fieldsOf(body), unknown: value as Json }),
  ),
);

const oddBodies: Arbitrary<Buffer> = fc.oneof(
  fc
    .constantFrom(
      '',
      '[]',
      'null',
      '"x"',
      '1',
      '{',
      '{"a":}',
      'a=b',
      '{}',
      '{}{}',
      "{'a':1}",
      '{\ufeff}',
      '\ufeff{}',
      '{"a":1,"a":2}',
    )
    .map((text) => Buffer.from(text)),
  fc
    .constantFrom(
      '{"__proto__":{"network":"mtn"}}',
      '{"constructor":{"prototype":{}}}',
      '{"request_ref":{"__proto__":[]}}',
    )
    .map((text) => Buffer.from(text)),
  fc.constantFrom(100, 5_000).map((depth) => Buffer.from(`{"x":${'['.repeat(depth)}${']'.repeat(depth)}}`)),
  fc.constantFrom(16_384, 16_385, 17 * 1024).map((size) => Buffer.from(`{"x":"${'y'.repeat(size - 8)}"}`)),
  fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
  fc.json().map((text) => Buffer.from(text)),
);

const oddHeaders: Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>>(
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/json; charset=utf-8' },
  { 'content-type': 'APPLICATION/JSON' },
  { 'content-type': 'application/json-patch+json' },
  { 'content-type': '' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'nonsense' },
  { authorization: '' },
  { authorization: 'Bearer' },
  { authorization: 'Basic dXNlcjpwYXNz' },
  { authorization: `Bearer tup_live_${'A'.repeat(49)}` },
);

const oddMethods = fc.constantFrom(
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'SUBSCRIBE',
);

const oddPaths = fc.constantFrom<(path: string) => string>(
  (path) => `${path}/`,
  (path) => `${path}?x=1&x[y]=2&__proto__[z]=3`,
  (path) => path.toUpperCase(),
  (path) => `${path}/more`,
  (path) => path.slice(0, -1),
  (path) => path.replace('/v1', '/v1/'),
  (path) => path.replace('/v1/', '/v2/'),
  (path) => `${path}%00`,
  (path) => `${path}%ff`,
  () => '/v1',
  () => '/v1/__proto__',
);
