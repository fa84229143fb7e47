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
            From nothing to a first purchase and its event, with test money. Every endpoint is in the{' '}
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
          The API is at <Code>{to.api}</Code>. Every request carries the key. A test purchase costs test money and
          reaches nobody.
        </Text>
        <CodeBlock what="example of adding test money" code={fundExamples(to)[language]} />
      </Step>
      <Step title="3. Buy airtime">
        <Text size="sm">
          This spends ₦100.00 of test money. <Code>request_ref</Code> is your own reference. It can be used once, so the
          same request never sells twice. Reload this page for a new one.
        </Text>
        <CodeBlock what="example of a purchase" code={purchaseExamples(to)[language]} />
      </Step>
      <Step title="4. Ask for the status">
        <Text size="sm">
          After a 202, or when your connection broke, ask with the same reference. Do not buy again with another one
          before you know the outcome. Every call, also one that was declined, is listed under{' '}
          <TextLink to="/developers/requests" underline="always">
            Requests
          </TextLink>
          , in test mode for a test key.
        </Text>
        <CodeBlock what="example of asking for the status" code={statusExamples(to)[language]} />
      </Step>
      <Step title="5. Receive events">
        <Text size="sm">
          Events tell you how airtime and data purchases end. Listen to them in a second window, and buy again:
        </Text>
        <CodeBlock what="example of listening to events" code={listenExample(to)} />
        <Text size="sm">
          Check the hash of each event with the newest key of the account. An event is a hint: the status of step 4 is
          always right.
        </Text>
        <CodeBlock what="example of checking an event" code={eventExamples(to)[language]} />
      </Step>
      <Step title="6. Go live">
        <Text size="sm">
          <TextLink to="/developers/keys" underline="always">
            Create a live key
          </TextLink>
          ,{' '}
          <TextLink to="/developers/webhook" underline="always">
            set the webhook URL
          </TextLink>{' '}
          of your server, and{' '}
          <TextLink to="/wallet" underline="always">
            fund the wallet
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
          <CodeBlock what="setting the key" code={`export TOPUP_API_KEY='${key ?? '<TEST_API_KEY>'}'`} />
          {key === null && (
            <Group>
              <Button onClick={() => void send({})} loading={busy}>
                Create a test key
              </Button>
              <Text size="sm">It is filled in here. It opens the test account only.</Text>
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
