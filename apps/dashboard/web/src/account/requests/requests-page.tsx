import { IconChartLine, IconListSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { KeyRow, RequestRow } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { formatDuration } from '../../format/time';
import { ENDPOINTS } from '../../generated/vocabulary';
import { EmptyState, Page } from '../../ui/page/page';
import { type Filter, useFilters } from '../../ui/table/filters';
import { type Column, ListPanel } from '../../ui/table/table-panel';
import { ButtonLink, TextLink } from '../../ui/text/links';
import { When } from '../../ui/text/values';
import { RequestStatus, STATUSES } from './request-status';

/** The request log. All filters are in the address, so that a view can be shared. */
export default function RequestsPage() {
  const [{ endpoint }] = useFilters<'endpoint'>();
  const { data: keys = [] } = useQuery(thingQuery<KeyRow[]>('/api/keys'));
  const filters: Filter[] = [
    { name: 'search', label: 'Search', placeholder: 'Reference or request ID' },
    { name: 'status', label: 'Status', choices: STATUSES },
    { name: 'endpoint', label: 'Endpoint', choices: withOther(ENDPOINTS, endpoint).map((each) => [each, each]) },
    { name: 'key', label: 'API key', choices: keys.map(({ id, name, display }) => [id, `${name} (${display})`]) },
    'days',
  ];
  return (
    <Page
      title="Requests"
      about="API requests from the last 30 days, including refused ones."
      actions={
        <ButtonLink
          to="/developers/requests/rates"
          variant="default"
          leftSection={<IconChartLine size={16} aria-hidden />}
        >
          Errors and latency
        </ButtonLink>
      }
    >
      <ListPanel
        title="All requests"
        caption="Requests, newest first"
        path="/api/requests"
        csv={false}
        filters={filters}
        columns={COLUMNS}
        idOf={({ id }) => id}
        empty={(filtered) => <None filtered={filtered} />}
      />
    </Page>
  );
}

/** The documented endpoints, and the one in the address: programs also call others. */
const withOther = (endpoints: readonly string[], other = ''): readonly string[] =>
  other === '' || endpoints.includes(other) ? endpoints : [...endpoints, other];

const None = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState title="No matching requests" icon={IconListSearch}>
      Remove a filter to see more. Search finds exact references and request IDs.
    </EmptyState>
  ) : (
    <EmptyState
      title="No requests yet"
      icon={IconListSearch}
      action={<ButtonLink to="/developers/quick-start">Open quick start</ButtonLink>}
    >
      Your API requests appear here within a second.
    </EmptyState>
  );

const COLUMNS: Column<RequestRow>[] = [
  {
    header: 'Request',
    cell: ({ id, method, path }) => (
      <TextLink to="/developers/requests/$id" params={{ id }}>
        {method} {path}
      </TextLink>
    ),
    names: true,
  },
  { header: 'Status', phone: 'end', cell: (row) => <RequestStatus {...row} /> },
  { header: 'Duration', phone: 'plain', cell: ({ durationMs }) => formatDuration(durationMs), end: true },
  { header: 'API key', phone: 'rest', cell: ({ keyName }) => keyName },
  { header: 'Reference', phone: 'none', cell: ({ reference }) => reference ?? '–' },
  { header: 'Time', phone: 'plain', cell: ({ at }) => <When at={at} /> },
];
