import { Group, Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** A part of a page, with its heading. `flush` lets a table reach the edges. */
export function Panel({
  title,
  actions,
  flush = false,
  children,
}: {
  title: string;
  actions?: ReactNode;
  flush?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Paper
      component="section"
      withBorder
      radius="md"
      p={flush ? 0 : 'md'}
      aria-labelledby={id}
      style={{ overflow: 'hidden', minWidth: 0 }}
    >
      <Group justify="space-between" gap="sm" mb={flush ? 0 : 'sm'} px={flush ? 'md' : 0} py={flush ? 'sm' : 0}>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </Paper>
  );
}
