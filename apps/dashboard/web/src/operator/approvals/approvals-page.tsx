import { Group, Stack } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ApprovalRow } from '@topup/dashboard-contract';
import { listQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { ChoiceFilter } from '../../ui/table/choice-filter';
import { DayInputs } from '../../ui/table/day-inputs';
import { ExportCsv } from '../../ui/table/export-csv';
import { PagedTable } from '../../ui/table/paged-table';
import { useFilters } from '../../ui/table/use-filters';
import { approvalColumns } from './approval-columns';
import { APPROVAL_KINDS } from './approval-kinds';

const STATES = { open: 'Open', decided: 'Decided or expired' };

export function ApprovalsPage() {
  const [{ state, kind, from, to }, set] = useFilters<'state' | 'kind' | 'from' | 'to'>();
  const query = { state, kind, from, to };
  const list = useInfiniteQuery(listQuery<ApprovalRow>('/api/operator/approvals', { query, poll: true }));
  const filtered = Object.values(query).some((value) => value !== undefined);
  return (
    <Stack gap="md">
      <PageHeader
        title="Approvals"
        about="Changes that need a second operator. Approved changes happen at once. Requests expire after 24 hours."
        actions={<ExportCsv path="/api/operator/approvals.csv" filters={query} />}
      />
      <Panel title="Requests, newest first" flush>
        <Group component="search" px="md" pb="sm" gap="sm" align="flex-end">
          <ChoiceFilter label="Status" choices={STATES} value={state ?? ''} onChange={(one) => set('state', one)} />
          <ChoiceFilter label="Type" choices={APPROVAL_KINDS} value={kind ?? ''} onChange={(one) => set('kind', one)} />
          <DayInputs from={from} to={to} onChange={set} />
        </Group>
        <PagedTable
          caption="Approval requests, newest first"
          columns={approvalColumns}
          idOf={({ id }) => id}
          list={list}
          empty={
            <EmptyState title={filtered ? 'No matching requests' : 'No requests yet'} icon={IconChecklist}>
              Amounts above the approval limit, refunds of delivered purchases, and changes to operators and their
              limits appear here.
            </EmptyState>
          }
        />
      </Panel>
    </Stack>
  );
}
