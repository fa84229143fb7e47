import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconGavel, IconRefresh } from '@tabler/icons-react';
import type { OperatorPurchase, Requeried, Settled } from '@topup/dashboard-contract';
import { STATUSES, statusWord } from '../../account/transactions/transaction-filters';
import { formatNaira } from '../../format/naira';
import { ActionDialog, type Field } from '../../ui/form/action-form';
import { useSend } from '../../ui/form/form';
import { Hint, Money } from '../../ui/text/values';
import { GuardedDialog } from '../approvals/guarded-form';
import { RuleHint } from '../approvals/policy';

/** The path of a purchase in the console's API, with its account: another account may have the same reference. */
const purchasePath = (
  { reference, account }: OperatorPurchase,
  action: 'requery' | 'settle' | 'claim/confirm',
): string => `/api/operator/purchases/${encodeURIComponent(reference)}/${action}?account=${account.id}`;

/** Requeries the purchase now. The answer settles it by the same rules as an automatic requery. */
export function Requery({ purchase }: { purchase: OperatorPurchase }) {
  const path = purchasePath(purchase, 'requery');
  const { act, busy, fault } = useSend<Record<string, never>, Requeried>(path, {
    invalidates: ['/api/operator/'],
  });
  const requery = () => act({}, ({ answer, status }) => `${answer} Status: ${statusWord(status)}.`);
  return (
    <>
      <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={requery} loading={busy}>
        Requery now
      </Button>
      {fault !== null && (
        <Alert color="red" variant="outline" role="alert" p="xs">
          {fault}
        </Alert>
      )}
    </>
  );
}

/** Answers the claim that the purchase was not received. It moves no money. */
export const ConfirmDelivery = ({ purchase }: { purchase: OperatorPurchase }) => (
  <ActionDialog
    dialog={{ button: 'Confirm delivery', size: 'xs', title: `Confirm the delivery of ${purchase.reference}` }}
    path={purchasePath(purchase, 'claim/confirm')}
    invalidates={['/api/operator/']}
    start={{ proof: '' }}
    fields={[
      {
        name: 'proof',
        label: 'Proof',
        description: 'Who confirmed it, and when. The client reads it. No money moves.',
      },
    ]}
    submit="Confirm delivery"
    done={() => 'The claim is confirmed.'}
  />
);

type Token = 'token' | 'keyChangeTokens' | 'bonusToken';
type Settlement = { decision: Decision; note: string } & Partial<Record<Token, string>>;

const SUCCESS = ['success', 'Delivered to the customer'] as const;
const REFUND = ['refund', 'Not delivered: refund the purchase'] as const;
const CLOSE = ['refund', 'Not delivered: close the review'] as const;

/** Why the choice of success is not there. */
const REFUSED: Record<NonNullable<OperatorPurchase['refusedSuccess']>, string> = {
  never_sent: 'You can’t choose “Delivered”, because this purchase was never sent to a provider.',
  was_refunded: 'You can’t choose “Delivered”, because the money is already back in the wallet.',
};

/** Only the decisions that the service accepts. */
const outcomeField = ({ refusedSuccess }: OperatorPurchase): Field<'decision'> => ({
  name: 'decision',
  label: 'Outcome',
  as: 'radios',
  ...(refusedSuccess === null
    ? { choices: [SUCCESS, REFUND] }
    : { choices: [refusedSuccess === 'was_refunded' ? CLOSE : REFUND], description: REFUSED[refusedSuccess] }),
});

const EVIDENCE: Field<'note'> = {
  name: 'note',
  label: 'Evidence',
  description: 'Who confirmed it, when, and the ticket. Saved in the status history and the audit log.',
};

const TOKENS: Field<Token>[] = [
  {
    name: 'token',
    label: 'Meter token',
    description: '20 digits, if the provider gave you one. The customer gets it by SMS, if your service sends any.',
    as: 'digits',
    optional: true,
  },
  {
    name: 'keyChangeTokens',
    label: 'Key change tokens',
    description: 'What the customer enters before it, in order, separated by commas.',
    as: 'digits',
    optional: true,
  },
  {
    name: 'bonusToken',
    label: 'Bonus token',
    description: 'A second token, for free energy.',
    as: 'digits',
    optional: true,
  },
];

/**
 * An operator's decision on a purchase: the customer has the value, or the money goes back. First the decision and its
 * reason, then its effect. Two steps, because money moves.
 */
