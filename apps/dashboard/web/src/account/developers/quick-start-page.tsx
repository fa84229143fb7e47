import { Anchor, Code, SegmentedControl, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMe } from '../../layout/use-me';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { CodeBlock } from '../../ui/text/code-block';
import { TextLink } from '../../ui/text/links';
import { balanceExamples, eventExamples, LANGUAGES, type Language, purchaseExamples, statusExamples } from './examples';

export function QuickStartPage() {
  const { apiUrl, docsUrl } = useMe();
  const api = apiUrl.replace(/\/$/, '');
  const [language, setLanguage] = useState<Language>('curl');
  const languages = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));
  return (
    <Stack gap="md">
      <PageHeader
        title="Quick start"
        about={
          <>
            From nothing to a first purchase and its event. Everything that can be called is in the{' '}
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
      <Step title="1. Create a key">
        <Text size="sm">
          <TextLink to="/developers/keys" underline="always">
            Create an API key
          </TextLink>{' '}
          and put it where your program finds it. It is shown once.
        </Text>
        <CodeBlock what="setting the key" code="export TOPUP_API_KEY='<API_KEY>'" />
      </Step>
      <Step title="2. Read your balance">
        <Text size="sm">
          The API is at <Code>{api}</Code>. Every call carries the key.
        </Text>
        <CodeBlock what="example of reading the balance" code={balanceExamples(api)[language]} />
      </Step>
      <Step title="3. Buy airtime">
        <Text size="sm">
          This spends ₦100.00 of your wallet. <Code>request_ref</Code> is your own reference, used once and for ever:
          sending the same again never sells twice.
        </Text>
        <CodeBlock what="example of a purchase" code={purchaseExamples(api)[language]} />
      </Step>
      <Step title="4. Ask what became of it">
        <Text size="sm">
          After a 202, or when your connection broke: ask with the same reference. Never buy again under another one
          before you know the outcome.
        </Text>
        <CodeBlock what="example of asking for the status" code={statusExamples(api)[language]} />
      </Step>
      <Step title="5. Receive events">
        <Text size="sm">
          <TextLink to="/developers/webhook" underline="always">
            Set a URL
          </TextLink>{' '}
          and we tell it how airtime and data purchases end. Check each event’s hash with the newest key that is not
          revoked, answer 200 at once, and take it as a hint: the status of step 4 is always right.
        </Text>
        <CodeBlock what="example of checking an event" code={eventExamples[language]} />
      </Step>
    </Stack>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <Stack gap="sm">{children}</Stack>
    </Panel>
  );
}
