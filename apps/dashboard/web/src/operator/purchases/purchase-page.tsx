import { Alert, SimpleGrid, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { OperatorPurchase } from '@topup/dashboard-contract';
import { FailurePanel } from '../../account/transactions/failure-panel';
import { moneyFacts, purchaseFacts } from '../../account/transactions/transaction-facts';
import { thingQuery, unlessLive } from '../../api/queries';
import { RequestFault } from '../../api/request';
import { useWatch } from '../../api/watch';
import { EmptyState } from '../../ui/page/empty-state';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { Panel } from '../../ui/page/panel';
import { DataTable } from '../../ui/table/data-table';
import { Copied } from '../../ui/text/copied';
import { Facts } from '../../ui/text/facts';
import { TextLink } from '../../ui/text/links';
import { StatusBadge } from '../../ui/text/status-badge';
import { Timeline } from '../../ui/text/timeline';
import { actionColumns } from '../actions/action-columns';
import { AttemptsTable } from './attempts-table';
import { marginFacts, providerFacts } from './provider-facts';
import { PurchaseCandidates } from './purchase-candidates';
import { PurchaseResult } from './purchase-result';
import { Requery } from './requery';
import { SettlePurchase } from './settle-purchase';
import { StatementEvidencePanel } from './statement-evidence';

const ROUTE = '/shell/operators/operator/purchases/$reference';

export function OperatorPurchasePage() {
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
    <Stack gap="md">
      <PageHeader
        title={reference}
        about={<TextLink to="/operator/purchases">All purchases</TextLink>}
        actions={purchase.data !== undefined && <Actions purchase={purchase.data} />}
      />
      {ambiguous ? (
        <PurchaseCandidates reference={reference} />
      ) : (
        <Loaded query={purchase} height={480}>
          {(known) => <Parts purchase={known} />}
        </Loaded>
      )}
    </Stack>
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
        <Alert
          color="red"
          variant="outline"
          icon={<IconAlertTriangle aria-hidden />}
          title="This purchase needs a decision"
        >
          Ask the provider whether it delivered to the customer. Then settle the purchase with your evidence.
        </Alert>
      )}
      <FailurePanel failure={failure} refundedAmount={refundedAmount} />
      <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
        <Stack gap="md" miw={0}>
          <Panel title="Purchase" actions={<StatusBadge status={status} />}>
            <Facts
              rows={[
                ['Account', accountLink(account)],
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
      <Panel title="Attempts" flush>
        <AttemptsTable attempts={attempts} />
      </Panel>
      <StatementEvidencePanel purchaseId={purchase.id} />
      <Panel title="Timeline">
        <Timeline entries={timeline} />
      </Panel>
      <Panel title="Operator actions" flush>
        {actions.length === 0 ? (
          <EmptyState title="No operator actions" />
        ) : (
          <DataTable
            caption="Operator actions on this purchase"
            columns={actionColumns}
            rows={actions}
            idOf={({ id }) => id}
          />
        )}
      </Panel>
    </>
  );
}

const accountLink = ({ id, name }: OperatorPurchase['account']) => (
  <TextLink to="/operator/accounts/$id" params={{ id }}>
    {name}
  </TextLink>
);
