import { Group } from '@mantine/core';
import { CopyButton } from './copy-button';

/** A text with its button to copy it. `what` names it: "reference". */
export function Copied({ text, what }: { text: string; what: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <span style={{ overflowWrap: 'anywhere', minWidth: 0 }}>{text}</span>
      <CopyButton text={text} what={what} />
    </Group>
  );
}
