import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { LedgerRow } from '@topup/dashboard-contract';
import { currentMode } from '../../api/mode';
import { listQuery, walletQuery } from '../../api/queries';
import { useMe } from '../../layout/use-me';
import { EmptyState } from '../../ui/page/empty-state';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { ChoiceFilter } from '../../ui/table/choice-filter';
import { DayInputs } from '../../ui/table/day-inputs';
import { ExportCsv } from '../../ui/table/export-csv';
import { PagedTable } from '../../ui/table/paged-table';
import { ButtonLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { ChangeLowBalance } from './change-low-balance';
import { ENTRY_COLUMNS } from './entry-columns';
import { ENTRY_KINDS, type EntryFilters, readEntryFilters } from './entry-filters';
import { FundWallet } from './fund-wallet';
import { TestMoney } from './test-money';

const route = getRouteApi('/shell/account/wallet');

export function WalletPage() {
  const filters = route.useSearch({ select: readEntryFilters });
  const navigate = route.useNavigate();
  const apply = (changed: EntryFilters) => void navigate({ search: changed, replace: true });
  return (
    <>
      <PageHeader
        title="Wallet"
        about={currentMode() === 'test' ? 'All test money in and out.' : 'All money in and out.'}
        actions={
          <>
            <ButtonLink to="/statements" variant="default">
              Statements
            </ButtonLink>
            <ExportCsv path="/api/wallet/entries.csv" filters={filters} />
          </>
        }
      />
      <Stack>
        <Panel title="Balance">
          <Balance />
        </Panel>
        <div id="fund">{currentMode() === 'test' ? <TestMoney /> : <FundWallet />}</div>
        <Panel title="Entries" flush>
          <FilterBar filters={filters} onChange={apply} />
          <Entries filters={filters} onClear={() => apply({})} />
        </Panel>
      </Stack>
    </>
  );
}

function Balance() {
  const mayChange = useMe().role === 'owner';
  return (
    <Loaded query={useQuery(walletQuery)}>
      {({ balance, threshold }) => (
        <Stack gap="sm" align="flex-start">
          <Text fz="1.75rem" fw={650} lh={1.2}>
            <Money amount={balance} />
          </Text>
          <Text size="sm" c="dimmed">
            {threshold === null ? (
              'No low-balance threshold is set. Owners get no e-mail when the balance is low.'
            ) : (
              <>
                We e-mail the owners when the balance falls below <Money amount={threshold} />.
              </>
            )}
          </Text>
          {mayChange && (
            <ChangeLowBalance path="/api/wallet/low-balance" invalidates={['/api/wallet']} threshold={threshold} />
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function FilterBar({ filters, onChange }: { filters: EntryFilters; onChange(filters: EntryFilters): void }) {
  const set = (changed: Record<string, string>) => onChange(readEntryFilters({ ...filters, ...changed }));
  return (
    <Group component="search" align="flex-end" gap="sm" px="md" pb="md">
      <ChoiceFilter label="Type" choices={ENTRY_KINDS} value={filters.kind ?? ''} onChange={(kind) => set({ kind })} />
      <DayInputs from={filters.from} to={filters.to} onChange={(name, day) => set({ [name]: day })} />
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

function Entries({ filters, onClear }: { filters: EntryFilters; onClear: () => void }) {
  const list = useInfiniteQuery(listQuery<LedgerRow>('/api/wallet/entries', { query: filters, poll: true }));
  const filtered = Object.keys(filters).length > 0;
  return (
    <PagedTable
      caption="Wallet entries, newest first"
      columns={ENTRY_COLUMNS}
      idOf={({ id }) => id}
      list={list}
      empty={
        filtered ? (
          <EmptyState
            title="No matching entries"
            action={
              <Button variant="default" onClick={onClear}>
                Clear filters
              </Button>
            }
          />
        ) : (
          <EmptyState title="No entries yet">
            {currentMode() === 'test'
              ? 'Your first entry appears when you add test money.'
              : 'Your first entry appears when we credit your first payment.'}
          </EmptyState>
        )
      }
    />
  );
}