export function SettlePurchase({ purchase }: { purchase: OperatorPurchase }) {
  const variant = purchase.needsReview ? 'filled' : 'default';
  const leftSection = <IconGavel size={16} aria-hidden />;
  return (
    <GuardedDialog
      dialog={{ button: 'Settle purchase', variant, leftSection, title: `Settle ${purchase.reference}` }}
      path={purchasePath(purchase, 'settle')}
      start={{ decision: '', note: '', token: '', keyChangeTokens: '', bonusToken: '' }}
      fields={({ decision }) => [
        outcomeField(purchase),
        EVIDENCE,
        ...(purchase.takesToken && decision === 'success' ? TOKENS : []),
      ]}
      submit="Continue"
      ready={({ decision }) => decision !== ''}
      read={({ decision, note, ...tokens }) => ({ body: settlementOf(decision as Decision, note, tokens) })}
      note={({ note }) => note}
      review={({ decision, keyChangeTokens, token, bonusToken }) => ({
        submit: decision === 'refund' ? 'Refund purchase' : 'Settle as successful',
        danger: decision === 'refund',
        effect: (
          <SettlementPreview
            purchase={purchase}
            decision={decision}
            // in the order in which the customer enters them
            tokens={[keyChangeTokens, token, bonusToken].filter((text) => text !== undefined)}
          />
        ),
      })}
      outcome={(sent: Settled, { decision }) => doneText(sent, decision, purchase.charged)}
    >
      {({ decision }) =>
        decision === 'refund' && (
          <>
            <RuleHint />
            {purchase.refusedSuccess === null && (
              <Hint>
                With approvals on, refunding a delivered purchase always needs a second operator. Don’t refund a
                purchase only because it is old. It may still have been delivered.
              </Hint>
            )}
          </>
        )
      }
    </GuardedDialog>
  );
}

/** Only the tokens that were typed in are sent, and only of a purchase that succeeded. */
function settlementOf(decision: Decision, note: string, tokens: Record<Token, string>): Settlement {
  const filled = Object.entries(tokens).filter(([, text]) => text !== '');
  return { decision, note, ...(decision === 'success' && Object.fromEntries(filled)) };
}

function doneText({ status, changed }: Settled, decision: Decision, paid: string): string {
  if (!changed) return `No money moved. Status: ${statusWord(status)}.`;
  return decision === 'refund' ? `Refunded ${formatNaira(paid)}.` : 'Settled as successful.';
}

export type Decision = 'success' | 'refund';

type PreviewProps = { purchase: OperatorPurchase; decision: Decision; tokens: string[] };

/** The effect of a decision on the money. */
function SettlementPreview({ purchase, decision, tokens }: PreviewProps) {
  const { charged, account, status, sends, takesToken, hasEvents, refusedSuccess } = purchase;
  const money = <Money amount={charged} fw={600} />;
  if (isSo(status, decision))
    return (
      <Text size="sm">
        No money moves, because the purchase already has this outcome. We save your evidence and close the review.
      </Text>
    );
  return (
    <Stack gap="xs" fz="sm">
      {decision === 'refund' ? (
        <>
          <Text inherit>
            {money} will be refunded to {account.name}. The status becomes{' '}
            {STATUSES[status === 'success' || sends === 0 ? 'refunded' : 'failed']}. You can’t undo this.
          </Text>
          {refusedSuccess === null && <Text inherit>If the provider did deliver, we lose the cost.</Text>}
          {status === 'success' && (
            <Text inherit>
              The client already knows it as successful.{' '}
              {hasEvents
                ? 'We send a failed event if the account has a webhook URL.'
                : 'We send no event for this product, so tell the client yourself.'}
            </Text>
          )}
        </>
      ) : (
        <>
          <Text inherit>
            {account.name} has paid {money}. The status becomes {STATUSES.success}. You can still refund it later.
          </Text>
          {tokens.length > 0 && (
            <Text inherit>
              If your service sends SMS, the customer gets, in the order in which they enter it: {tokens.join(', ')}.
            </Text>
          )}
          {takesToken && tokens.length === 0 && (
            <Text inherit>It has no token, so the customer gets none. You can’t add one later.</Text>
          )}
        </>
      )}
    </Stack>
  );
}

/** Both failed and refunded mean that the money is back. */
const isSo = (status: OperatorPurchase['status'], decision: Decision): boolean =>
  decision === 'success' ? status === 'success' : status === 'failed' || status === 'refunded';
