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
        about="Who changed what in this account: keys, webhook, team, sign-ins, and what support did."
        actions={<ExportCsv path="/api/activity.csv" filters={query} />}
      />
      <Panel title="Newest first" flush>
        <Group component="search" px="md" pb="sm" gap="sm" align="flex-end">
          <SearchInput
            label="Search"
            placeholder="Person, key, reference or address"
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
          caption="What was done in this account"
          columns={activityColumns}
          idOf={({ id }) => id}
          list={list}
          empty={
            <EmptyState title={filtered ? 'Nothing is like that' : 'Nothing was done yet'} icon={IconHistory}>
              Each change of keys, webhook, team and sign-ins stands here.
            </EmptyState>
          }
        />
      </Panel>
    </>
  );
}
