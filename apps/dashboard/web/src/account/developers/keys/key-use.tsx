import { Modal, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { KeyDay, KeyRow } from '@topup/dashboard-contract';
import { formatCount } from '../../../format/numbers';
import { type Column, DataTable } from '../../../ui/table/data-table';
import { Money } from '../../../ui/text/money';
import classes from './key-use.module.css';

/** What a key has bought on each of the last 14 days: small bars, which open the numbers. */
export function KeyUse({ apiKey: { name, use } }: { apiKey: KeyRow }) {
  const [opened, { open, close }] = useDisclosure(false);
  const most = Math.max(...use.map(({ spent }) => Number(spent)));
  return (
    <>
      <UnstyledButton aria-haspopup="dialog" onClick={open} aria-label={`Daily usage of the key ${name}`}>
        <span className={classes.bars} aria-hidden>
          {use.map(({ day, spent }) => (
            <span
              key={day}
              data-used={Number(spent) > 0 || undefined}
              style={{ height: most === 0 ? undefined : `${(Number(spent) / most) * 100}%` }}
            />
          ))}
        </span>
      </UnstyledButton>
      <Modal opened={opened} onClose={close} title={`Usage of “${name}”`}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            Purchases per day in Lagos time (WAT), without refunded ones.
          </Text>
          <ScrollArea.Autosize mah={420} type="auto">
            <DataTable
              caption={`Daily usage of the key ${name}`}
              columns={columns}
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

const columns: Column<KeyDay>[] = [
  { header: 'Day', names: true, cell: ({ day }) => dayName.format(new Date(`${day}T00:00:00Z`)) },
  { header: 'Purchases', end: true, cell: ({ purchases }) => formatCount(purchases) },
  { header: 'Spent', phone: 'end', end: true, cell: ({ spent }) => <Money amount={spent} /> },
];
