/** Programs for the quick start. They read the key from the environment, so that it does not get into a repository. */
export type Language = 'curl' | 'node' | 'python';
export const LANGUAGES: Record<Language, string> = { curl: 'curl', node: 'Node.js', python: 'Python' };

type Examples = Record<Language, string>;
type Timed = { seconds: number; note?: string };

/** Of whom the examples ask: the base of the API, without a slash at the end. */
type At = { api: string };

export const fundExamples = ({ api }: At): Examples =>
  postExamples(`${api}/v1/test/wallet/fund`, { amount: 5000 }, { seconds: 30 });

/** `reference`: one that was never used. */
export const purchaseExamples = ({ api, reference }: At & { reference: string }): Examples =>
  postExamples(
    `${api}/v1/airtime/purchase`,
    { network: 'mtn', phone: '08031234567', amount: 100, request_ref: reference },
    { seconds: 60, note: '200 delivered, 202 pending, 424 failed and refunded' },
  );

export const statusExamples = ({ api, reference }: At & { reference: string }): Examples =>
  postExamples(`${api}/v1/transaction/status`, { request_ref: reference }, { seconds: 30 });

/** The program prints the HTTP status and the answer. */
function postExamples(url: string, body: Record<string, string | number>, { seconds, note }: Timed): Examples {
  const js = Object.entries(body).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? `'${value}'` : value}`,
  );
  const python = Object.entries(body).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  return {
    curl: `curl -s -X POST ${url} \\
  -H "Authorization: Bearer $TOPUP_API_KEY" -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`,
    node: `const answer = await fetch('${url}', {
  method: 'POST',
  headers: { authorization: \`Bearer \${process.env.TOPUP_API_KEY}\`, 'content-type': 'application/json' },
  body: JSON.stringify({ ${js.join(', ')} }),
  signal: AbortSignal.timeout(${seconds}_000),
});
console.log(answer.status, await answer.json());${note === undefined ? '' : ` // ${note}`}`,
    python: `import os, requests  # pip install requests

answer = requests.post(
    "${url}",
    headers={"Authorization": f"Bearer {os.environ['TOPUP_API_KEY']}"},
    json={${python.join(', ')}},
    timeout=${seconds},
)
print(answer.status_code, answer.json())${note === undefined ? '' : `  # ${note}`}`,
  };
}

export const listenExample = ({ api }: At): string =>
  `curl -N ${api}/v1/test/events -H "Authorization: Bearer $TOPUP_API_KEY"`;

export const eventExamples = ({ reference }: { reference: string }): Examples => ({
  curl: `# the expected hash of an event about ${reference}
printf '%s:${reference}' "$TOPUP_API_KEY" | sha256sum`,
  node: `import { createHash, timingSafeEqual } from 'node:crypto';

export function isOurs(event) {
  const expected = createHash('sha256').update(\`\${process.env.TOPUP_API_KEY}:\${event.reference}\`).digest();
  const given = Buffer.from(String(event.hash), 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}`,
  python: `import hashlib, hmac, os

def is_ours(event):
    text = f"{os.environ['TOPUP_API_KEY']}:{event['reference']}"
    expected = hashlib.sha256(text.encode()).hexdigest()
    return hmac.compare_digest(expected.encode(), str(event["hash"]).encode())`,
});
