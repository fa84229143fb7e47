import { Button, Group, Stack, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBuildingStore, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccountRow, AccountStatus } from '@topup/dashboard-contract';
import { listQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { ChoiceFilter } from '../../ui/table/choice-filter';
import type { Column } from '../../ui/table/data-table';
import { ExportCsv } from '../../ui/table/export-csv';
import { PagedTable } from '../../ui/table/paged-table';
import { SearchInput } from '../../ui/table/search-input';
import { useFilters } from '../../ui/table/use-filters';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { CreateAccountDialog } from './create-account-dialog';
import { FundByReference } from './fund-by-reference';

const STATUSES: Record<AccountStatus, string> = { active: 'Active', suspended: 'Suspended' };

export function OperatorAccountsPage() {
  const [{ search, status, low, webhook }, set] = useFilters<'search' | 'status' | 'low' | 'webhook'>();
  const filters = { search, status, low, webhook };
  const filtered = Object.values(filters).some((filter) => filter !== undefined);
  const [creating, { open, close }] = useDisclosure(false);
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} aria-haspopup="dialog" onClick={open}>
      Create account
    </Button>
  );
  const empty = !filtered ? (
    <EmptyState title="No accounts yet" icon={IconBuildingStore} action={create}>
      An account has a wallet, API keys, and users who sign in here.
    </EmptyState>
  ) : (
    <EmptyState title="No matching accounts" icon={IconBuildingStore}>
      Search by part of the name, or by the full account ID or payment reference. Or remove a filter.
    </EmptyState>
  );
  return (
    <Stack gap="md">
      <PageHeader
        title="Accounts"
        actions={
          <>
            <FundByReference />
            {create}
          </>
        }
      />
      <Panel
        title="All accounts"
        flush
        actions={<ExportCsv path="/api/operator/accounts.csv" filters={filters} size="xs" />}
      >
        <Group px="md" pb="sm" gap="sm" align="flex-end">
          <SearchInput
            label="Name, ID or payment reference"
            value={search ?? ''}
            onChange={(text) => set('search', text)}
          />
          <ChoiceFilter
            label="Status"
            choices={STATUSES}
            value={status ?? ''}
            onChange={(value) => set('status', value)}
          />
          <Switch
            label="Balance below 24 hours of spending"
            checked={low === 'true'}
            onChange={({ currentTarget }) => set('low', currentTarget.checked ? 'true' : '')}
            mb={8}
          />
          <Switch
            label="Failing webhook"
            checked={webhook === 'failing'}
            onChange={({ currentTarget }) => set('webhook', currentTarget.checked ? 'failing' : '')}
            mb={8}
          />
        </Group>
        <PagedTable
          caption="Accounts"
          columns={columns}
          idOf={({ id }) => id}
          list={useInfiniteQuery(listQuery<AccountRow>('/api/operator/accounts', { query: filters, poll: true }))}
          empty={empty}
        />
      </Panel>
      <CreateAccountDialog opened={creating} onClose={close} />
    </Stack>
  );
}

const columns: Column<AccountRow>[] = [
  {
    header: 'Name',
    cell: ({ id, name }) => (
      <TextLink to="/operator/accounts/$id" params={{ id }}>
        {name}
      </TextLink>
    ),
    names: true,
  },
  { header: 'Status', phone: 'plain', cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Tier', cell: ({ tier }) => tier },
  { header: 'Balance', phone: 'end', cell: ({ balance }) => <Money amount={balance} />, end: true },
  { header: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
];
