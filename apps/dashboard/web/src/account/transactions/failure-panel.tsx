import { Alert, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { Failure } from '@topup/dashboard-contract';
import { formatNaira } from '../../format/naira';

type Props = { failure: Failure | null; refundedAmount: string | null };

/** Why a purchase failed, what its client can do, and that the money is back, with the code of the public API. */
export function FailurePanel({ failure, refundedAmount }: Props) {
  if (failure === null) return null;
  return (
    <Alert variant="outline" color="red" icon={<IconInfoCircle aria-hidden />} title={failure.why}>
      <Stack gap={4}>
        <Text size="sm">{failure.advice}</Text>
        <Text size="sm">
          {refundedAmount !== null && `${formatNaira(refundedAmount)} was refunded. `}
          <Text span size="xs" ff="monospace" c="dimmed">
            {failure.code}
          </Text>
        </Text>
      </Stack>
    </Alert>
  );
}
