import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './figure-cards.module.css';

export type FigureCard = { name: string; figure: ReactNode; beside: ReactNode };

/** Single figures, large. */
export function FigureCards({ cards }: { cards: FigureCard[] }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: 2, lg: 4 }} spacing="md" m={0}>
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
