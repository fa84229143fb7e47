import { Box, Code, Group, Modal, ScrollArea, Stack, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { KeyDay, KeyRow } from '@topup/dashboard-contract';
import { formatCount } from '../../../format/numbers';
import { LAGOS, pageZone, zoneText } from '../../../format/zone';
import { type Column, DataTable } from '../../../ui/table/data-table';
import { Dimmed, Hint, Money, Small, StatusBadge, useNow, When } from '../../../ui/text/values';

export const keyColumns: Column<KeyRow>[] = [
  { header: 'Name', cell: (key) => <Names apiKey={key} />, names: true },
  { header: 'Status', phone: 'end', cell: (key) => <KeyState apiKey={key} /> },
  { header: 'Limits', cell: (key) => <Limits apiKey={key} /> },
  { header: 'Spent today', cell: (key) => <SpentToday apiKey={key} />, end: true },
  { header: 'Last 14 days', cell: (key) => <KeyUse apiKey={key} /> },
  { header: 'Last used', cell: (key) => <LastUsed apiKey={key} /> },
];

const Names = ({ apiKey: { name, display, signs } }: { apiKey: KeyRow }) => (
  <Stack gap={2} align="flex-start">
    <span>{name}</span>
    <Code style={{ whiteSpace: 'nowrap' }}>{display}</Code>
    {signs === 'now' && <Small>Signs webhooks</Small>}
  </Stack>
);

function KeyState({ apiKey: { revokedAt, expiresAt } }: { apiKey: KeyRow }) {
  const expired = useNow() >= Date.parse(expiresAt ?? '9999-12-31');
  return <StatusBadge status={revokedAt !== null ? 'revoked' : expired ? 'expired' : 'active'} />;
}

function Limits({ apiKey: { scope, expiresAt, allowedCidrs } }: { apiKey: KeyRow }) {
  if (scope === 'purchase' && expiresAt === null && allowedCidrs.length === 0) return <Dimmed>None</Dimmed>;
  return (
    <Stack gap={2}>
      {scope === 'read' && <span>Read only</span>}
      {expiresAt !== null && (
        <span>
          Expires <When at={expiresAt} />
        </span>
      )}
      {allowedCidrs.map((cidr) => (
        <Code key={cidr} style={{ alignSelf: 'flex-start', whiteSpace: 'nowrap' }}>
          {cidr}
        </Code>
      ))}
    </Stack>
  );
}

/** The daily limit of a key counts days in Lagos, whatever the zone of the account is. */
function SpentToday({ apiKey: { use, dailyLimit } }: { apiKey: KeyRow }) {
  return (
    <>
      <Money amount={use.at(-1)?.spent ?? '0.00'} />
      {dailyLimit !== null && (
        <Small>
          of <Money amount={dailyLimit} />
        </Small>
      )}
      {pageZone() !== LAGOS && <Small>{zoneText(LAGOS)}</Small>}
    </>
  );
}

const LastUsed = ({ apiKey: { lastUsedAt, createdAt } }: { apiKey: KeyRow }) => (
  <Small under={<When at={lastUsedAt} />}>
    created <When at={createdAt} />
  </Small>
);

const NO_SALES = 'light-dark(var(--mantine-color-gray-4), var(--mantine-color-dark-3))';

/** The sales of a key on each of the last 14 days: small bars, which open the numbers. */
function KeyUse({ apiKey: { name, use } }: { apiKey: KeyRow }) {
  const [opened, { open, close }] = useDisclosure(false);
  const most = Math.max(...use.map(({ spent }) => Number(spent)));
  return (
    <>
      <UnstyledButton aria-haspopup="dialog" onClick={open} aria-label={`Daily usage of the key ${name}`}>
        <Group component="span" align="flex-end" wrap="nowrap" gap={2} w="5.5rem" h="1.5rem" aria-hidden>
          {use.map(({ day, spent }) => (
            <Box
              key={day}
              component="span"
              flex={1}
              mih={2}
              bdrs={1}
              bg={Number(spent) > 0 ? 'var(--mantine-primary-color-filled)' : NO_SALES}
              h={most === 0 ? undefined : `${(Number(spent) / most) * 100}%`}
            />
          ))}
        </Group>
      </UnstyledButton>
      <Modal opened={opened} onClose={close} title={`Usage of “${name}”`}>
        <Stack gap="sm">
          <Hint>Purchases per day in Lagos time (WAT), without refunded ones.</Hint>
          <ScrollArea.Autosize mah={420} type="auto">
            <DataTable
              caption={`Daily usage of the key ${name}`}
              columns={DAY_COLUMNS}
              rows={use.toReversed()}
              idOf={({ day }) => day}
            />
          </ScrollArea.Autosize>
        </Stack>
      </Modal>
    </>
  );
}

const dayName = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

const DAY_COLUMNS: Column<KeyDay>[] = [
  { header: 'Day', names: true, cell: ({ day }) => dayName.format(new Date(`${day}T00:00:00Z`)) },
  { header: 'Purchases', end: true, cell: ({ purchases }) => formatCount(purchases) },
  { header: 'Spent', phone: 'end', end: true, cell: ({ spent }) => <Money amount={spent} /> },
];
