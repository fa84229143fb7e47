import type { ApprovalDetail } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { addNaira } from '../../format/amount';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';

type Fact = [name: string, value: ReactNode];

/** What is asked for, one fact a line. */
export function stepFacts({
  account,
  amount,
  balance,
  state,
  reference,
  purchase,
  adjustment,
  limits,
  operator,
}: ApprovalDetail): Fact[] {
  const facts: (Fact | false)[] = [
    account !== null && [
      'Account',
      <TextLink key="account" to="/operator/accounts/$id" params={{ id: account.id }}>
        {account.name}
      </TextLink>,
    ],
    amount !== null && ['Amount', <Money key="amount" amount={amount} fw={600} signed />],
    balance !== null && ['Balance now', <Money key="now" amount={balance} />],
    balance !== null &&
      amount !== null &&
      state === 'requested' && [
        'Then, as far as is known',
        <Money key="then" amount={addNaira(balance, amount)} fw={600} />,
      ],
    reference !== null && [
      purchase === null ? 'Reference' : 'Purchase',
      purchase === null ? (
        reference
      ) : (
        <TextLink
          key="purchase"
          to="/operator/purchases/$reference"
          params={{ reference: purchase.reference }}
          {...(account !== null && { search: { account: account.id } })}
        >
          {purchase.reference}
        </TextLink>
      ),
    ],
    purchase !== null && ['Outcome', purchase.delivered ? 'it was delivered' : 'it is not known'],
    adjustment !== null && ['Corrects', adjustment.entry === null ? 'no entry' : `entry ${adjustment.entry}`],
    adjustment !== null && ['Reason', adjustment.reason],
    adjustment !== null && ['Below zero', adjustment.belowZero ? 'yes, if need be' : 'no'],
    operator !== null && ['Operator', `${operator.name}, ${operator.email}`],
    limits !== null && [
      'Approval limit',
      <Change key="limit" from={limits.present.approvalLimit} to={limits.asked.approvalLimit} />,
    ],
    limits !== null && ['Daily cap', <Change key="cap" from={limits.present.dailyCap} to={limits.asked.dailyCap} />],
  ];
  return facts.filter((fact) => fact !== false);
}

/** Both are the same once it was approved. */
function Change({ from, to }: { from: string; to: string }) {
  return (
    <>
      {from !== to && (
        <>
          <Money amount={from} /> now, then{' '}
        </>
      )}
      <Money amount={to} fw={600} />
    </>
  );
}

export const requestFacts = ({ state, note, requester, requestedAt, expiresAt }: ApprovalDetail): Fact[] => [
  ['State', <StatusBadge key="state" status={state} />],
  ['Why', note],
  ['Asked by', requester],
  ['Asked', <When key="asked" at={requestedAt} />],
  [state === 'requested' ? 'Expires' : 'Would have expired', <When key="expires" at={expiresAt} />],
];

/** Also of a request that was taken back, on which nobody decided. */
export const decisionFacts = ({ decider, requester, decidedAt, decisionNote }: ApprovalDetail): Fact[] => [
  ['By', decider ?? requester],
  ['When', <When key="decided" at={decidedAt} />],
  ['Note', decisionNote ?? 'none'],
];
