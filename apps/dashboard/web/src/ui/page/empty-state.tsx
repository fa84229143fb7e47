import { Stack, Text, ThemeIcon } from '@mantine/core';
import { type Icon, IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Shown in place of an empty list: why it is empty, and what to do next. */
export function EmptyState({
  title,
  icon: StateIcon = IconInbox,
  children,
  action,
}: {
  title: string;
  icon?: Icon;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <ThemeIcon variant="default" size={44} radius="xl" aria-hidden>
        <StateIcon size={22} />
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      {children !== undefined && (
        <Text component="div" size="sm" c="dimmed" maw="28rem">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}
