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
import classes from './timeline.module.css';
import { Money, StatusBadge, When } from './values';

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
 * Shows a purchase's history in order. `links`: deliveries link to their page, which only users of the account have.
 */
export function Timeline({ entries, links = false }: { entries: TimelineEntry[]; links?: boolean }) {
  return (
    <Box component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
      {entries.map((entry, place) => {
        const KindIcon = ICONS[entry.kind];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
          <li key={place} className={classes.entry}>
            <Box className={classes.mark} data-kind={entry.kind}>
              <KindIcon size={14} stroke={2} aria-hidden />
            </Box>
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
                  {/* what the database has for these words */}
                  {entry.kind !== 'event' && entry.code !== undefined && (
                    <Text span size="xs" fw={400} ff="monospace" c="dimmed" ml="xs">
                      {entry.code}
                    </Text>
                  )}
                </Text>
                <Text size="xs" c="dimmed" component="div">
                  <When at={entry.at} />
                </Text>
              </Group>
              {entry.kind === 'event' && <DeliveryLine delivery={entry.delivery} links={links} />}
            </Stack>
          </li>
        );
      })}
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
