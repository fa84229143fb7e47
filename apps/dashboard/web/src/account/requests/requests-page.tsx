import { Group } from '@mantine/core';
import { IconChartLine, IconListSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { KeyRow, RequestRow } from '@topup/dashboard-contract';
import { listQuery, thingQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { ChoiceFilter } from '../../ui/table/choice-filter';
import { DayInputs } from '../../ui/table/day-inputs';
import { PagedTable } from '../../ui/table/paged-table';
import { SearchInput } from '../../ui/table/search-input';
import { useFilters } from '../../ui/table/use-filters';
import { ButtonLink } from '../../ui/text/links';
import { ENDPOINTS } from './endpoints';
import { REQUEST_COLUMNS } from './request-columns';
import { STATUSES } from './request-status';

/** The request log. All filters are in the address, so that a view can be shared. */
export function RequestsPage() {
  const [given, set] = useFilters<'search' | 'status' | 'endpoint' | 'key' | 'from' | 'to'>();
  const { search, status, endpoint, key, from, to } = given;
  const query = { search, status, endpoint, key, from, to };
  const list = useInfiniteQuery(listQuery<RequestRow>('/api/requests', { query, poll: true }));
  const filtered = Object.values(query).some((value) => value !== undefined);
  return (
    <>
      <PageHeader
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
      />
      <Panel title="All requests" flush>
        <Group component="search" px="md" pb="sm" gap="sm" align="flex-end">
          <SearchInput
            label="Search"
            placeholder="Reference or request ID"
            value={search ?? ''}
            onChange={(text) => set('search', text)}
          />
          <ChoiceFilter
            label="Status"
            choices={STATUSES}
            value={status ?? ''}
            onChange={(value) => set('status', value)}
          />
          <ChoiceFilter
            label="Endpoint"
            choices={withOther(ENDPOINTS, endpoint).map((each) => [each, each])}
            value={endpoint ?? ''}
            onChange={(value) => set('endpoint', value)}
          />
          <KeyFilter value={key ?? ''} onChange={(id) => set('key', id)} />
          <DayInputs from={from} to={to} onChange={set} />
        </Group>
        <PagedTable
          caption="Requests, newest first"
          columns={REQUEST_COLUMNS}
          idOf={({ id }) => id}
          list={list}
          empty={<None filtered={filtered} />}
        />
      </Panel>
    </>
  );
}

function KeyFilter({ value, onChange }: { value: string; onChange(id: string): void }) {
  const { data = [] } = useQuery(thingQuery<KeyRow[]>('/api/keys'));
  const choices = data.map(({ id, name, display }): [string, string] => [id, `${name} (${display})`]);
  return <ChoiceFilter label="API key" choices={choices} value={value} onChange={onChange} />;
}

/** The documented endpoints, and the one in the address: programs also call others. */
const withOther = (endpoints: string[], other = ''): string[] =>
  other === '' || endpoints.includes(other) ? endpoints : [...endpoints, other];

function None({ filtered }: { filtered: boolean }) {
  return filtered ? (
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
}
