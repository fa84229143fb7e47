import { ActionIcon, Box, Button, Code, Group, Text, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';

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

/** A text with its button to copy it. `what` names it: "reference". */
export function Copied({ text, what }: { text: string; what: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <span style={{ overflowWrap: 'anywhere', minWidth: 0 }}>{text}</span>
      <CopyButton text={text} what={what} />
    </Group>
  );
}

/** A secret text, masked until the user asks to see it. It can be copied while masked. */
export function Secret({ text, what }: { text: string; what: string }) {
  const [shown, setShown] = useState(false);
  const label = shown ? `Hide ${what}` : `Show ${what}`;
  return (
    <Group gap="xs" wrap="nowrap">
      <Code fz="sm" miw={0} style={{ overflowWrap: 'anywhere' }} aria-label={shown ? undefined : `${what}, hidden`}>
        {shown ? text : '\u2022'.repeat(Math.min(text.length, 24))}
      </Code>
      <Tooltip label={label}>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={() => setShown(!shown)}>
          {shown ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <CopyButton text={text} what={what} />
    </Group>
  );
}

/** Code, or an HTTP message as it was sent. `what` names it: "request body". The button covers none of it. */
export const CodeBlock = ({ code, what }: { code: string; what: string }) => (
  <Group
    gap={0}
    align="flex-start"
    wrap="nowrap"
    bd="1px solid light-dark(var(--mantine-color-gray-3), var(--mantine-color-dark-4))"
    bdrs="md"
    bg="light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-8))"
  >
    {/* Scrollable content must be reachable by keyboard. It is no landmark: its panel is one. */}
    <Box role="group" tabIndex={0} aria-label={what} flex={1} miw={0} mah="24rem" style={SCROLL}>
      <Text component="pre" m={0} p="sm" ff="monospace" size="xs" lh={1.6}>
        {code}
      </Text>
    </Box>
    <Box p={6}>
      <CopyButton text={code} what={what} />
    </Box>
  </Group>
);

const SCROLL = { overflow: 'auto', borderRadius: 'inherit' };
