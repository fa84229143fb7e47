import { IconArrowsExchange, IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { AccountDetail, KeyRow, LedgerRow } from '@topup/dashboard-contract';
import { ChangeKeyLimits } from '../../account/developers/keys/change-key-limits';
import { keyColumns } from '../../account/developers/keys/key-columns';
import { Adjustment, ENTRY_KINDS, Payer } from '../../account/wallet/entries';
import { thingQuery } from '../../api/queries';
import { fieldLabel } from '../../format/field-label';
import { formatCount } from '../../format/numbers';
import { EmptyState, Loaded, Page } from '../../ui/page/page';
import { type Column, ListPanel, TablePanel } from '../../ui/table/table-panel';
import { Copied } from '../../ui/text/copy';
import { ButtonLink, TextLink } from '../../ui/text/links';
import { FactsPanel, Money, StatusBadge, When } from '../../ui/text/values';
import { PurchaseLink } from '../links';
import { AccountUsers } from '../users/account-users';
import { AccountActions, LIMITS } from './account-actions';
import { AdjustWallet } from './change-wallet';

export default function OperatorAccountPage() {
  const { id } = useParams({ from: '/shell/operators/operator/accounts/$id' });
  const account = useQuery(thingQuery<AccountDetail>(`/api/operator/accounts/${id}`, { poll: true }));
  return (
    <Page
      title={account.data?.name ?? 'Account'}
      about={<TextLink to="/operator/accounts">All accounts</TextLink>}
      actions={account.data !== undefined && <AccountActions account={account.data} />}
    >
      <Loaded query={account} height={480}>
        {(known) => <Parts account={known} />}
      </Loaded>
    </Page>
  );
}

function Parts({ account }: { account: AccountDetail }) {
  return (
    <>
      <AccountFacts account={account} />
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
    <FactsPanel
      title="Account"
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

/** The ledger of an account. */
const AccountEntries = ({ account }: { account: AccountDetail }) => (
  <ListPanel
    title="Ledger entries, newest first"
    caption="Ledger entries of the account, newest first"
    path={`/api/operator/accounts/${account.id}/entries`}
    filters={[{ name: 'kind', label: 'Type', choices: ENTRY_KINDS }, 'days']}
    actions={
      <ButtonLink to="/operator/purchases" search={{ account: account.id }} variant="default" size="xs">
        View purchases
      </ButtonLink>
    }
    columns={entryColumns(account)}
    idOf={({ id }) => id}
    empty={(filtered) => (
      <EmptyState title={filtered ? 'No matching entries' : 'No entries yet'} icon={IconArrowsExchange}>
        {filtered ? 'Remove a filter to see more.' : 'Fund the wallet when the client’s payment arrives.'}
      </EmptyState>
    )}
  />
);

/** A purchase links to its page, and each entry can be corrected. */
const entryColumns = (account: AccountDetail): Column<LedgerRow>[] => [
  { header: 'Type', cell: ({ kind }) => fieldLabel(kind), names: true },
  {
    header: 'Reference',
    phone: 'plain',
    cell: ({ reference, purchaseReference, corrects, reason, ...row }) =>
      reason !== null ? (
        <Adjustment reference={reference} corrects={corrects} reason={reason} />
      ) : purchaseReference === null ? (
        <Payer {...row} under={reference} />
      ) : (
        <PurchaseLink reference={purchaseReference} account={account} />
      ),
  },
  { header: 'Amount', phone: 'end', cell: ({ amount }) => <Money amount={amount} signed />, end: true },
  { header: 'Balance after', cell: ({ balanceAfter }) => <Money amount={balanceAfter} />, end: true },
  { header: 'Time', phone: 'plain', cell: ({ createdAt }) => <When at={createdAt} /> },
  { header: '', cell: (entry) => <AdjustWallet account={account} entry={entry} />, end: true },
];
