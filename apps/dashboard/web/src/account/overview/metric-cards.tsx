import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './metric-cards.module.css';

export type MetricCard = { name: string; value: ReactNode; beside: ReactNode };

/** Single values in large type. `columns`: how many are side by side on a wide screen. */
export const MetricCards = ({ cards, columns = 4 }: { cards: MetricCard[]; columns?: number }) => (
  <SimpleGrid component="dl" cols={{ base: 1, xs: 2, lg: columns }} spacing="md" m={0}>
    {cards.map(({ name, value, beside }) => (
      <Paper key={name} withBorder p="md">
        <Text component="dt" size="sm" c="dimmed">
          {name}
        </Text>
        <Text component="dd" m={0} fz="1.4rem" fw={650} lh={1.3} className={classes.value}>
          {value}
        </Text>
        <Text component="dd" m={0} size="sm" c="dimmed" className={classes.beside}>
          {beside}
        </Text>
      </Paper>
    ))}
  </SimpleGrid>
);
