import { Box, Group, Stack, Text } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconArrowBackUp,
  IconClock,
  IconFlag,
  IconHandGrab,
  IconMessage,
  IconReceipt,
  IconSend,
  IconWebhook,
} from '@tabler/icons-react';
import type { DeliveryRow, TimelineEntry } from '@topup/dashboard-contract';
import { outcomeLabel } from '../../format/outcome-label';
import { TextLink } from './links';
import { Money } from './money';
import { StatusBadge } from './status-badge';
import classes from './timeline.module.css';
import { When } from './when';

const ICONS: Record<TimelineEntry['kind'], Icon> = {
  accepted: IconReceipt,
  claimed: IconHandGrab,
  sent: IconSend,
  answered: IconMessage,
  pending: IconClock,
  settled: IconFlag,
  refunded: IconArrowBackUp,
  review: IconAlertTriangle,
  event: IconWebhook,
};

/**
 * What happened to a purchase, in order. `links`: deliveries link to their page, which only users of the account have.
 */
export function Timeline({ entries, links = false }: { entries: TimelineEntry[]; links?: boolean }) {
  return (
    <ol className={classes.timeline}>
      {entries.map((entry, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
        <li key={place} className={classes.entry}>
          <EntryIcon kind={entry.kind} />
          <Stack gap={2} miw={0} flex={1}>
            <Group gap="xs" justify="space-between" align="baseline">
              <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                {entry.text}
                {entry.kind !== 'event' && entry.amount !== undefined && (
                  <>
                    {' '}
                    <Money amount={entry.amount} signed />
                  </>
                )}
                {entry.kind !== 'event' && entry.code !== undefined && <Code>{entry.code}</Code>}
              </Text>
              <Text size="xs" c="dimmed" component="div">
                <When at={entry.at} />
              </Text>
            </Group>
            {entry.kind === 'event' && <DeliveryLine delivery={entry.delivery} links={links} />}
          </Stack>
        </li>
      ))}
    </ol>
  );
}

/** What the database has for the words before it. */
function Code({ children }: { children: string }) {
  return (
    <Text span size="xs" fw={400} ff="monospace" c="dimmed" ml="xs">
      {children}
    </Text>
  );
}

function EntryIcon({ kind }: { kind: TimelineEntry['kind'] }) {
  const KindIcon = ICONS[kind];
  return (
    <Box className={classes.mark} data-kind={kind}>
      <KindIcon size={14} stroke={2} aria-hidden />
    </Box>
  );
}

function DeliveryLine({ delivery, links }: { delivery: DeliveryRow; links: boolean }) {
  const { id, state, resentFrom } = delivery;
  const facts = [outcomeLabel(delivery), resentFrom === null ? '' : 'resent'];
  return (
    <Group gap="xs">
      <StatusBadge status={state} />
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {facts.filter((fact) => fact !== '').join(' · ')}
      </Text>
      {links && (
        <TextLink to="/developers/deliveries/$id" params={{ id }} size="xs">
          View delivery
        </TextLink>
      )}
    </Group>
  );
}
