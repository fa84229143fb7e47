import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** Copies a text and confirms it. `what` ends the label: "Copy reference". `wide` shows the label in the button. */
export function CopyButton({ text, what, wide = false }: { text: string; what: string; wide?: boolean }) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const label = copied ? 'Copied' : `Copy ${what}`;
  const icon = copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />;
  if (wide)
    return (
      <Button variant="default" leftSection={icon} onClick={() => copy(text)} aria-live="polite">
        {label}
      </Button>
    );
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={() => copy(text)}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
