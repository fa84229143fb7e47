import type { Transaction } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { fieldLabel } from '../../format/field-label';
import { Copied } from '../../ui/text/copied';
import { Money } from '../../ui/text/money';
import { serviceName } from '../../ui/text/names';
import { When } from '../../ui/text/when';
import { PRODUCTS } from './transaction-filters';

type Facts = [name: string, value: ReactNode][];

export function purchaseFacts({
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

type Payment = Pick<Transaction, 'amount' | 'balanceBefore' | 'balanceAfter' | 'refundedAmount' | 'balanceAfterRefund'>;

/** What the purchase did to the wallet. Between its debit and its refund, others may have changed the balance. */
export function moneyFacts({
  amount,
  balanceBefore,
  balanceAfter,
  refundedAmount,
  balanceAfterRefund,
}: Payment): Facts {
  return [
    ['Amount', <Money key="amount" amount={amount} fw={600} />],
    ['Balance before', <Money key="before" amount={balanceBefore} />],
    ['Balance after', <Money key="after" amount={balanceAfter} />],
    ...(refundedAmount === null || balanceAfterRefund === null
      ? []
      : ([
          ['Refunded', <Money key="refunded" amount={refundedAmount} signed fw={600} />],
          ['Balance after refund', <Money key="after-refund" amount={balanceAfterRefund} />],
        ] as Facts)),
  ];
}
