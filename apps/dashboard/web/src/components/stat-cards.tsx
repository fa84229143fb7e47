import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';

export function StatCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <SimpleGrid
      component="ul"
      cols={{ base: 1, xs: 2, lg: 4 }}
      spacing="md"
      aria-label={label}
      style={{ listStyle: 'none', margin: 0, padding: 0 }}
    >
      {children}
    </SimpleGrid>
  );
}
