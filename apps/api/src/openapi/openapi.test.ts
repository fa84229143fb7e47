import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ErrorCode, errorCatalog } from '@topup/core/errors';
import { eventNames } from '@topup/core/webhook';
import { faultBy } from '@topup/testkit';
import { buildOpenApi } from './build-openapi';
import { jsonOf, type MediaType, type Operation } from './document';
import { codesOfNoEndpoint } from './errors';

// Clients are built from this document, so an error in it becomes an error in every client.

const document = buildOpenApi();

const operations: [string, string[], Operation][] = [
  ...Object.entries(document.paths).flatMap(([route, item]) =>
    Object.entries(item).map(([method, operation]): [string, string[], Operation] => [
      `${method} ${route}`,
      ['paths', route, method],
      operation,
    ]),
  ),
  ...Object.entries(document.webhooks).map(([name, { post }]): [string, string[], Operation] => [
    name,
    ['webhooks', name, 'post'],
    post,
  ]),
];

/** Every body that the document shows, and where its schema is. */
const bodies = operations.flatMap(([name, at, { requestBody, responses }]) => {
  const answers = Object.entries(responses).map(([status, { content }]) => ({
    name: `${name} ${status}`,
    at: [...at, 'responses', status],
    content,
  }));
  return [{ name: `${name} request`, at: [...at, 'requestBody'], content: requestBody?.content }, ...answers].flatMap(
    ({ name, at, content }): [string, string[], MediaType][] => {
      const json = jsonOf(content);
      return json === undefined ? [] : [[name, [...at, 'content', 'application/json', 'schema'], json]];
    },
  );
});

test('docs/reference/openapi.json is what the code says (else: npm run generate)', () => {
  const kept = JSON.parse(readFileSync(path.resolve(__dirname, '../../../../docs/reference/openapi.json'), 'utf8'));
  expect(kept).toEqual(JSON.parse(JSON.stringify(document)));
});

test.each(bodies)('%s: its examples are what its schema says', (_name, at, { examples }) => {
  expect(Object.keys(examples).length).toBeGreaterThan(0);
  const faults = Object.entries(examples).map(([name, { value }]) => [name, faultBy(at, value)]);
  expect(faults.filter(([, fault]) => fault !== null)).toEqual([]);
});

test.each(bodies.filter(([name]) => !name.endsWith(' request')))(
  '%s: nothing undocumented passes our tests, so validation means something',
  (_name, at, { examples }) => {
    for (const { value } of Object.values(examples))
      expect(faultBy(at, { ...Object(value), undocumented: 1 })).toContain('(undocumented)');
  },
);

test('an answer and an event may have more properties than are described: what is added breaks no client', () => {
  expect(JSON.stringify(document)).not.toMatch(/"(additional|unevaluated)Properties"/);
});

