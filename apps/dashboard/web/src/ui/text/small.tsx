import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** The second line of a table's cell. `whole`: it is not broken. */
export const Small = ({ whole = false, ...text }: TextProps & { whole?: boolean; children: ReactNode }) => (
  <Text span size="xs" c="dimmed" display="block" {...(whole && { style: { whiteSpace: 'nowrap' } })} {...text} />
);
