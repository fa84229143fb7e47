import { IconBuildingStore } from '@tabler/icons-react';
import type { AccountRow, AccountStatus } from '@topup/dashboard-contract';
import { EmptyState } from '../../ui/page/empty-state';
import { Page } from '../../ui/page/page';
import type { Column } from '../../ui/table/data-table';
import { ListPanel } from '../../ui/table/table-panel';
import { Money } from '../../ui/text/money';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { AccountLink } from '../links';
import { CreateAccount } from './create-account';
import { FundByReference } from './fund-by-reference';

const STATUSES: Record<AccountStatus, string> = { active: 'Active', suspended: 'Suspended' };

export default function OperatorAccountsPage() {
  const actions = (
    <>
      <FundByReference />
      <CreateAccount />
    </>
  );
  return (
    <Page title="Accounts" actions={actions}>
      <ListPanel
        title="All accounts"
        caption="Accounts"
        path="/api/operator/accounts"
        filters={[
          { name: 'search', label: 'Name, ID or payment reference' },
          { name: 'status', label: 'Status', choices: STATUSES },
          { name: 'low', label: 'Balance below 24 hours of spending', on: 'true' },
          { name: 'webhook', label: 'Failing webhook', on: 'failing' },
        ]}
        columns={columns}
        idOf={({ id }) => id}
        empty={(filtered) =>
          filtered ? (
            <EmptyState title="No matching accounts" icon={IconBuildingStore}>
              Search by part of the name, or by the full account ID or payment reference. Or remove a filter.
            </EmptyState>
          ) : (
            <EmptyState title="No accounts yet" icon={IconBuildingStore} action={<CreateAccount />}>
              An account has a wallet, API keys, and users who sign in here.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

const columns: Column<AccountRow>[] = [
  { header: 'Name', cell: (account) => <AccountLink account={account} />, names: true },
  { header: 'Status', phone: 'plain', cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Tier', cell: ({ tier }) => tier },
  { header: 'Balance', phone: 'end', cell: ({ balance }) => <Money amount={balance} />, end: true },
  { header: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
];
