import { againTexts, KEEPS_REFERENCE, type PublicCode, publicCodes } from '@topup/core/errors';
import { buildOpenApi } from './build-openapi';
import { codesOfNoEndpoint, PURCHASE } from './errors';

/** The section about one code, in plain text in which backticks mark code. `facts`: label and text, in order. */
export type ErrorSection = { code: PublicCode; meaning: string; facts: [label: string, text: string][] };

/** One section for each code of the catalogue, for docs/integrate/errors.md and the page /docs/errors. */
export function errorSections(): ErrorSection[] {
  const endpoints = endpointsByCode();
  return publicCodes.map(({ code, statuses, text, ofPurchase, again, advice }) => {
    const keeps = (again === 'same' || again === 'corrected') && isOfPurchase(code, endpoints);
    return {
      code,
      meaning: text,
      facts: [
        ['HTTP status', statuses.join(' or ')],
        ...(ofPurchase === undefined ? [] : [['On a purchase, it adds', ofPurchase] satisfies [string, string]]),
        ['Send it again', keeps ? `${againTexts[again]} ${KEEPS_REFERENCE}` : againTexts[again]],
        ['What to do', advice],
        ['Returned by', returnedBy(code, endpoints)],
      ],
    };
  });
}

type Endpoints = { name: string; codes: readonly string[] }[];

/** Every endpoint of the document, with the codes that its responses can have. */
function endpointsByCode(): Endpoints {
  return Object.entries(buildOpenApi().paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { responses }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      codes: Object.values(responses).flatMap(({ headers }) => Object(headers?.['X-Error-Code']).schema?.enum ?? []),
    })),
  );
}

const isOfNoEndpoint = (code: PublicCode): boolean => codesOfNoEndpoint.some((each) => each === code);

const isPurchase = ({ name }: Endpoints[number]): boolean => name.endsWith(PURCHASE);

/** Whether a purchase can get this code. */
const isOfPurchase = (code: PublicCode, endpoints: Endpoints): boolean =>
  isOfNoEndpoint(code) || endpoints.some((each) => isPurchase(each) && each.codes.includes(code));

function returnedBy(code: PublicCode, endpoints: Endpoints): string {
  if (isOfNoEndpoint(code)) return 'any request';
  if (code === 'unknown_path') return 'every path that the reference does not have, and with a live key `/v1/test/…`';
  const returning = endpoints.filter(({ codes }) => codes.includes(code));
  if (returning.length === endpoints.length) return 'every endpoint';
  const groups = [
    { words: 'every `POST`', members: endpoints.filter(({ name }) => name.startsWith('POST')) },
    { words: 'every purchase', members: endpoints.filter(isPurchase) },
  ];
  const whole = groups.find(({ members }) => members.every((each) => returning.includes(each)));
  const others = returning.filter((each) => !whole?.members.includes(each)).map(({ name }) => `\`${name}\``);
  return [...(whole ? [whole.words] : []), ...others].join(', ');
}
