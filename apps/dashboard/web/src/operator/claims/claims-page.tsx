import { IconMessageReport } from '@tabler/icons-react';
import type { ClaimRow } from '@topup/dashboard-contract';
import { Amount } from '../../account/transactions/transaction-parts';
import { PRODUCTS } from '../../generated/vocabulary';
import { EmptyState, Page } from '../../ui/page/page';
import { type Column, ListPanel } from '../../ui/table/table-panel';
import { Small, StatusBadge, When, wordsOf } from '../../ui/text/values';
import { AccountLink, PurchaseLink } from '../links';

const ClaimsPage = () => (
  <Page title="Claims" about="Purchases that clients claim not to have received. Confirm or refund each on its page.">
    <ListPanel
      title="Claims, open ones first"
      caption="Claims: open ones first, the oldest of them first"
      path="/api/operator/claims"
      filters={[{ name: 'state', label: 'Status', choices: wordsOf('open', 'confirmed', 'reversed') }, 'days']}
      columns={columns}
      idOf={({ id }) => id}
      empty={(filtered) => (
        <EmptyState title={filtered ? 'No matching claims' : 'No claims yet'} icon={IconMessageReport} />
      )}
    />
  </Page>
);

export default ClaimsPage;

const columns: Column<ClaimRow>[] = [
  { header: 'Purchase', cell: (claim) => <PurchaseLink {...claim} />, names: true },
  { header: 'Account', phone: 'end', cell: ({ account }) => <AccountLink account={account} lineClamp={2} /> },
  {
    header: 'Amount',
    phone: 'end',
    end: true,
    cell: (claim) => (
      <>
        <Amount {...claim} />
        <Small>{PRODUCTS[claim.product]}</Small>
      </>
    ),
  },
  { header: 'Status', phone: 'plain', cell: ({ state }) => <StatusBadge status={state} /> },
  {
    header: 'Note and answer',
    phone: 'rest',
    cell: ({ note, answer }) => <Small under={note}>{answer}</Small>,
  },
  {
    header: 'Filed and answered',
    phone: 'plain',
    cell: ({ filedAt, answeredAt }) => (
      <Small under={<When at={filedAt} />}>
        {answeredAt !== null && (
          <>
            Answered <When at={answeredAt} />
          </>
        )}
      </Small>
    ),
  },
];
