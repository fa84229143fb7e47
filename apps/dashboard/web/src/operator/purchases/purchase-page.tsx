import { Alert, Button, Modal, SimpleGrid, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconEye } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { OperatorPurchase, PurchaseMark } from '@topup/dashboard-contract';
import { ClaimPanel } from '../../account/transactions/claim-panel';
import {
  FailurePanel,
  isToken,
  moneyFacts,
  purchaseFacts,
  ResultPanel,
  resultFact,
} from '../../account/transactions/transaction-parts';
import { thingQuery, unlessLive } from '../../api/queries';
import { getJson, messageOf, RequestFault } from '../../api/request';
import { useWatch } from '../../api/watch';
import { fieldLabel, sentenceCase } from '../../format/field-label';
import { formatCount, percentText } from '../../format/numbers';
import { ConfirmDialog } from '../../ui/form/dialog';
import { EmptyState, Loaded, Page, Panel } from '../../ui/page/page';
import { ListPanel, TablePanel } from '../../ui/table/table-panel';
import { Copied } from '../../ui/text/copy';
import { TextLink } from '../../ui/text/links';
import { providerName } from '../../ui/text/names';
import { Timeline } from '../../ui/text/timeline';
import { type Fact, FactsPanel, Money, StatusBadge, When } from '../../ui/text/values';
import { actionColumns } from '../actions/actions-page';
import { AccountLink } from '../links';
import { ConfirmDelivery, Requery, SettlePurchase } from './purchase-actions';
import { AttemptsPanel, StatementEvidencePanel } from './purchase-evidence';
import { purchaseColumns } from './purchases-page';

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
  const { status, sends, needsReview } = purchase;
  const open = status === 'initiated' || status === 'pending';
  return (
    <>
      {sends > 0 && <Requery purchase={purchase} />}
      {(open || needsReview || status === 'success') && <SettlePurchase purchase={purchase} />}
    </>
  );
}

function Parts({ purchase }: { purchase: OperatorPurchase }) {
  const {
    reference,
    account,
    status,
    needsReview,
    claim,
    timeline,
    attempts,
    records,
    failure,
    refundedAmount,
    actions,
  } = purchase;
  return (
    <>
      {needsReview && (
        <Alert color="red" variant="outline" icon={<IconAlertTriangle aria-hidden />} title={NEEDS_REVIEW}>
          "Result" and the timeline say why. Get from the provider what is not certain, and settle the purchase with
          that evidence.
        </Alert>
      )}
      <ClaimPanel claim={claim} actions={claim?.state === 'open' && <ConfirmDelivery purchase={purchase} />} />
      <FailurePanel failure={failure} refundedAmount={refundedAmount} />
      <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
        <Stack gap="md" miw={0}>
          <FactsPanel
            title="Purchase"
            actions={<StatusBadge status={status} />}
            rows={[
              ['Account', <AccountLink key="account" account={account} />],
              ['Reference', <Copied key="reference" text={reference} what="reference" />],
              ...purchaseFacts({ ...purchase, needsReview: false }),
            ]}
          />
          <PurchaseResult purchase={purchase} />
          <Records records={records} />
        </Stack>
        <Stack gap="md" miw={0}>
          <FactsPanel title="Payment and margin" rows={[...moneyFacts(purchase), ...marginFacts(purchase)]} />
          <FactsPanel title="Provider" rows={providerFacts(purchase)} />
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
function providerFacts({ provider, providerRef, sends, checks, nextCheckAt }: OperatorPurchase): Fact[] {
  return [
    ['Provider', providerName(provider)],
    ['Provider reference', providerRef ?? 'None yet'],
    ['Times sent', formatCount(sends)],
    ['Requeries', formatCount(checks)],
    ['Next requery', <When key="next" at={nextCheckAt} never="Not scheduled" />],
  ];
}

const Records = ({ records }: Pick<OperatorPurchase, 'records'>) =>
  records.map((record) => <FactsPanel key={record.title} title={record.title} rows={recordFacts(record)} />);

const recordFacts = ({ at, facts }: PurchaseMark): Fact[] => [
  ['Time', <When key="time" at={at} />],
  ...Object.entries(facts).map(([name, value]): Fact => [fieldLabel(name), value]),
];

/** The cost of the purchase, and its margin. */
function marginFacts({ status, cost, margin, marginPercent }: OperatorPurchase): Fact[] {
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

/**
 * The result of a purchase, with the last four digits of a token or PIN. Both are worth money, so showing it in full is
 * audited.
 */
function PurchaseResult({ purchase: { reference, account, result } }: { purchase: OperatorPurchase }) {
  const entries = Object.entries(result);
  if (entries.length === 0) return null;
  return (
    <FactsPanel
      title="Result"
      actions={
        entries.some(isToken) && (
          <ShowToken what={result.pin === undefined ? 'token' : 'PIN'} reference={reference} account={account.id} />
        )
      }
      rows={entries.map(resultFact)}
    />
  );
}

type Shown = { what: 'token' | 'PIN'; reference: string; account: string };

function ShowToken({ what, reference, account }: Shown) {
  const [asking, { open, close }] = useDisclosure(false);
  const { mutateAsync, data, isPending, error, reset } = useMutation({
    mutationFn: () =>
      getJson<OperatorPurchase>(`/api/operator/purchases/${encodeURIComponent(reference)}`, { account, token: 'true' }),
  });
  const show = () =>
    mutateAsync().then(
      () => true,
      () => false,
    );
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconEye size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        Show full {what}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={close}
        title={`Show the full ${what}?`}
        confirm={`Show ${what}`}
        onConfirm={show}
        busy={isPending}
        fault={error === null ? null : messageOf(error)}
      >
        Anyone who has the {what} can use it. The audit log records that you viewed it.
      </ConfirmDialog>
      <Modal opened={data !== undefined && !asking} onClose={reset} title={`${sentenceCase(what)} of ${reference}`}>
        <Stack>
          {data !== undefined && (
            <>
              <ResultPanel result={data.result} />
              <Records records={data.records} />
            </>
          )}
          <Button onClick={reset} data-autofocus>
            Close
          </Button>
        </Stack>
      </Modal>
    </>
  );
}
