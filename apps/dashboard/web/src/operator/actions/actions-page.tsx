import { Group, Stack } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { OperatorAction } from '@topup/dashboard-contract';
import { listQuery } from '../../api/queries';
import { NOUNS } from '../../format/action-nouns';
import { EmptyState } from '../../ui/page/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { ChoiceFilter } from '../../ui/table/choice-filter';
import { DayInputs } from '../../ui/table/day-inputs';
import { ExportCsv } from '../../ui/table/export-csv';
import { PagedTable } from '../../ui/table/paged-table';
import { SearchInput } from '../../ui/table/search-input';
import { useFilters } from '../../ui/table/use-filters';
import { actionColumns } from './action-columns';

export function OperatorActionsPage() {
  const [{ search, action, from, to }, set] = useFilters<'search' | 'action' | 'from' | 'to'>();
  const query = { search, action, from, to };
  const list = useInfiniteQuery(listQuery<OperatorAction>('/api/operator/actions', { query, poll: true }));
  const filtered = Object.values(query).some((value) => value !== undefined);
  return (
    <Stack gap="md">
      <PageHeader
        title="Audit log"
        about="Every change: who made it, when and from where. Nobody can edit or delete an entry."
        actions={<ExportCsv path="/api/operator/actions.csv" filters={query} />}
      />
      <Panel title="Actions, newest first" flush>
        <Group component="search" px="md" pb="sm" gap="sm" align="flex-end">
          <SearchInput
            label="Search"
            placeholder="Subject, person, account or IP address"
            value={search ?? ''}
            onChange={(text) => set('search', text)}
          />
          <ChoiceFilter label="About" choices={NOUNS} value={action ?? ''} onChange={(noun) => set('action', noun)} />
          <DayInputs from={from} to={to} onChange={set} />
        </Group>
        <PagedTable
          caption="Audit log, newest first"
          columns={actionColumns}
          idOf={({ id }) => id}
          list={list}
          empty={
            <EmptyState title={filtered ? 'No matching actions' : 'No actions yet'} icon={IconHistory}>
              Changes by anyone appear here: funding, settlements, prices, API keys, users and sign-ins.
            </EmptyState>
          }
        />
      </Panel>
    </Stack>
  );
}
