import type { ApprovalDetail, ApprovalKind } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { addNaira } from '../../format/amount';
import { Money } from '../../ui/text/money';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';
import { AccountLink, PurchaseLink } from '../links';

/** What can need an approval, as headings. */
export const APPROVAL_KINDS: Record<ApprovalKind, string> = {
  fund: 'Funding',
  adjust: 'Adjustment',
  refund: 'Refund',
  limits: 'Operator limits',
  price: 'Price below cost',
  operator_add: 'New operator',
  operator_link: 'Operator password link',
  operator_factor_reset: 'Two-factor authentication reset',
  operator_disable: 'Disable operator',
  owner_add: 'Another owner of an account',
};

type Fact = [name: string, value: ReactNode];

/** What is asked for, one fact a line. */
export function stepFacts({
  kind,
  account,
  amount,
  balance,
  state,
  reference,
  purchase,
  adjustment,
  limits,
  price,
  operator,
}: ApprovalDetail): Fact[] {
  const facts: (Fact | false)[] = [
    account !== null && ['Account', <AccountLink key="account" account={account} />],
    amount !== null && ['Amount', <Money key="amount" amount={amount} fw={600} signed />],
    balance !== null && ['Current balance', <Money key="now" amount={balance} />],
    balance !== null &&
      amount !== null &&
      state === 'requested' && ['Expected balance', <Money key="then" amount={addNaira(balance, amount)} fw={600} />],
    reference !== null && purchase === null && ['Reference', reference],
    purchase !== null && ['Purchase', <PurchaseLink key="purchase" reference={purchase.reference} account={account} />],
    purchase !== null && ['Outcome', purchase.delivered ? 'Delivered' : 'Awaiting confirmation'],
    adjustment !== null && ['Corrects', adjustment.entry === null ? 'No entry' : `Entry ${adjustment.entry}`],
    adjustment !== null && ['Reason', adjustment.reason],
    adjustment !== null && ['Negative balance', adjustment.belowZero ? 'Allowed' : 'Not allowed'],
    ...priceFacts(price),
    operator !== null && [kind === 'owner_add' ? 'Owner' : 'Operator', `${operator.name}, ${operator.email}`],
    limits !== null && [
      'Approval limit',
      <Change key="limit" from={limits.present.approvalLimit} to={limits.asked.approvalLimit} />,
    ],
    limits !== null && ['Daily cap', <Change key="cap" from={limits.present.dailyCap} to={limits.asked.dailyCap} />],
  ];
  return facts.filter((fact) => fact !== false);
}

const priceFacts = (price: ApprovalDetail['price']): Fact[] =>
  price === null
    ? []
    : [
        ['Plan', `${price.planId} in tier ${price.tier}`],
        ['Price', <Money key="price" amount={price.price} fw={600} />],
        ['Our cost', <Money key="cost" amount={price.cost} />],
      ];

/** Both are the same once it was approved. */
function Change({ from, to }: { from: string; to: string }) {
  return (
    <>
      {from !== to && (
        <>
          <Money amount={from} /> →{' '}
        </>
      )}
      <Money amount={to} fw={600} />
    </>
  );
}

export const requestFacts = ({ state, note, requester, requestedAt, expiresAt }: ApprovalDetail): Fact[] => [
  ['Status', <StatusBadge key="state" status={state} />],
  ['Note', note],
  ['Requested by', requester],
  ['Requested', <When key="asked" at={requestedAt} />],
  [state === 'requested' ? 'Expires' : 'Expiry', <When key="expires" at={expiresAt} />],
];

/** Also of a request that was taken back, on which nobody decided. */
export const decisionFacts = ({ state, decider, requester, decidedAt, decisionNote }: ApprovalDetail): Fact[] => [
  ['Decided by', decider ?? requester],
  ['Decided', <When key="decided" at={decidedAt} />],
  [state === 'declined' ? 'Reason' : 'Note', decisionNote ?? 'None'],
];
