import { Group, List, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import type { Overview } from '@topup/dashboard-contract';
import { currentMode } from '../../api/mode';
import { useMe } from '../../layout/use-me';
import { Panel } from '../../ui/page/panel';
import { TextLink } from '../../ui/text/links';

type Step = { done: boolean; to: string; link: string; text: string };

/** What a new account still has to do, until it has made its first purchase and receives events. */
export function SetUpPanel({ overview: { setUp } }: { overview: Overview }) {
  const { role, user } = useMe();
  const steps: Step[] = [
    currentMode() === 'test'
      ? { done: setUp.hasMoney, to: '/wallet', link: 'Add test money', text: 'to buy with.' }
      : {
          done: setUp.hasMoney,
          to: '/wallet',
          link: 'Fund your wallet',
          text: 'by bank transfer. The page says where to pay.',
        },
    { done: setUp.hasKey, to: '/developers/keys', link: 'Create an API key', text: 'for your server.' },
    {
      done: setUp.hasWebhook,
      to: '/developers/webhook',
      link: 'Set up a webhook',
      text: 'to receive purchase updates.',
    },
    {
      done: setUp.hasPurchase,
      to: '/developers/quick-start',
      link: 'Make your first purchase',
      text: 'with the quick start.',
    },
  ];
  if (steps.every(({ done }) => done)) return null;
  const secure = { to: '/security', link: 'Set up two-factor authentication', text: 'to protect your money.' };
  const shown = role === 'owner' ? [...steps, { done: user.twoFactor, ...secure }] : steps;
  return (
    <Panel title={`Set up your account: ${shown.filter(({ done }) => done).length} of ${shown.length} done`}>
      <List listStyleType="none" spacing="xs">
        {shown.map(({ done, to, link, text }) => (
          <List.Item key={link}>
            <Group gap="sm" wrap="nowrap">
              <ThemeIcon size={22} radius="xl" variant={done ? 'filled' : 'default'} aria-hidden>
                {done ? <IconCheck size={14} stroke={3} /> : <IconCircle size={10} />}
              </ThemeIcon>
              <Text size="sm" component="div">
                <VisuallyHidden>{done ? 'Done: ' : 'To do: '}</VisuallyHidden>
                <TextLink to={to} underline="always">
                  {link}
                </TextLink>{' '}
                {text}
              </Text>
            </Group>
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}
