import { Group, Text } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { DeliveryRow, DeliveryState, HttpClass } from '@topup/dashboard-contract';
import { listQuery } from '../../api/queries';
import { outcomeLabel } from '../../format/outcome-label';
import { EmptyState } from '../../ui/page/empty-state';
import { Panel } from '../../ui/page/panel';
import { ChoiceFilter } from '../../ui/table/choice-filter';
import type { Column } from '../../ui/table/data-table';
import { DayInputs } from '../../ui/table/day-inputs';
import { PagedTable } from '../../ui/table/paged-table';
import { SearchInput } from '../../ui/table/search-input';
import { useFilters } from '../../ui/table/use-filters';
import { TextLink } from '../../ui/text/links';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { EVENTS } from './events';

const STATES: Record<DeliveryState, string> = {
  queued: 'Queued',
  sending: 'Sending',
  delivered: 'Delivered',
  undelivered: 'Failed',
};

const RESPONSES: [HttpClass, string][] = [
  ['2xx', 'HTTP 2xx'],
  ['3xx', 'HTTP 3xx'],
  ['4xx', 'HTTP 4xx'],
  ['5xx', 'HTTP 5xx'],
  ['none', 'No response'],
];

/** `keptDays`: how long a delivery that is over is kept; null: for ever. */
export function DeliveriesPanel({ keptDays }: { keptDays: number | null }) {
  const [given, set] = useFilters<'state' | 'event' | 'http' | 'search' | 'from' | 'to'>();
  const { state = '', event = '', http = '', search = '', from, to } = given;
  const query = { state, event, http, search, from, to };
  const list = useInfiniteQuery(listQuery<DeliveryRow>('/api/deliveries', { query, poll: true }));
  const narrowed = Object.values(query).some(Boolean);
  return (
    <Panel title="Deliveries" flush>
      {keptDays !== null && (
        <Text size="sm" c="dimmed" px="md" pb="sm">
          We keep deliveries for {keptDays} days after the purchase and the delivery are complete.
        </Text>
      )}
      <Group component="search" px="md" pb="sm" gap="sm" align="flex-end">
        <SearchInput label="Reference" placeholder="order-1" value={search} onChange={(text) => set('search', text)} />
        <ChoiceFilter label="Status" choices={STATES} value={state} onChange={(value) => set('state', value)} />
        <ChoiceFilter
          label="Event"
          choices={Object.fromEntries(EVENTS.map((name) => [name, name]))}
          value={event}
          onChange={(value) => set('event', value)}
        />
        <ChoiceFilter label="Response" choices={RESPONSES} value={http} onChange={(value) => set('http', value)} />
        <DayInputs from={from} to={to} onChange={set} />
      </Group>
      <PagedTable
        caption="Deliveries, newest first"
        columns={DELIVERY_COLUMNS}
        idOf={({ id }) => id}
        list={list}
        empty={<None narrowed={narrowed} />}
      />
    </Panel>
  );
}

export const DELIVERY_COLUMNS: Column<DeliveryRow>[] = [
  {
    header: 'Event',
    cell: ({ id, event }) => (
      <TextLink to="/developers/deliveries/$id" params={{ id }} style={{ whiteSpace: 'nowrap' }}>
        {event}
      </TextLink>
    ),
    names: true,
  },
  { header: 'Reference', phone: 'rest', cell: ({ reference }) => reference ?? '–' },
  { header: 'Status', phone: 'plain', cell: ({ state }) => <StatusBadge status={state} /> },
  { header: 'Response', phone: 'end', cell: (row) => <Outcome row={row} /> },
  { header: 'Created', phone: 'plain', cell: ({ createdAt }) => <When at={createdAt} /> },
];

/** On one line; the words of an error may break. */
const Outcome = ({ row }: { row: DeliveryRow }) => (
  <span style={{ whiteSpace: row.httpStatus === null ? 'normal' : 'nowrap' }}>{outcomeLabel(row) || '–'}</span>
);

function None({ narrowed }: { narrowed: boolean }) {
  return narrowed ? (
    <EmptyState title="No matching deliveries" icon={IconWebhook}>
      Remove a filter to see more.
    </EmptyState>
  ) : (
    <EmptyState title="No deliveries yet" icon={IconWebhook}>
      Once you set a URL, we send an event for every airtime and data purchase and status query.
    </EmptyState>
  );
}
