import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBuildingStore, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccountRow } from '@topup/dashboard-contract';
import { listQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import type { Column } from '../../ui/table/data-table';
import { PagedTable } from '../../ui/table/paged-table';
import { SearchInput } from '../../ui/table/search-input';
import { useFilters } from '../../ui/table/use-filters';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { CreateAccountDialog } from './create-account-dialog';
import { FundByReference } from './fund-by-reference';

export function OperatorAccountsPage() {
  const [{ search = '' }, set] = useFilters<'search'>();
  const [creating, { open, close }] = useDisclosure(false);
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      Create account
    </Button>
  );
  const empty =
    search === '' ? (
      <EmptyState title="No accounts yet" icon={IconBuildingStore} action={create}>
        An account has a wallet, API keys, and users who sign in here.
      </EmptyState>
    ) : (
      <EmptyState title="No matching accounts" icon={IconBuildingStore}>
        Search by part of the name, or by the full account ID or payment reference.
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
      <Panel title="All accounts" flush>
        <Group px="md" pb="sm">
          <SearchInput label="Name, ID or payment reference" value={search} onChange={(text) => set('search', text)} />
        </Group>
        <PagedTable
          caption="Accounts"
          columns={columns}
          idOf={({ id }) => id}
          list={useInfiniteQuery(listQuery<AccountRow>('/api/operator/accounts', { query: { search }, poll: true }))}
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
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Tier', cell: ({ tier }) => tier },
  { header: 'Balance', cell: ({ balance }) => <Money amount={balance} />, end: true },
  { header: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
];
