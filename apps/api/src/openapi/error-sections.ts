import { againTexts, type PublicCode, publicCodes } from '@topup/core/errors';
import { buildOpenApi } from './build-openapi';
import { codesOfNoEndpoint } from './errors';

/** What is said about one code, in plain text in which backticks mark code. `facts`: label and text, in order. */
export type ErrorSection = { code: PublicCode; meaning: string; facts: [label: string, text: string][] };

/** One section for each code of the catalogue, for docs/integrate/errors.md and the page /docs/errors. */
export function errorSections(): ErrorSection[] {
  const endpoints = endpointsByCode();
  return publicCodes.map(({ code, statuses, text, ofPurchase, again, advice }) => ({
    code,
    meaning: text,
    facts: [
      ['HTTP status', statuses.join(' or ')],
      ...(ofPurchase === undefined ? [] : [['Of a purchase it says too', ofPurchase] satisfies [string, string]]),
      ['Send it again', againTexts[again]],
      ['What to do', advice],
      ['Answered by', answeredBy(code, endpoints)],
    ],
  }));
}

type Endpoints = { name: string; codes: readonly string[] }[];

/** Every endpoint of the document, with the codes that its answers can have. */
function endpointsByCode(): Endpoints {
  return Object.entries(buildOpenApi().paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { responses }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      codes: Object.values(responses).flatMap(({ headers }) => Object(headers?.['X-Error-Code']).schema?.enum ?? []),
    })),
  );
}

function answeredBy(code: PublicCode, endpoints: Endpoints): string {
  if (codesOfNoEndpoint.some((each) => each === code)) return 'any request';
  if (code === 'unknown_path') return 'every path that the reference does not have, and with a live key `/v1/test/…`';
  const answering = endpoints.filter(({ codes }) => codes.includes(code));
  if (answering.length === endpoints.length) return 'every endpoint';
  const isPost = ({ name }: Endpoints[number]) => name.startsWith('POST');
  const everyPost = endpoints.filter(isPost).every((post) => answering.includes(post));
  const named = answering.filter((endpoint) => !(everyPost && isPost(endpoint))).map(({ name }) => `\`${name}\``);
  return [...(everyPost ? ['every `POST`'] : []), ...named].join(', ');
}
