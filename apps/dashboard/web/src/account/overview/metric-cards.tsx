import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './metric-cards.module.css';

export type FigureCard = { name: string; figure: ReactNode; beside: ReactNode };

/** Single figures, large. `columns`: how many stand beside one another where there is room. */
export function FigureCards({ cards, columns = 4 }: { cards: FigureCard[]; columns?: number }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: 2, lg: columns }} spacing="md" m={0}>
      {cards.map(({ name, figure, beside }) => (
        <Paper key={name} withBorder p="md">
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} fz="1.4rem" fw={650} lh={1.3} className={classes.figure}>
            {figure}
          </Text>
          <Text component="dd" m={0} size="sm" c="dimmed">
            {beside}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
