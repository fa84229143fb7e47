import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Transaction } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { formatTime } from '../../format/time';
import { PRODUCTS } from '../../generated/vocabulary';
import { EmptyState, Loaded, PageHeader } from '../../ui/page/page';
import { PaperFoot, PrintButton, useOwner } from '../../ui/print/printed';
import { TextLink } from '../../ui/text/links';
import { type Fact, FactsPanel, Money } from '../../ui/text/values';
import { detailFacts, ResultPanel } from './transaction-parts';

const route = getRouteApi('/shell/account/transactions/$reference/receipt');

/** The receipt of a successful purchase, for the screen and for paper. A customer sees only the face value. */
export default function ReceiptPage() {
  const { reference } = route.useParams();
  const purchase = useQuery(thingQuery<Transaction>(`/api/transactions/${encodeURIComponent(reference)}`));
  return (
    <>
      <Text size="sm" mb={4} className="screen-only">
        <TextLink to="/transactions/$reference" params={{ reference }}>
          Purchase
        </TextLink>
      </Text>
      <PageHeader title="Receipt" about={useOwner()} actions={purchase.data?.status === 'success' && <PrintButton />} />
      <Loaded query={purchase}>
        {(read) => (read.status === 'success' ? <Receipt purchase={read} /> : <NoReceipt purchase={read} />)}
      </Loaded>
    </>
  );
}

const Receipt = ({ purchase }: { purchase: Transaction }) => (
  <Stack maw="40rem">
    <FactsPanel title={purchase.description} rows={receiptFacts(purchase)} />
    <ResultPanel result={purchase.result} />
    <PaperFoot />
  </Stack>
);

function receiptFacts(purchase: Transaction): Fact[] {
  const { amount, reference, id, product, recipient, createdAt, finalAt } = purchase;
  return [
    ['Amount', <Money key="amount" amount={amount} fw={600} />],
    ['Product', PRODUCTS[product]],
    ['Recipient', recipient],
    ...detailFacts(purchase),
    ['Placed', formatTime(createdAt)],
    ['Completed', finalAt === null ? '–' : formatTime(finalAt)],
    ['Reference', reference],
    ['ID', id],
  ];
}

function NoReceipt({ purchase: { status, refundedAmount } }: { purchase: Transaction }) {
  return (
    <EmptyState title="No receipt">
      {refundedAmount === null ? (
        `This purchase is ${status}. It has a receipt once it is successful.`
      ) : (
        <>
          <Money amount={refundedAmount} /> was refunded to your wallet. The page of this purchase says why.
        </>
      )}
    </EmptyState>
  );
}
