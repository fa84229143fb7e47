import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBuildingStore, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccountRow } from '@topup/dashboard-contract';
import { listQuery } from '../../api/queries';
import type { Column } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { TextLink } from '../../components/links';
import { Money } from '../../components/money';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { Panel } from '../../components/panel';
import { SearchInput } from '../../components/search-input';
import { StatusBadge } from '../../components/status-badge';
import { useFilters } from '../../components/use-filters';
import { When } from '../../components/when';
import { CreateAccountDialog } from './create-account-dialog';

export function OperatorAccountsPage() {
  const [{ search = '' }, set] = useFilters<'search'>();
  const [creating, { open, close }] = useDisclosure(false);
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      Create an account
    </Button>
  );
  const empty =
    search === '' ? (
      <EmptyState title="No accounts yet" icon={IconBuildingStore} action={create}>
        An account has a wallet, API keys, and users who sign in here.
      </EmptyState>
    ) : (
      <EmptyState title={`No account is named like “${search}”`} icon={IconBuildingStore}>
        Search by a part of the name, or by the whole id.
      </EmptyState>
    );
  return (
    <Stack gap="md">
      <PageHeader title="Accounts" actions={create} />
      <Panel title="All accounts" flush>
        <Group px="md" pb="sm">
          <SearchInput label="Name or id" value={search} onChange={(text) => set('search', text)} />
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
  { header: 'State', cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Tier', cell: ({ tier }) => tier },
  { header: 'Balance', cell: ({ balance }) => <Money amount={balance} />, end: true },
  { header: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
];
