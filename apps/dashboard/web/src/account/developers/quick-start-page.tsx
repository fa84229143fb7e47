import { Button, Code, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TestKey } from '@topup/dashboard-contract';
import { useState } from 'react';
import { thingQuery } from '../../api/queries';
import { WITH_EVENTS } from '../../generated/vocabulary';
import { useMe } from '../../layout/use-me';
import { Choice } from '../../ui/form/choice';
import { useSend } from '../../ui/form/form';
import { FaultAlert, Loaded, Page, Panel } from '../../ui/page/page';
import { CodeBlock } from '../../ui/text/copy';
import { DocsLink, SentenceLink } from '../../ui/text/links';

/** All of it is in test mode, in both modes of the dashboard: the key that is filled in is one of the test account. */
export default function QuickStartPage() {
  const { apiUrl } = useMe();
  const [reference] = useState(() => `order-${crypto.randomUUID()}`);
  const [language, setLanguage] = useState<Language>('curl');
  const to = { api: apiUrl.replace(/\/$/, ''), reference };
  return (
    <Page
      title="Quick start"
      about={
        <>
          Make your first purchase and receive its event, with test money. For every endpoint, see the{' '}
          <DocsLink>API documentation</DocsLink>.
        </>
      }
      actions={
        <Choice<Language>
          label="Language of the examples"
          value={language}
          onChange={setLanguage}
          choices={LANGUAGES}
        />
      }
    >
      <Panel title="1. Set your test key" gap="sm">
        <YourTestKey />
      </Panel>
      <Panel title="2. Add test money" gap="sm">
        <Text size="sm">
          The API is at <Code>{to.api}</Code>. Send your key with every request. A test purchase spends test money and
          delivers nothing.
        </Text>
        <CodeBlock what="test money example" code={fundExamples(to)[language]} />
      </Panel>
      <Panel title="3. Buy airtime" gap="sm">
        <Text size="sm">
          This spends ₦100.00 of test money. <Code>request_ref</Code> is your own reference. It must be unique; never
          reuse it. A repeated request never buys twice. Reload this page for a new reference.
        </Text>
        <CodeBlock what="purchase example" code={purchaseExamples(to)[language]} />
      </Panel>
      <Panel title="4. Check the status" gap="sm">
        <Text size="sm">
          After a 202 or a lost connection, check the status with the same reference. Don’t buy again with a new
          reference until you know the outcome. Find every call, including refused ones, under{' '}
          <SentenceLink to="/developers/requests">Requests</SentenceLink>. Calls with a test key appear there in test
          mode.
        </Text>
        <CodeBlock what="status example" code={statusExamples(to)[language]} />
      </Panel>
      <Panel title="5. Receive events" gap="sm">
        <Text size="sm">
          Events report how {WITH_EVENTS} purchases end. Listen in a second terminal, then buy again:
        </Text>
        <CodeBlock what="event stream example" code={listenExample(to)} />
        <Text size="sm">
          Check the hash of each event with your newest active key that may buy. It covers the reference alone:
        </Text>
        <CodeBlock what="hash check example" code={eventExamples(to)[language]} />
        <Text size="sm">
          The header <Code>webhook-signature</Code> covers the whole event:{' '}
          <DocsLink at="/verify-signatures">check the signature in your language</DocsLink>. Treat an event as a hint:
          the status in step 4 is always correct.
        </Text>
      </Panel>
      <Panel title="6. Go live" gap="sm">
        <Text size="sm">
          <SentenceLink to="/developers/keys">Create a live key</SentenceLink> and use it in place of your test key,{' '}
          <SentenceLink to="/developers/webhook">set your webhook URL and a webhook secret</SentenceLink>, and{' '}
          <SentenceLink to="/wallet">fund your wallet</SentenceLink>. Nothing else changes.
        </Text>
      </Panel>
    </Page>
  );
}

