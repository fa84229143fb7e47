import { Text } from '@mantine/core';
import { IconGavel } from '@tabler/icons-react';
import type { OperatorPurchase, Settled } from '@topup/dashboard-contract';
import { statusWord } from '../../account/transactions/transaction-filters';
import { formatNaira } from '../../format/naira';
import { DialogButton } from '../../ui/form/dialog-button';
import type { Field } from '../../ui/form/inputs';
import { notifyDone } from '../../ui/form/notify';
import { GuardedForm } from '../approvals/guarded-form';
import { RuleHint } from '../approvals/policy';
import { purchasePath } from './requery';
import { type Decision, SettlementPreview } from './settlement-preview';

type Token = 'token' | 'keyChangeTokens' | 'bonusToken';
type Settlement = { decision: Decision; note: string } & Partial<Record<Token, string>>;

const OUTCOME: Field<'decision'> = {
  name: 'decision',
  label: 'Outcome',
  as: 'radios',
  choices: [
    ['success', 'Delivered to the customer'],
    ['refund', 'Not delivered: refund the purchase'],
  ],
};

const EVIDENCE: Field<'note'> = {
  name: 'note',
  label: 'Evidence',
  description: 'Who confirmed it, when, and the ticket. Saved in the status history and the audit log.',
};

const TOKENS: Field<Token>[] = [
  {
    name: 'token',
    label: 'Meter token',
    description: '20 digits, if the provider gave you one. We send it to the customer.',
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

/** An operator's decision on a purchase: the customer has the value, or the money goes back. */
export const SettlePurchase = ({ purchase }: { purchase: OperatorPurchase }) => (
  <DialogButton
    button="Settle purchase"
    variant={purchase.needsReview ? 'filled' : 'default'}
    leftSection={<IconGavel size={16} aria-hidden />}
    title={`Settle ${purchase.reference}`}
  >
    {(close) => <Steps purchase={purchase} onClose={close} />}
  </DialogButton>
);

/** First the decision and its reason, then its effect. Two steps, because money moves. */
function Steps({ purchase, onClose }: { purchase: OperatorPurchase; onClose(): void }) {
  return (
    <GuardedForm
      path={purchasePath(purchase, 'settle')}
      start={{ decision: '', note: '', token: '', keyChangeTokens: '', bonusToken: '' }}
      fields={({ decision }) => [OUTCOME, EVIDENCE, ...(purchase.takesToken && decision === 'success' ? TOKENS : [])]}
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
      outcome={(sent: Settled, { decision }) => {
        notifyDone(doneText(sent, decision, purchase.amount));
        onClose();
        return null;
      }}
      onClose={onClose}
    >
      {({ decision }) =>
        decision === 'refund' && (
          <>
            <RuleHint />
            <Text size="sm" c="dimmed">
              Refunding a delivered purchase always needs approval by a second operator. Don’t refund a purchase only
              because it is old. It may still have been delivered.
            </Text>
          </>
        )
      }
    </GuardedForm>
  );
}

/** Only the tokens that were typed in are sent, and only of a purchase that succeeded. */
function settlementOf(decision: Decision, note: string, tokens: Record<Token, string>): Settlement {
  const filled = Object.entries(tokens).filter(([, text]) => text !== '');
  return { decision, note, ...(decision === 'success' && Object.fromEntries(filled)) };
}

function doneText({ status, changed }: Settled, decision: Decision, amount: string): string {
  if (!changed) return `No money moved. Status: ${statusWord(status)}.`;
  return decision === 'refund' ? `Refunded ${formatNaira(amount)}.` : 'Settled as successful.';
}
