import { Group } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccountDetail, LedgerRow } from '@topup/dashboard-contract';
import { ENTRY_KINDS } from '../../account/wallet/entry-filters';
import { listQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { Panel } from '../../ui/page/panel';
import { ChoiceFilter } from '../../ui/table/choice-filter';
import { DayInputs } from '../../ui/table/day-inputs';
import { ExportCsv } from '../../ui/table/export-csv';
import { PagedTable } from '../../ui/table/paged-table';
import { useFilters } from '../../ui/table/use-filters';
import { ButtonLink } from '../../ui/text/links';
import { entryColumns } from './entry-columns';

/** The ledger of an account. */
export function AccountEntries({ account }: { account: AccountDetail }) {
  const [{ kind, from, to }, set] = useFilters<'kind' | 'from' | 'to'>();
  const query = { kind, from, to };
  const path = `/api/operator/accounts/${account.id}/entries`;
  const list = useInfiniteQuery(listQuery<LedgerRow>(path, { query, poll: true }));
  const filtered = Object.values(query).some((value) => value !== undefined);
  const actions = (
    <Group gap="xs">
      <ButtonLink to="/operator/purchases" search={{ account: account.id }} variant="default" size="xs">
        View purchases
      </ButtonLink>
      <ExportCsv path={`${path}.csv`} filters={query} size="xs" />
    </Group>
  );
  return (
    <Panel title="Ledger entries, newest first" flush actions={actions}>
      <Group component="search" px="md" pb="sm" gap="sm" align="flex-end">
        <ChoiceFilter label="Type" choices={ENTRY_KINDS} value={kind ?? ''} onChange={(one) => set('kind', one)} />
        <DayInputs from={from} to={to} onChange={set} />
      </Group>
      <PagedTable
        caption="Ledger entries of the account, newest first"
        columns={entryColumns(account)}
        idOf={({ id }) => id}
        list={list}
        empty={
          <EmptyState title={filtered ? 'No matching entries' : 'No entries yet'} icon={IconArrowsExchange}>
            {filtered ? 'Remove a filter to see more.' : 'Fund the wallet when the client’s payment arrives.'}
          </EmptyState>
        }
      />
    </Panel>
  );
}
