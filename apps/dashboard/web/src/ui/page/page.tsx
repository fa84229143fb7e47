import { Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { PageHeader } from './page-header';

/** A page: its heading, and its parts below one another. */
export function Page({ children, ...header }: ComponentProps<typeof PageHeader> & { children: ReactNode }) {
  return (
    <Stack gap="md">
      <PageHeader {...header} />
      {children}
    </Stack>
  );
}
