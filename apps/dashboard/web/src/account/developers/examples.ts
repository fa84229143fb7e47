/** Programs for the quick start. They read the key from the environment, so that it does not get into a repository. */
export type Language = 'curl' | 'node' | 'python';
export const LANGUAGES: Record<Language, string> = { curl: 'curl', node: 'Node.js', python: 'Python' };

type Examples = Record<Language, string>;

/** @param api base of the public API, without a slash at the end */
export const balanceExamples = (api: string): Examples => ({
  curl: `curl -s ${api}/v1/wallet/balance \\
  -H "Authorization: Bearer $TOPUP_API_KEY"`,
  node: `const answer = await fetch('${api}/v1/wallet/balance', {
  headers: { authorization: \`Bearer \${process.env.TOPUP_API_KEY}\` },
});
console.log(answer.status, await answer.json());`,
  python: `import os, requests  # pip install requests

answer = requests.get(
    "${api}/v1/wallet/balance",
    headers={"Authorization": f"Bearer {os.environ['TOPUP_API_KEY']}"},
    timeout=30,
)
print(answer.status_code, answer.json())`,
});

export const purchaseExamples = (api: string): Examples => ({
  curl: `curl -s -X POST ${api}/v1/airtime/purchase \\
  -H "Authorization: Bearer $TOPUP_API_KEY" -H 'Content-Type: application/json' \\
  -d '{"network":"mtn","phone":"08031234567","amount":100,"request_ref":"order-1"}'`,
  node: `const order = { network: 'mtn', phone: '08031234567', amount: 100, request_ref: 'order-1' };

const answer = await fetch('${api}/v1/airtime/purchase', {
  method: 'POST',
  headers: { authorization: \`Bearer \${process.env.TOPUP_API_KEY}\`, 'content-type': 'application/json' },
  body: JSON.stringify(order),
  signal: AbortSignal.timeout(60_000),
});
console.log(answer.status, await answer.json()); // 200 delivered, 202 not known yet, 424 refunded`,
  python: `import os, requests

order = {"network": "mtn", "phone": "08031234567", "amount": 100, "request_ref": "order-1"}

answer = requests.post(
    "${api}/v1/airtime/purchase",
    headers={"Authorization": f"Bearer {os.environ['TOPUP_API_KEY']}"},
    json=order,
    timeout=60,
)
print(answer.status_code, answer.json())  # 200 delivered, 202 not known yet, 424 refunded`,
});

export const statusExamples = (api: string): Examples => ({
  curl: `curl -s -X POST ${api}/v1/transaction/status \\
  -H "Authorization: Bearer $TOPUP_API_KEY" -H 'Content-Type: application/json' \\
  -d '{"request_ref":"order-1"}'`,
  node: `const answer = await fetch('${api}/v1/transaction/status', {
  method: 'POST',
  headers: { authorization: \`Bearer \${process.env.TOPUP_API_KEY}\`, 'content-type': 'application/json' },
  body: JSON.stringify({ request_ref: 'order-1' }),
});
console.log(answer.status, await answer.json());`,
  python: `import os, requests

answer = requests.post(
    "${api}/v1/transaction/status",
    headers={"Authorization": f"Bearer {os.environ['TOPUP_API_KEY']}"},
    json={"request_ref": "order-1"},
    timeout=30,
)
print(answer.status_code, answer.json())`,
});

export const eventExamples: Examples = {
  curl: `# what the hash of an event about order-1 must be
printf '%s:order-1' "$TOPUP_API_KEY" | sha256sum`,
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
};
