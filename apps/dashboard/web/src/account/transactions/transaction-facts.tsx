import type { Transaction } from '@topup/dashboard-contract';
import { fieldLabel } from '../../format/field-label';
import { Copied } from '../../ui/text/copied';
import type { Fact } from '../../ui/text/facts';
import { Money } from '../../ui/text/money';
import { serviceName } from '../../ui/text/names';
import { When } from '../../ui/text/when';
import { PRODUCTS } from './transaction-filters';

export function purchaseFacts(purchase: Omit<Transaction, 'status'>): Fact[] {
  const { product, description, recipient, message, createdAt, finalAt, needsReview, id } = purchase;
  return [
    ['Product', `${PRODUCTS[product]}: ${description}`],
    ['Recipient', <Copied key="recipient" text={recipient} what="recipient" />],
    ...detailFacts(purchase),
    message !== null && ['Message', message],
    needsReview && [
      'Review',
      'Awaiting confirmation. Our support team is reviewing this purchase. If it failed, you’ll be refunded.',
    ],
    ['Placed', <When key="placed" at={createdAt} />],
    ['Completed', <When key="completed" at={finalAt} never="–" />],
    ['ID', id],
  ];
}

/** A detail that equals the recipient is not shown again. */
export const detailFacts = ({ recipient, details }: Pick<Transaction, 'recipient' | 'details'>): Fact[] =>
  Object.entries(details).map(([name, value]) => value !== recipient && [fieldLabel(name), serviceName(value)]);

type Payment = Pick<Transaction, 'amount' | 'balanceBefore' | 'balanceAfter' | 'refundedAmount' | 'balanceAfterRefund'>;

/** What the purchase did to the wallet. Between its debit and its refund, others may have changed the balance. */
export function moneyFacts(payment: Payment): Fact[] {
  const { amount, balanceBefore, balanceAfter, refundedAmount, balanceAfterRefund } = payment;
  return [
    ['Amount', <Money key="amount" amount={amount} fw={600} />],
    ['Balance before', <Money key="before" amount={balanceBefore} />],
    ['Balance after', <Money key="after" amount={balanceAfter} />],
    refundedAmount !== null && ['Refunded', <Money key="refunded" amount={refundedAmount} signed fw={600} />],
    balanceAfterRefund !== null && ['Balance after refund', <Money key="after-refund" amount={balanceAfterRefund} />],
  ];
}
