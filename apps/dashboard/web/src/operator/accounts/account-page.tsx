import { Group, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { AccountDetail, KeyRow } from '@topup/dashboard-contract';
import { ChangeKeyLimits } from '../../account/developers/keys/change-key-limits';
import { keyColumns } from '../../account/developers/keys/key-columns';
import { ChangeTimeZone } from '../../account/settings/change-time-zone';
import { ChangeLowBalance } from '../../account/wallet/change-low-balance';
import { thingQuery } from '../../api/queries';
import { formatCount } from '../../format/numbers';
import { EmptyState } from '../../ui/page/empty-state';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { type Column, DataTable } from '../../ui/table/data-table';
import { ExportCsv } from '../../ui/table/export-csv';
import { CopyButton } from '../../ui/text/copy-button';
import { Facts } from '../../ui/text/facts';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { AccountUsers } from '../users/account-users';
import { AccountEntries } from './account-entries';
import { AdjustWallet } from './adjust-wallet';
import { ChangeLimits, LIMITS } from './change-limits';
import { ChangeStatus } from './change-status';
import { ChangeTier } from './change-tier';
import { FundAccount } from './fund-account';

export function OperatorAccountPage() {
  const { id } = useParams({ from: '/shell/operators/operator/accounts/$id' });
  const account = useQuery(thingQuery<AccountDetail>(`/api/operator/accounts/${id}`, { poll: true }));
  return (
    <Stack gap="md">
      <PageHeader
        title={account.data?.name ?? 'Account'}
        about={<TextLink to="/operator/accounts">All accounts</TextLink>}
        actions={account.data !== undefined && <Actions account={account.data} />}
      />
      <Loaded query={account} height={480}>
        {(known) => <Parts account={known} />}
      </Loaded>
    </Stack>
  );
}

function Actions({ account }: { account: AccountDetail }) {
  return (
    <>
      <FundAccount account={account} />
      <AdjustWallet account={account} />
      <ChangeTier account={account} />
      <ChangeLimits account={account} />
      <ChangeLowBalance
        path={`/api/operator/accounts/${account.id}/low-balance`}
        invalidates={['/api/operator/accounts']}
        threshold={account.lowBalance}
      />
      <ChangeTimeZone
        path={`/api/operator/accounts/${account.id}/time-zone`}
        invalidates="/api/operator/accounts"
        timeZone={account.timeZone}
      />
      <ChangeStatus account={account} />
    </>
  );
}

function Parts({ account }: { account: AccountDetail }) {
  const { id, keys } = account;
  return (
    <>
      <Panel title="Account">
        <AccountFacts account={account} />
      </Panel>
      <AccountUsers account={account} />
      <Panel title="API keys" flush actions={<ExportCsv path={`/api/operator/accounts/${id}/keys.csv`} size="xs" />}>
        {keys.length === 0 ? (
          <EmptyState title="No API keys" icon={IconKey}>
            Owners of the account create its API keys.
          </EmptyState>
        ) : (
          <DataTable
            caption="API keys of the account"
            columns={[...keyColumns, limitsColumn]}
            rows={keys}
            idOf={(key) => key.id}
          />
        )}
      </Panel>
      <AccountEntries account={account} />
    </>
  );
}

const limitsColumn: Column<KeyRow> = {
  header: '',
  cell: (key) =>
    key.revokedAt === null && (
      <ChangeKeyLimits apiKey={key} below="/api/operator" invalidates="/api/operator/accounts" />
    ),
  end: true,
};

function AccountFacts({ account }: { account: AccountDetail }) {
  const { id, balance, lowBalance, paymentReference, status, tier, webhookUrl, timeZone, createdAt } = account;
  const { limits, defaultLimits } = account;
  return (
    <Facts
      rows={[
        ['Balance', <Money key="balance" amount={balance} fw={600} />],
        ['Low-balance threshold', lowBalance === null ? 'None' : <Money key="threshold" amount={lowBalance} />],
        ['Status', <StatusBadge key="status" status={status} />],
        ['Tier', tier],
        ['Webhook URL', webhookUrl ?? 'None'],
        ...LIMITS.map(([limit, label]): [string, string] => [
          `${label} per minute`,
          limits[limit] === null ? `${formatCount(defaultLimits[limit])} (default)` : formatCount(limits[limit]),
        ]),
        [
          'Payment reference',
          <Group key="reference" gap="xs" wrap="nowrap">
            {paymentReference}
            <CopyButton text={paymentReference} what="payment reference" />
          </Group>,
        ],
        [
          'Account ID',
          <Group key="id" gap="xs" wrap="nowrap">
            {id}
            <CopyButton text={id} what="account ID" />
          </Group>,
        ],
        ['Time zone', timeZone],
        ['Created', <When key="created" at={createdAt} />],
      ]}
    />
  );
}