function YourTestKey() {
  const path = '/api/test-key';
  const testKey = useQuery(thingQuery<TestKey>(path));
  const { send, busy, fault } = useSend<object>(path, { invalidates: [path, '/api/keys'] });
  return (
    <Loaded query={testKey} height={60}>
      {({ key }) => (
        <>
          <CodeBlock what="test key command" code={`export TOPUP_TEST_KEY='${key ?? '<TEST_API_KEY>'}'`} />
          {key === null && (
            <Group>
              <Button onClick={() => void send({})} loading={busy}>
                Create test key
              </Button>
              <Text size="sm">We fill it in here. It works in your test account only.</Text>
            </Group>
          )}
          <FaultAlert fault={fault} />
        </>
      )}
    </Loaded>
  );
}

/** Programs for the quick start. They read the key from the environment, so that it does not get into a repository. */
type Language = 'curl' | 'node' | 'python';
const LANGUAGES: Record<Language, string> = { curl: 'curl', node: 'Node.js', python: 'Python' };

type Examples = Record<Language, string>;
type Timed = { seconds: number; note?: string };

/** The base of the API that the examples call, without a slash at the end. */
type At = { api: string };

const fundExamples = ({ api }: At): Examples =>
  postExamples(`${api}/v1/test/wallet/fund`, { amount: 5000 }, { seconds: 30 });

/** `reference`: one that was never used. */
const purchaseExamples = ({ api, reference }: At & { reference: string }): Examples =>
  postExamples(
    `${api}/v1/airtime/purchase`,
    { network: 'mtn', phone: '08031234567', amount: 100, request_ref: reference },
    { seconds: 60, note: '200 delivered, 202 pending, 424 failed and refunded' },
  );

const statusExamples = ({ api, reference }: At & { reference: string }): Examples =>
  postExamples(`${api}/v1/transaction/status`, { request_ref: reference }, { seconds: 30 });

/** The program prints the HTTP status and the answer. */
function postExamples(url: string, body: Record<string, string | number>, { seconds, note }: Timed): Examples {
  const js = Object.entries(body).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? `'${value}'` : value}`,
  );
  const python = Object.entries(body).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  return {
    curl: `curl -s -X POST ${url} \\
  -H "Authorization: Bearer $TOPUP_TEST_KEY" -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`,
    node: `const answer = await fetch('${url}', {
  method: 'POST',
  headers: { authorization: \`Bearer \${process.env.TOPUP_TEST_KEY}\`, 'content-type': 'application/json' },
  body: JSON.stringify({ ${js.join(', ')} }),
  signal: AbortSignal.timeout(${seconds}_000),
});
console.log(answer.status, await answer.json());${note === undefined ? '' : ` // ${note}`}`,
    python: `import os, requests  # pip install requests

answer = requests.post(
    "${url}",
    headers={"Authorization": f"Bearer {os.environ['TOPUP_TEST_KEY']}"},
    json={${python.join(', ')}},
    timeout=${seconds},
)
print(answer.status_code, answer.json())${note === undefined ? '' : `  # ${note}`}`,
  };
}

const listenExample = ({ api }: At): string =>
  `curl -N ${api}/v1/test/events -H "Authorization: Bearer $TOPUP_TEST_KEY"`;

const eventExamples = ({ reference }: { reference: string }): Examples => ({
  curl: `# the expected hash of an event about ${reference}
printf '%s:${reference}' "$TOPUP_TEST_KEY" | sha256sum`,
  node: `import { createHash, timingSafeEqual } from 'node:crypto';

export function isOurs(event) {
  const expected = createHash('sha256').update(\`\${process.env.TOPUP_TEST_KEY}:\${event.reference}\`).digest();
  const given = Buffer.from(String(event.hash), 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}`,
  python: `import hashlib, hmac, os

def is_ours(event):
    text = f"{os.environ['TOPUP_TEST_KEY']}:{event['reference']}"
    expected = hashlib.sha256(text.encode()).hexdigest()
    return hmac.compare_digest(expected.encode(), str(event["hash"]).encode())`,
});
