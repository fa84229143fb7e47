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
import { Page } from '../../ui/page/page';
import { Panel } from '../../ui/page/panel';
import type { Column } from '../../ui/table/data-table';
import { TablePanel } from '../../ui/table/table-panel';
import { Copied } from '../../ui/text/copied';
import { Facts } from '../../ui/text/facts';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { AccountUsers } from '../users/account-users';
import { ChangeLimits, ChangeStatus, ChangeTier, LIMITS } from './account-actions';
import { AccountEntries } from './account-entries';
import { AdjustWallet } from './adjust-wallet';
import { FundAccount } from './fund-account';

export default function OperatorAccountPage() {
  const { id } = useParams({ from: '/shell/operators/operator/accounts/$id' });
  const account = useQuery(thingQuery<AccountDetail>(`/api/operator/accounts/${id}`, { poll: true }));
  return (
    <Page
      title={account.data?.name ?? 'Account'}
      about={<TextLink to="/operator/accounts">All accounts</TextLink>}
      actions={account.data !== undefined && <Actions account={account.data} />}
    >
      <Loaded query={account} height={480}>
        {(known) => <Parts account={known} />}
      </Loaded>
    </Page>
  );
}

function Actions({ account }: { account: AccountDetail }) {
  const { id, lowBalance, timeZone } = account;
  return (
    <>
      <FundAccount account={account} />
      <AdjustWallet account={account} />
      <ChangeTier account={account} />
      <ChangeLimits account={account} />
      <ChangeLowBalance
        path={`/api/operator/accounts/${id}/low-balance`}
        invalidates={['/api/operator/accounts']}
        threshold={lowBalance}
      />
      <ChangeTimeZone
        path={`/api/operator/accounts/${id}/time-zone`}
        invalidates="/api/operator/accounts"
        timeZone={timeZone}
      />
      <ChangeStatus account={account} />
    </>
  );
}

function Parts({ account }: { account: AccountDetail }) {
  return (
    <>
      <Panel title="Account">
        <AccountFacts account={account} />
      </Panel>
      <AccountUsers account={account} />
      <TablePanel
        title="API keys"
        caption="API keys of the account"
        csv={`/api/operator/accounts/${account.id}/keys.csv`}
        columns={[...keyColumns, limitsColumn]}
        rows={account.keys}
        idOf={(key) => key.id}
        empty={
          <EmptyState title="No API keys" icon={IconKey}>
            Owners of the account create its API keys.
          </EmptyState>
        }
      />
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
        ['Payment reference', <Copied key="reference" text={paymentReference} what="payment reference" />],
        ['Account ID', <Copied key="id" text={id} what="account ID" />],
        ['Time zone', timeZone],
        ['Created', <When key="created" at={createdAt} />],
      ]}
    />
  );
}
