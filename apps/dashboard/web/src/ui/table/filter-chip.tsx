import { Button, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

/** A filter that came with a link. A click removes it. */
export function FilterChip({ children, onClear }: { children: string; onClear(): void }) {
  return (
    <Button variant="default" rightSection={<IconX size={14} aria-hidden />} onClick={onClear} maw="100%">
      <Text inherit truncate maw="20rem">
        {children}
      </Text>
    </Button>
  );
}
