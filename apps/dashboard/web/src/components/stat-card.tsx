import { Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** One figure, what it is, and what to know about it. Stands in a list: use it within `<StatCards>`. */
export function StatCard({ name, figure, children }: { name: string; figure: ReactNode; children?: ReactNode }) {
  return (
    <Paper component="li" withBorder radius="md" p="md" miw={0}>
      <Stack gap={2}>
        <Text size="sm" c="dimmed">
          {name}
        </Text>
        <Text component="div" fw={650} fz="1.375rem" lh={1.25} style={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
          {figure}
        </Text>
        {children !== undefined && (
          <Text component="div" size="xs" c="dimmed">
            {children}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
