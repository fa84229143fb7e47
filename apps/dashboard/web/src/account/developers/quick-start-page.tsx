import { Anchor, Button, Code, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TestKey } from '@topup/dashboard-contract';
import { type ReactNode, useState } from 'react';
import { thingQuery } from '../../api/queries';
import { useMe } from '../../layout/use-me';
import { FaultAlert } from '../../ui/form/fault-alert';
import { useSend } from '../../ui/form/use-send';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { CodeBlock } from '../../ui/text/code-block';
import { TextLink } from '../../ui/text/links';
import {
  eventExamples,
  fundExamples,
  LANGUAGES,
  type Language,
  listenExample,
  purchaseExamples,
  statusExamples,
} from './examples';

/** All of it is in test mode, in both modes of the dashboard: the key that is filled in is one of the test account. */
export function QuickStartPage() {
  const { apiUrl, docsUrl } = useMe();
  const [reference] = useState(() => `order-${crypto.randomUUID()}`);
  const [language, setLanguage] = useState<Language>('curl');
  const languages = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));
  const to = { api: apiUrl.replace(/\/$/, ''), reference };
  return (
    <Stack gap="md">
      <PageHeader
        title="Quick start"
        about={
          <>
            Make your first purchase and receive its event, with test money. For every endpoint, see the{' '}
            <Anchor href={docsUrl} target="_blank" rel="noreferrer" inherit underline="always">
              API documentation
            </Anchor>
            .
          </>
        }
        actions={
          <SegmentedControl
            data={languages}
            value={language}
            onChange={(value) => setLanguage(value as Language)}
            aria-label="Language of the examples"
          />
        }
      />
      <Step title="1. Set your test key">
        <YourTestKey />
      </Step>
      <Step title="2. Add test money">
        <Text size="sm">
          The API is at <Code>{to.api}</Code>. Send your key with every request. A test purchase spends test money and
          delivers nothing.
        </Text>
        <CodeBlock what="test money example" code={fundExamples(to)[language]} />
      </Step>
      <Step title="3. Buy airtime">
        <Text size="sm">
          This spends ₦100.00 of test money. <Code>request_ref</Code> is your own reference. It must be unique; never
          reuse it. A repeated request never buys twice. Reload this page for a new reference.
        </Text>
        <CodeBlock what="purchase example" code={purchaseExamples(to)[language]} />
      </Step>
      <Step title="4. Check the status">
        <Text size="sm">
          After a 202 or a lost connection, check the status with the same reference. Don’t buy again with a new
          reference until you know the outcome. Find every call, including refused ones, under{' '}
          <TextLink to="/developers/requests" underline="always">
            Requests
          </TextLink>
          . Calls with a test key appear there in test mode.
        </Text>
        <CodeBlock what="status example" code={statusExamples(to)[language]} />
      </Step>
      <Step title="5. Receive events">
        <Text size="sm">
          Events report how airtime and data purchases end. Listen in a second terminal, then buy again:
        </Text>
        <CodeBlock what="event stream example" code={listenExample(to)} />
        <Text size="sm">
          Verify the hash of each event with your newest active key that may buy. Treat an event as a hint: the status
          in step 4 is always correct.
        </Text>
        <CodeBlock what="hash check example" code={eventExamples(to)[language]} />
      </Step>
      <Step title="6. Go live">
        <Text size="sm">
          <TextLink to="/developers/keys" underline="always">
            Create a live key
          </TextLink>
          ,{' '}
          <TextLink to="/developers/webhook" underline="always">
            set your webhook URL
          </TextLink>{' '}
          and{' '}
          <TextLink to="/wallet" underline="always">
            fund your wallet
          </TextLink>
          . Nothing else changes.
        </Text>
      </Step>
    </Stack>
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
          <CodeBlock what="test key command" code={`export TOPUP_API_KEY='${key ?? '<TEST_API_KEY>'}'`} />
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

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <Stack gap="sm">{children}</Stack>
    </Panel>
  );
}
