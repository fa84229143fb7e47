import { Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconPlugConnectedX, IconX } from '@tabler/icons-react';
import type { RequestRow } from '@topup/dashboard-contract';
import { LACKS_MONEY, WhereToPay } from '../../ui/text/links';
import { type Look, LookBadge, Small } from '../../ui/text/values';

/** Filters of requests: the HTTP status, its first digit, or any error. */
export const STATUSES: [status: string, words: string][] = [
  ['2xx', 'Successful or pending (2xx)'],
  ['202', 'Pending (202)'],
  ['error', 'Errors (4xx and 5xx, not 424)'],
  ['4xx', 'Refused or failed (4xx)'],
  ['refused', 'Refused (4xx, not 424)'],
  ['400', 'Refused (400)'],
  ['401', 'API key refused (401)'],
  ['424', 'Purchase failed (424)'],
  ['429', 'Rate limited (429)'],
  ['5xx', 'Server error (5xx)'],
  ['0', 'Disconnected (no response)'],
];

export const RequestStatus = ({ status, errorCode }: Pick<RequestRow, 'status' | 'errorCode'>) => (
  <Stack gap={2} align="flex-start" display="inline-flex">
    <LookBadge {...lookOf(status)} />
    {errorCode !== null && <Small>{errorCode}</Small>}
    {errorCode === LACKS_MONEY && (
      <Text span size="xs">
        <WhereToPay />
      </Text>
    )}
  </Stack>
);

function lookOf(status: number): Look {
  if (status === 0) return { word: 'Disconnected', icon: IconPlugConnectedX, tone: 'neutral' };
  if (status === 202) return { word: '202 Pending', icon: IconClock, tone: 'waiting' };
  if (status < 400) return { word: `${status} Successful`, icon: IconCheck, tone: 'good' };
  if (status === 424) return { word: '424 Failed', icon: IconX, tone: 'bad' };
  if (status < 500) return { word: `${status} Refused`, icon: IconX, tone: 'bad' };
  return { word: `${status} Server error`, icon: IconAlertTriangle, tone: 'bad' };
}
