import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/text/copy-button';

/** A key or secret that has just been made, and is never shown again. `what`: for the copy button. */
export function ShownOnce({
  what,
  text,
  warning,
  children,
  onDone,
}: {
  what: string;
  text: string;
  warning: string;
  children: ReactNode;
  onDone(): void;
}) {
  return (
    <Stack>
      <Alert color="yellow" variant="outline" icon={<IconAlertTriangle aria-hidden />} role="status">
        {warning} Copy it now.
      </Alert>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Code>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
      <Group justify="flex-end" gap="xs">
        <CopyButton text={text} what={what} wide />
        <Button onClick={onDone}>Done, I’ve saved it</Button>
      </Group>
    </Stack>
  );
}
