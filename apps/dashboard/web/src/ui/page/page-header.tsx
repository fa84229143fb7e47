import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  title: string;
  /** One sentence about the purpose of the page. */
  about?: ReactNode;
  actions?: ReactNode;
};

/** The page's heading, which gets the focus on navigation (layout/announce-navigation.ts). */
export function PageHeader({ title, about, actions }: Props) {
  return (
    <Group justify="space-between" align="flex-start" mb="xs" gap="md">
      <Stack gap={4} miw={0} maw="100%">
        <Title order={1} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        {about !== undefined && (
          <Text component="div" c="dimmed" size="sm" maw="44rem">
            {about}
          </Text>
        )}
      </Stack>
      {actions !== undefined && <Group gap="xs">{actions}</Group>}
    </Group>
  );
}
