// The page docs/integrate/errors.md: an introduction, and a section for each code of the error catalogue.

const INTRODUCTION = `# Errors

<!-- Written by \`npm run generate\`. The introduction is in scripts/errors-page.mjs. -->

For developers: how your program reads an error, whether money moved, and what each code means.

## Read an error

Branch on the header \`X-Error-Code\`, because texts can change. Every response with a status of 400 or more has it,
including a 424. \`Link\` leads to the explanation of the code. The service serves the list below at \`/docs/errors\`,
without a key.

\`\`\`
HTTP/1.1 400 Bad Request
X-Error-Code: validation_failed
Link: </docs/errors#validation_failed>; rel="help"

{ "status": "error", "message": "The request is not valid.", "error": "phone must be 11 digits beginning with 0" }
\`\`\`

\`error\` is present only if the response names fields: for [\`validation_failed\`](#validation_failed), and for a rejected
renewal of cable TV. A 401 has another body, and the header \`WWW-Authenticate\`:

\`\`\`json
{ "message": "Missing, invalid or revoked API key.", "error": "unauthorized" }
\`\`\`

A 424 is an outcome rather than an error: its body is the envelope of the purchase.

## Whether money moved

| Response to a purchase | Is it debited? | Next step |
| --- | --- | --- |
| 400 [\`duplicate_reference\`](#duplicate_reference) | an earlier purchase with this reference was, and may have been delivered | query its status |
| any other 400, 401, 404, 405, 408, 413, 415, 417, 429 or 431 | no | correct it or wait, and use the same reference |
| 424, or 500 [\`provider_unreachable\`](#provider_unreachable) | no: it was refunded | buy again with a new reference |
| 500 [\`outcome_unknown\`](#outcome_unknown) | not known | query its status |
| any other 500 | no | send the same request again |
| no response, or 502, 503 or 504 [from a proxy](#from-a-proxy) | not known | query its status |

Each row is about the request that got the response. If an earlier request with the same reference got no response,
query the status. [Unknown outcomes](unknown-outcomes.md) says how.

## Limits

Every response to a valid key says which limit its request counted for, and how much is left:

\`\`\`
RateLimit-Policy: "purchases";q=6000;w=60
RateLimit: "purchases";r=5999;t=60
\`\`\`

This account can make 6,000 purchases in 60 seconds, and 5,999 more in the next 60. The period begins with the first
request. All keys of an account count together. The limits in a minute are, unless an operator has set others:

| Name | Requests | Limit |
| --- | --- | --- |
| \`purchases\` | purchases | 6,000 |
| \`status\` | status queries | 600 |
| \`status-per-reference\` | status queries of one reference | 120 |
| \`lookups\` | cable TV packages, smartcards, meters | 300 |
| \`webhook-changes\` | changes of the webhook URL | 30 |
| \`other\` | everything else | 300 |
| \`failed-keys\` | requests without a valid key, for each network address | 60 |

A test account has at most 300 of each kind. When a limit is used up, the service returns 429. After the seconds in
\`Retry-After\`, you can send the same request again.

## From a proxy

A proxy between you and the service can return 502, 503 or 504. If it has \`X-Error-Code: unavailable\`, the request
reached no server: nothing is debited, and you can send it again after the seconds in \`Retry-After\`. Without that
header, the outcome is unknown.

The rules in full: [specification 7](../reference/specification.md#7-errors).

## The codes
`;

/** @param {{ code: string, meaning: string, facts: [string, string][] }[]} sections of the error catalogue */
export function errorsPage(sections) {
  const parts = sections.flatMap(({ code, meaning, facts }) => [
    `### ${code}`,
    wrap(meaning, ''),
    facts.map(([label, text]) => wrap(`- **${label}**: ${text}`, '  ')).join('\n'),
  ]);
  return `${INTRODUCTION}\n${parts.join('\n\n')}\n`;
}

/** Lines of at most 120 columns, all but the first indented. */
function wrap(text, indent) {
  const [first, ...words] = text.split(' ');
  const lines = [first];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= 120) lines[lines.length - 1] = longer;
    else lines.push(`${indent}${word}`);
  }
  return lines.join('\n');
}
