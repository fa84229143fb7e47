import { Group, Stack } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { OperatorAction } from '@topup/dashboard-contract';
import { listQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { PagedTable } from '../../ui/table/paged-table';
import { SearchInput } from '../../ui/table/search-input';
import { useFilters } from '../../ui/table/use-filters';
import { actionColumns } from './action-columns';

export function OperatorActionsPage() {
  const [{ search = '' }, set] = useFilters<'search'>();
  const list = useInfiniteQuery(listQuery<OperatorAction>('/api/operator/actions', { query: { search }, poll: true }));
  return (
    <Stack gap="md">
      <PageHeader
        title="Audit log"
        about="What operators did, with who and when. Nobody can change or remove an entry."
      />
      <Panel title="Actions, newest first" flush>
        <Group px="md" pb="sm">
          <SearchInput
            label="Search"
            placeholder="Action, subject or operator"
            value={search}
            onChange={(text) => set('search', text)}
          />
        </Group>
        <PagedTable
          caption="Operators’ actions"
          columns={actionColumns}
          idOf={({ id }) => id}
          list={list}
          empty={
            <EmptyState title={search === '' ? 'Nothing was done yet' : 'No action is like that'} icon={IconHistory}>
              Funding, settling, suspending, prices and users: each change by an operator stands here.
            </EmptyState>
          }
        />
      </Panel>
    </Stack>
  );
}