describe('a client that is generated from the document refuses what the service accepts', () => {
  const patterns = [
    ...new Set(
      [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
        ([, text]) => JSON.parse(String(text)) as string,
      ),
    ),
  ];

  test.each(patterns)('the pattern %s has nothing that only some languages know', (pattern) => {
    for (const flags of ['', 'u']) expect(() => new RegExp(pattern, flags)).not.toThrow();
    expect(pattern).not.toMatch(/\\[pPu]|\(\?[<:]/);
  });

  test('a reference may be any UUID, with and without Unicode', () => {
    const { pattern } = Object(document.components.schemas.AirtimeOrder?.properties).request_ref;
    expect(patterns).toContain(pattern);
    const uuids = Array.from({ length: 10_000 }, () => randomUUID());
    for (const flags of ['', 'u']) expect(uuids.filter((uuid) => !new RegExp(pattern, flags).test(uuid))).toEqual([]);
  });
});

/** The headers that only this kind of endpoint has with this status, or every endpoint with it. */
function ownHeaders(name: string, status: string): string[] {
  if (name === 'get /v1/data/plans' && ['200', '304'].includes(status)) return ['ETag'];
  if (name.endsWith('/purchase')) {
    if (['200', '202', '424'].includes(status)) return ['Preference-Applied'];
    if (status === '400') return ['X-Original-Status', 'X-Original-Matches'];
  }
  const everywhere = {
    401: ['WWW-Authenticate'],
    405: ['Allow'],
    415: ['Accept-Encoding'],
    429: ['Retry-After'],
    500: ['Retry-After'],
  };
  return everywhere[status as unknown as keyof typeof everywhere] ?? [];
}

test.each(operations.filter(([, [place]]) => place === 'paths'))(
  '%s documents every status that it can have, with its headers',
  (name, _at, { parameters, responses }) => {
    const everywhere = ['200', '401', '405', '429', '500'];
    const withBody = name.startsWith('post') ? ['400', '413', '415'] : [];
    const withQuery = parameters?.some((each) => Object(each).in === 'query') ? ['400'] : [];
    const purchase = name.endsWith('/purchase') ? ['202', '424'] : [];
    const own = name.endsWith('/transaction/status') ? ['202', '424'] : [];
    const ofReference = /transaction\/(status|claim)$/.test(name) ? ['403', '404'] : [];
    const onlyWhere = /\/v1\/(test|exams)/.test(name) ? ['404'] : [];
    const lookup = /variations|verify/.test(name) ? ['424'] : [];
    const unchanged = name === 'get /v1/data/plans' ? ['304'] : [];
    expect(Object.keys(responses).sort()).toEqual(
      [
        ...everywhere,
        ...withBody,
        ...withQuery,
        ...purchase,
        ...own,
        ...ofReference,
        ...onlyWhere,
        ...lookup,
        ...unchanged,
      ].sort(),
    );
    for (const [status, { headers }] of Object.entries(responses)) {
      const limit = status === '401' ? [] : ['RateLimit-Policy', 'RateLimit'];
      const error = Number(status) >= 400 ? ['X-Error-Code', 'Link'] : [];
      expect(Object.keys(headers ?? {})).toEqual([
        'X-Request-Id',
        'X-Mode',
        ...limit,
        ...error,
        ...ownHeaders(name, status),
      ]);
    }
  },
);

describe('every error of the catalogue', () => {
  const codes = Object.keys(errorCatalog) as ErrorCode[];
  const shown = operations.flatMap(([, , { responses }]) =>
    Object.entries(responses).flatMap(([status, { content }]) =>
      Object.entries(jsonOf(content)?.examples ?? {}).map(([code, { value }]) => ({
        code,
        status: Number(status),
        value,
      })),
    ),
  );

  test.each(codes.filter((code) => !codesOfNoEndpoint.includes(code)))(
    '%s is an example of its status, in its words',
    (code) => {
      const { status, text: message } = errorCatalog[code];
      const examples = shown.filter((each) => each.code === code);
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples)
        expect(example).toMatchObject({ status, value: { message: expect.stringContaining(message) } });
    },
  );

  test.each(codesOfNoEndpoint.map((code) => [code]))('%s is explained in the description', (code) => {
    expect(document.info.description).toContain(errorCatalog[code].text);
  });
});

describe('a client takes every 400 of a purchase for "nothing was sold", and refunds its customer', () => {
  test.each(operations.filter(([name]) => name.endsWith('/purchase')))(
    '%s names the exception first',
    (_name, _at, { responses }) => {
      expect(responses[400]?.description).toMatch(/^`duplicate_reference`: .+ may have been delivered\./);
    },
  );

  test('so does the description of the document', () => {
    const [, section = ''] = document.info.description.split('## Responses of a purchase\n\n');
    expect(section).toMatch(/^- 400 with `duplicate_reference`: .+ may have been delivered\. Query its status\.\n/);
  });
});

test('events have exactly the eight fields, all strings', () => {
  expect(Object.keys(document.webhooks)).toEqual(eventNames);
  const fields = ['event', 'reference', 'status', 'amount', 'product_type', 'details', 'hash', 'timestamp'];
  for (const { post } of Object.values(document.webhooks)) {
    const [{ value } = { value: null }] = Object.values(jsonOf(post.requestBody?.content)?.examples ?? {});
    expect(Object.keys(Object(value))).toEqual(fields);
    expect(Object.values(Object(value)).every((each) => typeof each === 'string')).toBe(true);
  }
});
