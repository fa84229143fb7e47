import { Group, List, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import type { Overview } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/page/panel';
import { TextLink } from '../../ui/text/links';

/** What a new account still has to do. Hidden when everything is done. */
export function SetUpPanel({ overview: { setUp, balance } }: { overview: Overview }) {
  const steps: { done: boolean; text: ReactNode }[] = [
    {
      done: Number(balance) > 0 || setUp.hasPurchase,
      text: <>Fund your wallet by bank transfer; we credit it when your payment arrives.</>,
    },
    {
      done: setUp.hasKey,
      text: (
        <>
          <TextLink to="/developers/keys" underline="always">
            Create an API key
          </TextLink>{' '}
          for your server.
        </>
      ),
    },
    {
      done: setUp.hasWebhook,
      text: (
        <>
          <TextLink to="/developers/webhook" underline="always">
            Set up a webhook
          </TextLink>{' '}
          to receive purchase updates.
        </>
      ),
    },
    {
      done: setUp.hasPurchase,
      text: (
        <>
          <TextLink to="/developers/quick-start" underline="always">
            Make your first purchase
          </TextLink>
          .
        </>
      ),
    },
  ];
  if (steps.every(({ done }) => done)) return null;
  return (
    <Panel title="Set up your account">
      <List listStyleType="none" spacing="xs">
        {steps.map(({ done, text }, step) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps are always the same, in this order
          <List.Item key={step}>
            <Group gap="sm" wrap="nowrap">
              <ThemeIcon size={22} radius="xl" variant={done ? 'filled' : 'default'} aria-hidden>
                {done ? <IconCheck size={14} stroke={3} /> : <IconCircle size={10} />}
              </ThemeIcon>
              <Text size="sm" component="div">
                <VisuallyHidden>{done ? 'Done: ' : 'To do: '}</VisuallyHidden>
                {text}
              </Text>
            </Group>
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}
