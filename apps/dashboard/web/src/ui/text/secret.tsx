import { ActionIcon, Code, Group, Tooltip } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyButton } from './copy-button';

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
