import { errorCatalog } from '@topup/core/errors';
import { productTypes, wordsOf } from '@topup/core/product';
import { VERSION } from '@topup/runtime';
import { DEFAULT_SERVICE_NAME } from '@topup/settings';
import { codeSamples } from './code-samples';
import type { Operation, Resource } from './document';
import { codesOfNoEndpoint, errorSchemas } from './errors';
import { eventSchemas, webhooks } from './events';
import { prices } from './prices';
import { describedProducts } from './products';
import { requests } from './requests';
import { object } from './schemas';
import { services } from './services';
import { testMode } from './test-mode';
import { transaction } from './transaction';
import { wallet } from './wallet';
import { webhook } from './webhook';

const RESOURCES = [
  ...Object.values(describedProducts).map(({ resource }) => resource),
  ...[services, prices, transaction, webhook, wallet, requests, testMode],
];

const ORDER_OF_CHECKS = [
  'key: 401',
  'limit of the account: 429',
  'path and method: 404, 405',
  'scope of the key: 401',
  'body: 400, 413, 415',
  'fields: 400',
  'unused reference: 400',
  'plan or package: 400',
  'daily limit of the key: 400',
  'balance: 400',
];

const DESCRIPTION = [
  `Sells ${wordsOf(productTypes)} to Nigerian customers, paid from your prepaid wallet.`,

  '# Conventions',

  '## Access\n\nSend the header `Authorization: Bearer <API_KEY>` with every request. Without a valid key, every path ' +
    'below `/v1` returns 401. On the dashboard, a key can be limited:\n\n' +
    '- to the scope `read`: it can neither buy nor set the webhook URL\n' +
    '- until a time\n' +
    '- to the networks that may use it\n' +
    '- to an amount that it may spend in a day',

  '## Money\n\nAmounts are in naira. Send a number or a decimal string; the service always returns a string with two ' +
    'decimals. The service debits the wallet when it accepts a purchase, and refunds it when the purchase fails. It ' +
    'accepts each `request_ref` once. If the connection breaks, query the status. Do not buy again with another ' +
    'reference before you know the outcome.',

  '## Responses of a purchase\n\n' +
    '- 400 with `duplicate_reference`: an earlier purchase has this reference, and may have been delivered. Query its status.\n' +
    '- 424: not delivered, and refunded. A new attempt needs a new reference. After `refunded_by_operator`, ask the ' +
    'operator first.\n' +
    '- Any other 4xx with an `X-Error-Code`: this request did nothing, and has not used its `request_ref`.\n' +
    '- 200: delivered.\n' +
    '- 202: accepted and debited. The outcome is not known yet.\n' +
    '- 500 with `outcome_unknown`: it may have been debited. Query its status.\n' +
    '- Any other 5xx with [a code](/docs/errors) that you know: nothing is debited. The code says whether the reference can be ' +
    'used again.\n- A 5xx without such a code: it may have been debited. Query its status.\n\n' +
    'Each response is about the request that got it. If an earlier request with the same reference got no response, ' +
    'query its status. `status_code` is the HTTP status.',

  '## Order of checks\n\nThe first check that fails decides the response:\n\n' +
    ORDER_OF_CHECKS.map((check, i) => `${i + 1}. ${check}`).join('\n'),

  '## Limits\n\nAll keys of an account count together. In a minute, they can make 6,000 purchases, 600 status queries ' +
    '(120 for one reference), 300 lookups and 300 other requests. Your account may have other limits. The headers ' +
    '`RateLimit-Policy` and `RateLimit` say which limit a request counted for, and how much is left. When a limit is ' +
    'used up, the service returns 429 with `Retry-After`.',

  '## Requests\n\nSend one JSON object in UTF-8 of at most 16 KiB, as `application/json`. Name each key once. The service ' +
    'reads numbers exactly as you write them, and ignores fields that are not described here. Strings are well-formed ' +
    'Unicode without control characters. Lengths count code points.',

  '## Errors\n\nThe header `X-Error-Code` gives the reason as a code for your program. The header `Link` leads to ' +
    '[its explanation](/docs/errors). Every 4xx and 5xx has both, including 424.',

  `## HTTP\n\nAny path can return ${codesOfNoEndpoint.map((code) => `${errorCatalog[code].status} \`${code}\` (${errorCatalog[code].text})`).join(', ')}. ` +
    'The body is that of other errors, and the service may close the connection.',

  `## Other paths under /v1\n\nA path that is not listed here returns ${errorCatalog.unknown_path.status} with ` +
    `\`${errorCatalog.unknown_path.text}\` as \`message\`.`,

  '## Test mode\n\nA key that begins with `tup_test_` belongs to a test account. Its wallet, references and webhook ' +
    'URL are separate from those of the live account. Its purchases reach no provider and no customer. ' +
    '`X-Mode` of every response and event is `live` or `test`. A key cannot see the other mode: a reference there ' +
    'returns 404.',

  '## Changes\n\nFrom version 1.0.0 on, changes within `/v1` only add to it. Accept fields, headers, codes and events that you do not know.',
].join('\n\n');

type Service = { SERVICE_NAME: string; SUPPORT_CONTACT?: string | undefined };

/** The whole public API of this service. The callback that the provider calls is not part of it. */
export function buildOpenApi(service: Service = { SERVICE_NAME: DEFAULT_SERVICE_NAME }) {
  return {
    openapi: '3.1.0',
    info: {
      title: service.SERVICE_NAME,
      version: VERSION,
      description: DESCRIPTION,
      contact: { name: service.SUPPORT_CONTACT ?? 'The operators of this service' },
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
        { NotRecognised: { ...object({}), description: 'Empty, because nothing is known about it.' } },
        errorSchemas,
        eventSchemas,
      ]),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of your account. It begins with `tup_live_` or `tup_test_`.',
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
