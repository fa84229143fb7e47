import { Agent, createServer, type IncomingMessage, request as openRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SendOutcome } from '@topup/core/provider';
import { parseNaira } from '@topup/core/shared';
import { expectDocumented, faultBy } from '@topup/testkit';
import fc from 'fast-check';
import { type ApiWorld, apiWorld, delivered, rejected, unknown, vended } from '../testing/api-world';
import { type Endpoint, requestsTo, type WireRequest } from '../testing/document-requests';
import { buildOpenApi } from './build-openapi';
import { jsonOf } from './document';

// Clients send what no test thought of. It must never end in a 500 or in an answer that is not documented.

const BATCHES = 300;
const AT_ONCE = 16;
/** It has the most answers, and some need a purchase that another request has made. */
const STATUS = '/v1/transaction/status';

const document = buildOpenApi();
const endpoints = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(
    ([method, operation]): Endpoint => ({ path, method: method === 'get' ? 'GET' : 'POST', operation }),
  ),
);

const OUTCOMES: readonly SendOutcome[] = [delivered, vended, rejected, unknown];

type Answer = { status: number; headers: Record<string, unknown>; body: unknown };

let world: ApiWorld;
let server: Server;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

beforeAll(async () => {
  world = await apiWorld({ purchaseWaitMs: 50, syncWaitMs: 50 });
  // what the examples of the document buy
  await world.plan();
  // never closed by the server: on a busy machine it would be in the moment in which the agent sends on it
  server = createServer({ keepAliveTimeout: 0 }, world.app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterAll(async () => {
  agent.destroy();
  await new Promise((resolve) => server.close(resolve));
  await world.close();
});

// fault C26
test('every answer is documented, none is a 500, and exactly what the schemas forbid is a 400', async () => {
  const [owner, other, poor] = await Promise.all(
    [10n ** 13n, 10n ** 13n, 0n].map(async (kobo) => (await world.client(kobo)).key),
  );
  const { key: inTestMode } = await world.testClient(await world.client());
  const callers = fc.constantFrom(owner, owner, owner, other, poor, inTestMode);
  // few enough that references are used twice and queried, by their owners and by others
  const references = fc.oneof(
    fc.nat(40).map((n) => `ref-${n}`),
    fc.uuid(),
  );
  const requests = fc.tuple(
    callers,
    fc.oneof(
      ...endpoints.map((endpoint) => ({
        arbitrary: requestsTo(endpoint, document.components.schemas, references),
        weight: endpoint.path === STATUS ? 4 : 1,
      })),
    ),
  );
  const purchases = endpoints.filter(({ path }) => path.endsWith('/purchase'));
  const seen = new Set<string>();
  const sendAndJudge = async ([key, request]: readonly [string | undefined, WireRequest]) => {
    const { status, headers, body } = await send(request, key);
    const path = new URL(request.path, 'http://host').pathname;
    seen.add(`${path} ${status}`);
    if (path.startsWith('/v1')) expectDocumented(request.method, path, status, headers, body);
    expect(status).not.toBe(500);
    expectJudgedBySchema(request, status, body);
  };

  // a random run may miss these: each product with each outcome, and its status for its owner and for another client
  for (const [i, outcome] of OUTCOMES.entries()) {
    world.provider.answer = () => outcome;
    for (const { path, operation } of purchases) {
      const reference = { request_ref: `${path}-${i}` };
      const [example] = Object.values(jsonOf(operation.requestBody?.content)?.examples ?? {});
      await sendAndJudge([owner, posted(path, { ...Object(example?.value), ...reference })]);
      for (const caller of [owner, other]) await sendAndJudge([caller, posted(STATUS, reference)]);
    }
  }

  world.provider.answer = () => OUTCOMES[world.provider.sends % OUTCOMES.length] ?? unknown;
  await fc.assert(
    fc.asyncProperty(fc.array(requests, { minLength: 1, maxLength: AT_ONCE, size: 'max' }), async (batch) => {
      await Promise.all(batch.map(sendAndJudge));
    }),
    { numRuns: BATCHES },
  );

  // the run was not about refusals alone
  const expected = [
    ...purchases.flatMap(({ path }) => [200, 202, 400, 424].map((status) => `${path} ${status}`)),
    ...[200, 202, 400, 403, 404, 424].map((status) => `${STATUS} ${status}`),
    ...['401', '405', '413'],
  ];
  expect(expected.filter((each) => ![...seen].some((one) => one.endsWith(each)))).toEqual([]);
}, 120_000);

const posted = (path: string, fields: Record<string, unknown>): WireRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(fields)),
});

/** Fields are refused when the schema of the request refuses them, and only then, but for what a schema cannot say. */
function expectJudgedBySchema(request: WireRequest, status: number, body: unknown): void {
  const fields = fieldsOf(request);
  // a test account may make 300 requests of a kind in a minute, and they are counted before their fields are read
  if (
    fields === undefined ||
    status === 401 ||
    status === 429 ||
    (status === 404 && request.path.startsWith('/v1/test/'))
  )
    return;
  const refused =
    body !== null && typeof body === 'object' && 'message' in body && body.message === 'The request is not valid.';
  const at = ['paths', request.path, 'post', 'requestBody', 'content', 'application/json', 'schema'];
  const fault = faultBy(at, fields) ?? faultInWords(request.path, fields);
  if (fault !== null) expect({ fault, fields, refused }).toMatchObject({ refused: true });
  else if (!hasOwnRules(fields, body)) expect({ fields, body, refused }).toMatchObject({ refused: false });
}

/** Checks rules on text that the fields' descriptions state, because no pattern could state them in every language. */
function faultInWords(path: string, fields: Record<string, unknown>): string | null {
  const texts = ['request_ref', 'plan_id', 'package_code', 'exam', 'note'].map((name) => fields[name]);
  if (texts.some((text) => typeof text === 'string' && !text.isWellFormed())) return 'not well-formed';
  const { request_ref: reference } = fields;
  if (!path.endsWith('/purchase') || typeof reference !== 'string') return null;
  return ILLEGIBLE.test(reference) ? 'illegible' : null;
}

const ILLEGIBLE =
  /^\.{1,2}$|^\p{White_Space}|\p{White_Space}$|[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u;

/** Decimals of a number, bounds of an amount, a key named twice, a URL fit for webhooks, exams that need a profile. */
const hasOwnRules = (fields: Record<string, unknown>, body: unknown): boolean =>
  'webhook_url' in fields ||
  [fields.amount, fields.expected_price].some((each) => typeof each === 'number' && parseNaira(each) === null) ||
  /must be between|named more than once|profile_id is required/.test(JSON.stringify(body));

/** The object that a request carries as it should; undefined when it is refused before its fields are looked at. */
function fieldsOf({ method, path, headers, body }: WireRequest): Record<string, unknown> | undefined {
  const known = endpoints.some((endpoint) => endpoint.path === path && endpoint.method === 'POST');
  const proper =
    method === 'POST' &&
    known &&
    headers['content-type'] === 'application/json' &&
    headers['content-encoding'] === undefined;
  if (!proper || body === undefined || body.length > 16_384) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

async function send({ method, path, headers, body }: WireRequest, key = ''): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = openRequest(
      { port, method, path, agent, headers: { authorization: `Bearer ${key}`, ...headers } },
      resolve,
    );
    sent.once('error', reject);
    if (body !== undefined) sent.setHeader('content-length', body.length);
    sent.end(body);
  });
  let text = '';
  const isStream = response.headers['content-type']?.startsWith('text/event-stream');
  if (isStream) response.destroy();
  else for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
}
