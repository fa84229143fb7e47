import { errorCatalog } from '@topup/core/errors';
import { VERSION } from '@topup/runtime';
import { airtime } from './airtime';
import { cableTv } from './cabletv';
import { codeSamples } from './code-samples';
import { data } from './data';
import type { Operation, Resource } from './document';
import { electricity } from './electricity';
import { codesOfNoEndpoint, errorSchemas } from './errors';
import { eventSchemas, webhooks } from './events';
import { requests } from './requests';
import { object } from './schemas';
import { testMode } from './test-mode';
import { transaction } from './transaction';
import { wallet } from './wallet';
import { webhook } from './webhook';

const RESOURCES = [airtime, data, cableTv, electricity, transaction, webhook, wallet, requests, testMode];

const DESCRIPTION = [
  'Sells airtime, mobile data, cable TV and electricity to Nigerian customers, paid from your prepaid wallet.',

  '# Conventions',

  '## Access\n\nEvery request has the header `Authorization: Bearer <API_KEY>`. Without a valid key the answer is ' +
    '401, for every path. A key may be limited on the dashboard: to the scope `read` (it can then neither buy nor set ' +
    'the webhook URL), until a time, to networks that it may be used from, and to an amount that it may spend in a day.',

  '## Money\n\nAmounts are in naira. You may send a number or a decimal string. The service always answers with a ' +
    'string with two decimals. The wallet is debited when a purchase is accepted, and refunded when the purchase ' +
    'fails. A purchase is accepted once for each `request_ref`. After a broken connection, query the status, and ' +
    'do not buy again with another reference before you know the outcome.',

  '## Answers of a purchase\n\n200: delivered. 202: not known yet. 424: not sold, refunded. 400, 401, 413 and 429: ' +
    'nothing was done. 500: nothing is debited, unless `message` says that the outcome is not known. `status_code` ' +
    'is the HTTP status.',

  '## Order of checks\n\nKey (401), limit of the account (429), scope of the key (401), body (400, 413), fields (400), ' +
    'unused reference (400), plan or package (400), daily limit of the key (400), balance (400).',

  '## Limits\n\nAn account may make so many requests in a minute, with all its keys together: purchases 6,000, status ' +
    'queries 600 (and 120 of one reference), lookups 300, everything else 300. Your account may have other limits: ' +
    '`RateLimit-Policy` and `RateLimit` of each answer say which limit it counted for and how much is left. More are ' +
    'answered 429 with `Retry-After`.',

  '## Requests\n\nA body is one JSON object in UTF-8 of at most 16 KiB, sent as `application/json`. No key is named ' +
    'twice. Numbers are judged by the text that you send. Fields that are not described here are ignored. Strings are well-formed Unicode without control characters. Lengths are counted ' +
    'in code points.',

  '## Errors\n\nThe header `X-Error-Code` says why, for a program; `Link` leads to [its explanation](/docs/errors). Both ' +
    'are on every 4xx and 5xx, also on a 424.',

  `## HTTP\n\nOn any path: ${codesOfNoEndpoint.map((code) => `${errorCatalog[code].status} \`${code}\` (${errorCatalog[code].text})`).join(', ')}. ` +
    'They have the shape of the other errors, and the connection may be closed.',

  `## Other paths under /v1\n\nA path that is not listed here is answered with ` +
    `${errorCatalog.unknown_path.status} and \`${errorCatalog.unknown_path.text}\`, in the shape of the other errors.`,

  '## Test mode\n\nA key that begins with `tup_test_` opens a test account, which has everything of its own: wallet, ' +
    'references, webhook URL. Its purchases reach no provider and no customer. `X-Mode` of every answer and event is ' +
    '`live` or `test`. What belongs to the other mode does not exist: the answer is 404.',

  '## Changes\n\nChanges within `/v1` only add to it: accept fields, headers, codes and events that you do not know.',
].join('\n\n');

/** The whole public API. The callback that the provider calls is not part of it. */
export function buildOpenApi() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Prepaid Top-Up Service',
      version: VERSION,
      description: DESCRIPTION,
      contact: { name: 'The operators of this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The host that serves this document.' }],
    security: [{ apiKey: [] }],
    tags: RESOURCES.map(({ tag }) => tag),
    paths: pathsOf(merge(RESOURCES.map(operationsOf))),
    webhooks,
    components: {
      schemas: merge([
        ...RESOURCES.map(({ schemas }) => schemas),
        { NotRecognised: { ...object({}), description: 'Nothing is known about it.' } },
        errorSchemas,
        eventSchemas,
      ]),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of your account, as `tup_live_…` or `tup_test_…`.',
        },
      },
    },
  };
}

/** The operations of a resource, by method and path. */
function operationsOf({ tag, endpoints }: Resource): Record<string, Operation> {
  const operations = Object.entries(endpoints).map(([name, { operationId, ...endpoint }]) => [
    name,
    { operationId, tags: [tag.name], ...endpoint, 'x-codeSamples': codeSamples(name, endpoint) },
  ]);
  return Object.fromEntries(operations);
}

function pathsOf(operations: Record<string, Operation>): Record<string, Record<string, Operation>> {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = name.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return paths;
}

/** @throws when two parts have the same name, because one would hide the other */
function merge<T>(parts: Record<string, T>[]): Record<string, T> {
  const entries = parts.flatMap((part) => Object.entries(part));
  const merged = Object.fromEntries(entries);
  if (Object.keys(merged).length !== entries.length) throw new Error('two parts of the document have the same name');
  return merged;
}
