import type { Transaction } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { fieldLabel } from '../../format/field-label';
import { Copied } from '../../ui/text/copied';
import { Money } from '../../ui/text/money';
import { serviceName } from '../../ui/text/provider-name';
import { When } from '../../ui/text/when';
import { PRODUCTS } from './transaction-filters';

type Facts = [name: string, value: ReactNode][];

export function purchaseFacts({
  reference,
  product,
  description,
  recipient,
  message,
  details,
  createdAt,
  finalAt,
  needsReview,
  id,
}: Omit<Transaction, 'status'>): Facts {
  return [
    ['Reference', <Copied key="reference" text={reference} what="reference" />],
    ['Product', `${PRODUCTS[product]}: ${description}`],
    ['Recipient', <Copied key="recipient" text={recipient} what="recipient" />],
    // A detail that equals the recipient is not shown again.
    ...Object.entries(details).flatMap(
      ([name, value]): Facts => (value === recipient ? [] : [[fieldLabel(name), serviceName(value)]]),
    ),
    ...(message === null ? [] : ([['Message', message]] as Facts)),
    ...(needsReview
      ? ([
          [
            'Review',
            'Awaiting confirmation. Our support team is reviewing this purchase. If it failed, you’ll be refunded.',
          ],
        ] as Facts)
      : []),
    ['Placed', <When key="placed" at={createdAt} />],
    ['Completed', <When key="completed" at={finalAt} never="–" />],
    ['ID', id],
  ];
}

export function moneyFacts({
  amount,
  balanceBefore,
  balanceAfter,
  refundedAmount,
}: Omit<Transaction, 'status'>): Facts {
  return [
    ['Amount', <Money key="amount" amount={amount} fw={600} />],
    ['Balance before', <Money key="before" amount={balanceBefore} />],
    ['Balance after', <Money key="after" amount={balanceAfter} />],
    ...(refundedAmount === null ? [] : ([['Refunded', <Money key="refunded" amount={refundedAmount} />]] as Facts)),
  ];
}
