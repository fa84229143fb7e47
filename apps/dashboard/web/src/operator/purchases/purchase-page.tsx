import { Alert, SimpleGrid, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { OperatorPurchase } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { FailurePanel, moneyFacts, purchaseFacts } from '../../account/transactions/transaction-parts';
import { thingQuery, unlessLive } from '../../api/queries';
import { RequestFault } from '../../api/request';
import { useWatch } from '../../api/watch';
import { formatCount } from '../../format/numbers';
import { EmptyState } from '../../ui/page/empty-state';
import { Loaded } from '../../ui/page/loaded';
import { Page } from '../../ui/page/page';
import { Panel } from '../../ui/page/panel';
import { ListPanel, TablePanel } from '../../ui/table/table-panel';
import { Copied } from '../../ui/text/copied';
import { Facts } from '../../ui/text/facts';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { providerName } from '../../ui/text/names';
import { StatusBadge } from '../../ui/text/status-badge';
import { Timeline } from '../../ui/text/timeline';
import { When } from '../../ui/text/when';
import { actionColumns } from '../actions/action-columns';
import { AccountLink } from '../links';
import { percentText } from '../margin/margin-groups';
import { purchaseColumns } from './purchase-columns';
import { AttemptsPanel, StatementEvidencePanel } from './purchase-evidence';
import { PurchaseResult } from './purchase-result';
import { Requery } from './requery';
import { SettlePurchase } from './settle-purchase';

const NEEDS_REVIEW = 'This purchase needs a decision';
const ROUTE = '/shell/operators/operator/purchases/$reference';

export default function OperatorPurchasePage() {
  const { reference } = useParams({ from: ROUTE });
  const { account } = useSearch({ from: ROUTE });
  const path = `/api/operator/purchases/${encodeURIComponent(reference)}`;
  const purchase = useQuery({
    ...thingQuery<OperatorPurchase>(path, { query: { account } }),
    refetchInterval: unlessLive,
  });
  useWatch(purchase.data === undefined ? null : `purchase_id:${purchase.data.id}`, [path]);
  const ambiguous = purchase.error instanceof RequestFault && purchase.error.code === 'several_purchases';
  return (
    <Page
      title={reference}
      about={<TextLink to="/operator/purchases">All purchases</TextLink>}
      actions={purchase.data !== undefined && <Actions purchase={purchase.data} />}
    >
      {ambiguous ? (
        <Candidates reference={reference} />
      ) : (
        <Loaded query={purchase} height={480}>
          {(known) => <Parts purchase={known} />}
        </Loaded>
      )}
    </Page>
  );
}

function Actions({ purchase }: { purchase: OperatorPurchase }) {
  const { status, needsReview } = purchase;
  const open = status === 'initiated' || status === 'pending';
  return (
    <>
      {(open || needsReview) && <Requery purchase={purchase} />}
      {(open || needsReview || status === 'success') && <SettlePurchase purchase={purchase} />}
    </>
  );
}

function Parts({ purchase }: { purchase: OperatorPurchase }) {
  const { reference, account, status, needsReview, timeline, attempts, failure, refundedAmount, actions } = purchase;
  return (
    <>
      {needsReview && (
        <Alert color="red" variant="outline" icon={<IconAlertTriangle aria-hidden />} title={NEEDS_REVIEW}>
          Ask the provider whether it delivered to the customer. Then settle the purchase with your evidence.
        </Alert>
      )}
      <FailurePanel failure={failure} refundedAmount={refundedAmount} />
      <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
        <Stack gap="md" miw={0}>
          <Panel title="Purchase" actions={<StatusBadge status={status} />}>
            <Facts
              rows={[
                ['Account', <AccountLink key="account" account={account} />],
                ['Reference', <Copied key="reference" text={reference} what="reference" />],
                ...purchaseFacts({ ...purchase, needsReview: false }),
              ]}
            />
          </Panel>
          <PurchaseResult purchase={purchase} />
        </Stack>
        <Stack gap="md" miw={0}>
          <Panel title="Payment and margin">
            <Facts rows={[...moneyFacts(purchase), ...marginFacts(purchase)]} />
          </Panel>
          <Panel title="Provider">
            <Facts rows={providerFacts(purchase)} />
          </Panel>
        </Stack>
      </SimpleGrid>
      <AttemptsPanel attempts={attempts} />
      <StatementEvidencePanel purchaseId={purchase.id} />
      <Panel title="Timeline">
        <Timeline entries={timeline} />
      </Panel>
      <TablePanel
        title="Operator actions"
        caption="Operator actions on this purchase"
        columns={actionColumns}
        rows={actions}
        idOf={({ id }) => id}
        empty={<EmptyState title="No operator actions" />}
      />
    </>
  );
}

/** The purchases that a reference may mean, when several accounts have used it. */
const Candidates = ({ reference }: { reference: string }) => (
  <ListPanel
    title="Several accounts have a purchase with this reference"
    caption="Purchases with this reference"
    path="/api/operator/purchases"
    query={{ search: reference }}
    csv={false}
    poll={false}
    columns={purchaseColumns}
    idOf={({ id }) => id}
    empty={<EmptyState title="No purchases with this reference" />}
  />
);

/** The provider's part of a purchase. */
function providerFacts({ provider, providerRef, sends, checks, nextCheckAt }: OperatorPurchase): [string, ReactNode][] {
  return [
    ['Provider', providerName(provider)],
    ['Provider reference', providerRef ?? 'None yet'],
    ['Times sent', formatCount(sends)],
    ['Requeries', formatCount(checks)],
    ['Next requery', <When key="next" at={nextCheckAt} never="Not scheduled" />],
  ];
}

/** The cost of the purchase, and its margin. */
function marginFacts({ status, cost, margin, marginPercent }: OperatorPurchase): [string, ReactNode][] {
  return [
    ['Cost', cost === null ? 'Unknown' : <Money key="cost" amount={cost} />],
    [
      'Margin',
      margin === null ? (
        status === 'success' ? (
          'Unknown'
        ) : (
          'None: only successful purchases earn'
        )
      ) : (
        <span key="margin">
          <Money amount={margin} fw={600} gain /> ({percentText(marginPercent)})
        </span>
      ),
    ],
  ];
}
