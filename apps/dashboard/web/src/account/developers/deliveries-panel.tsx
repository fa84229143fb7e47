import { Text } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import type { DeliveryRow, DeliveryState, HttpClass } from '@topup/dashboard-contract';
import { outcomeLabel } from '../../format/outcome-label';
import { EmptyState } from '../../ui/page/empty-state';
import type { Column } from '../../ui/table/data-table';
import type { Filter } from '../../ui/table/filter-bar';
import { ListPanel } from '../../ui/table/table-panel';
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

const FILTERS: Filter[] = [
  { name: 'search', label: 'Reference', placeholder: 'order-1' },
  { name: 'state', label: 'Status', choices: STATES },
  { name: 'event', label: 'Event', choices: EVENTS.map((name) => [name, name]) },
  { name: 'http', label: 'Response', choices: RESPONSES },
  'days',
];

/** `keptDays`: how long a delivery that is over is kept; null: for good. */
export const DeliveriesPanel = ({ keptDays }: { keptDays: number | null }) => (
  <>
    <ListPanel
      title="Deliveries"
      caption="Deliveries, newest first"
      path="/api/deliveries"
      csv={false}
      filters={FILTERS}
      columns={DELIVERY_COLUMNS}
      idOf={({ id }) => id}
      empty={(filtered) => (
        <EmptyState title={filtered ? 'No matching deliveries' : 'No deliveries yet'} icon={IconWebhook}>
          {filtered
            ? 'Remove a filter to see more.'
            : 'Once you set a URL, we send an event for every airtime and data purchase and status query.'}
        </EmptyState>
      )}
    />
    {keptDays !== null && (
      <Text size="sm" c="dimmed">
        We keep deliveries for {keptDays} days after the purchase and the delivery are complete.
      </Text>
    )}
  </>
);

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
