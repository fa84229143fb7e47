import { Group, type MantineSpacing, Paper, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type Props = {
  title: string;
  actions?: ReactNode;
  /** Lets a table reach the edges. */
  flush?: boolean;
  /** Puts its parts below one another. */
  gap?: MantineSpacing;
  children: ReactNode;
};

/** A part of a page, with its heading. */
export function Panel({ title, actions, flush = false, gap, children }: Props) {
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
      {gap === undefined ? children : <Stack gap={gap}>{children}</Stack>}
    </Paper>
  );
}
