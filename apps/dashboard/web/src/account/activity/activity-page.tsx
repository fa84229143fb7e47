import { Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccountAction } from '@topup/dashboard-contract';
import { listQuery } from '../../api/queries';
import { ACCOUNT_NOUNS } from '../../format/action-nouns';
import { EmptyState } from '../../ui/page/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { ChoiceFilter } from '../../ui/table/choice-filter';
import { DayInputs } from '../../ui/table/day-inputs';
import { ExportCsv } from '../../ui/table/export-csv';
import { PagedTable } from '../../ui/table/paged-table';
import { SearchInput } from '../../ui/table/search-input';
import { useFilters } from '../../ui/table/use-filters';
import { activityColumns } from './activity-columns';

/** For owners: what was done to the account, by the team, by programs, and by those who run the service. */
export function ActivityPage() {
  const [{ search, action, from, to }, set] = useFilters<'search' | 'action' | 'from' | 'to'>();
  const query = { search, action, from, to };
  const list = useInfiniteQuery(listQuery<AccountAction>('/api/activity', { query, poll: true }));
  const filtered = Object.values(query).some((value) => value !== undefined);
  return (
    <>
      <PageHeader
        title="Activity"
        about="Changes to this account: API keys, webhook, team, sign-ins and actions by support."
        actions={<ExportCsv path="/api/activity.csv" filters={query} />}
      />
      <Panel title="All activity" flush>
        <Group component="search" px="md" pb="sm" gap="sm" align="flex-end">
          <SearchInput
            label="Search"
            placeholder="Person, API key, reference or IP address"
            value={search ?? ''}
            onChange={(text) => set('search', text)}
          />
          <ChoiceFilter
            label="About"
            choices={ACCOUNT_NOUNS}
            value={action ?? ''}
            onChange={(noun) => set('action', noun)}
          />
          <DayInputs from={from} to={to} onChange={set} />
        </Group>
        <PagedTable
          caption="Activity, newest first"
          columns={activityColumns}
          idOf={({ id }) => id}
          list={list}
          empty={
            <EmptyState title={filtered ? 'No matching activity' : 'No activity yet'} icon={IconHistory}>
              Changes to API keys, webhook, team and sign-ins appear here.
            </EmptyState>
          }
        />
      </Panel>
    </>
  );
}
