import { Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ApprovalDetail, ApprovalKind } from '@topup/dashboard-contract';
import type { ComponentProps, ReactNode } from 'react';
import { thingQuery } from '../../api/queries';
import { addNaira } from '../../format/amount';
import { sentenceCase } from '../../format/field-label';
import { withNaira } from '../../format/naira';
import { percentText } from '../../format/numbers';
import { PRODUCTS } from '../../generated/vocabulary';
import { useMe } from '../../layout/use-me';
import { ConfirmAction } from '../../ui/form/dialog';
import { Loaded, Page, Panel } from '../../ui/page/page';
import { SentenceLink, TextLink } from '../../ui/text/links';
import { serviceName } from '../../ui/text/names';
import { type Fact, Facts, FactsPanel, Hint, Money, StatusBadge, When } from '../../ui/text/values';
import { AccountLink, PurchaseLink } from '../links';

export default function ApprovalPage() {
  const { id } = useParams({ from: '/shell/operators/operator/approvals/$id' });
  const approval = useQuery(thingQuery<ApprovalDetail>(`/api/operator/approvals/${id}`, { poll: true }));
  const { data } = approval;
  return (
    <Page
      title={data === undefined ? 'Approval' : APPROVAL_KINDS[data.kind]}
      about={<TextLink to="/operator/approvals">All approvals</TextLink>}
      actions={data !== undefined && <Decide approval={data} />}
    >
      <Loaded query={approval} height={480}>
        {(known) => (
          <>
            <Panel title="Requested change">
              <Text mb="md" style={{ overflowWrap: 'anywhere' }}>
                {withNaira(sentenceCase(known.sentence))}.
              </Text>
              <Facts rows={stepFacts(known)} />
            </Panel>
            <FactsPanel title="Request" rows={requestFacts(known)} />
            {known.decidedAt !== null && <FactsPanel title="Decision" rows={decisionFacts(known)} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Offers the operator's actions on a request. A dialog stays when somebody else was faster: it says so. */
function Decide({ approval }: { approval: ApprovalDetail }) {
  const { you, state } = approval;
  const sentence = withNaira(approval.sentence);
  const { twoFactor } = useMe().user;
  const open = state === 'requested';
  if (you === 'asked')
    return (
      <Act
        approval={approval}
        verb="cancel"
        title="Cancel this request?"
        confirm="Cancel request"
        done="Request cancelled"
      >
        Other operators can no longer approve it. You can ask again.
      </Act>
    );
  if (you === 'concerned' || you === 'behind_ops') return open && <Hint>Another operator must decide.</Hint>;
  if (!twoFactor)
    return (
      open && (
        <Hint>
          To decide, you need two-factor authentication that you set up before the request. See{' '}
          <SentenceLink to="/security">Security</SentenceLink>.
        </Hint>
      )
    );
  return (
    <>
      <Act
        approval={approval}
        verb="approve"
        leftSection={<IconCheck size={16} aria-hidden />}
        title="Approve this request?"
        confirm="Approve"
        note={{ label: 'Note', required: false }}
        done="Request approved. The change was made."
      >
        This happens at once: {sentence}.
      </Act>
      <Act
        approval={approval}
        verb="decline"
        leftSection={<IconX size={16} aria-hidden />}
        title="Decline this request?"
        confirm="Decline"
        note={{ label: 'Reason', required: true }}
        done="Request declined"
      >
        This will not happen: {sentence}.
      </Act>
    </>
  );
}

type ActProps = Pick<ComponentProps<typeof ConfirmAction>, 'title' | 'confirm' | 'note' | 'leftSection'> & {
  approval: ApprovalDetail;
  verb: 'approve' | 'decline' | 'cancel';
  /** The message when it was done. */
  done: string;
  children: ReactNode;
};

/** The dialog stays when the request was decided meanwhile, but there is no button any more. */
function Act({ approval: { id, state }, verb, done, children, ...act }: ActProps) {
  return (
    <ConfirmAction
      {...act}
      button={act.confirm}
      variant={verb === 'approve' ? 'filled' : 'default'}
      path={`/api/operator/approvals/${id}/${verb}`}
      invalidates={['/api/operator/']}
      shown={state === 'requested'}
      danger={verb === 'decline'}
      done={() => done}
    >
      <span style={{ overflowWrap: 'anywhere' }}>{children}</span>
    </ConfirmAction>
  );
}

/** Headings of the changes that can need an approval. */
export const APPROVAL_KINDS: Record<ApprovalKind, string> = {
  fund: 'Funding',
  adjust: 'Adjustment',
  refund: 'Refund',
  limits: 'Operator limits',
  collections: 'Limits of the collector',
  price: 'Price below cost',
  discount: 'Discount below cost',
  operator_add: 'New operator',
  operator_link: 'Operator password link',
  operator_factor_reset: 'Two-factor authentication reset',
  operator_disable: 'Disable operator',
  owner_add: 'Another owner of an account',
};

/** Lists the facts of the requested change, one a line. */
function stepFacts(approval: ApprovalDetail): Fact[] {
  const { kind, account, amount, balance, state, reference, purchase, adjustment, limits, operator } = approval;
  const { price, discount, collections } = approval;
  return [
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
    ...discountFacts(discount),
    operator !== null && [kind === 'owner_add' ? 'Owner' : 'Operator', `${operator.name}, ${operator.email}`],
    collections !== null && ['Crediting', collections.state === 'on' ? 'On' : 'Off'],
    collections !== null && ['Daily cap', <Money key="collector" amount={collections.cap} fw={600} />],
    limits !== null && [
      'Approval limit',
      <Change key="limit" from={limits.present.approvalLimit} to={limits.asked.approvalLimit} />,
    ],
    limits !== null && ['Daily cap', <Change key="cap" from={limits.present.dailyCap} to={limits.asked.dailyCap} />],
  ];
}

const priceFacts = (price: ApprovalDetail['price']): Fact[] =>
  price === null
    ? []
    : [
        ['Plan', `${price.planId} in tier ${price.tier}`],
        ['Price', <Money key="price" amount={price.price} fw={600} />],
        ['Our cost', <Money key="cost" amount={price.cost} />],
      ];

const discountFacts = (discount: ApprovalDetail['discount']): Fact[] =>
  discount === null
    ? []
    : [
        ['Tier', discount.tier],
        ['Product', PRODUCTS[discount.product]],
        ['Service', serviceName(discount.service)],
        ['Discount', percentText(discount.percent)],
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

const requestFacts = ({ state, note, requester, requestedAt, expiresAt }: ApprovalDetail): Fact[] => [
  ['Status', <StatusBadge key="state" status={state} />],
  ['Note', note],
  ['Requested by', requester],
  ['Requested', <When key="asked" at={requestedAt} />],
  [state === 'requested' ? 'Expires' : 'Expiry', <When key="expires" at={expiresAt} />],
];

/** Also of a request that was taken back, on which nobody decided. */
const decisionFacts = ({ state, decider, requester, decidedAt, decisionNote }: ApprovalDetail): Fact[] => [
  ['Decided by', decider ?? requester],
  ['Decided', <When key="decided" at={decidedAt} />],
  [state === 'declined' ? 'Reason' : 'Note', decisionNote ?? 'None'],
];
