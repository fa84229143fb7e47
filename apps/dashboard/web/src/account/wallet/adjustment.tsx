import { Text } from '@mantine/core';

/** The reference of an adjustment, with its reason and the entry that it corrects. */
export function Adjustment({
  reference,
  corrects,
  reason,
}: {
  reference: string;
  corrects: string | null;
  reason: string;
}) {
  return (
    <>
      {reference}
      <Text size="xs" c="dimmed">
        {reason}
        {corrects !== null && ` (corrects entry ${corrects})`}
      </Text>
    </>
  );
}
