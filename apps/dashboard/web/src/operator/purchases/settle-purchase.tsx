import { Button, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconGavel } from '@tabler/icons-react';
import { useIsMutating } from '@tanstack/react-query';
import type { OperatorPurchase, Settled } from '@topup/dashboard-contract';
import { useState } from 'react';
import { statusWord } from '../../account/transactions/transaction-filters';
import { formatNaira } from '../../format/naira';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { AskApproval } from '../approvals/ask-approval';
import { RuleHint } from '../approvals/rule-hint';
import { useGuarded } from '../approvals/use-guarded';
import { purchasePath } from './purchase-path';
import { type Decision, SettlementPreview } from './settlement-preview';

type Tokens = { keyChangeTokens?: string; token?: string; bonusToken?: string };
type Settlement = { decision: Decision; note: string } & Tokens;

const TOKENS = [
  ['token', 'Meter token', '20 digits, if the provider gave you one. We send it to the customer.'],
  ['keyChangeTokens', 'Key change tokens', 'What the customer enters before it, in order, separated by commas.'],
  ['bonusToken', 'Bonus token', 'A second token, for free energy.'],
] as const;

/** An operator's decision on a purchase: the customer has the value, or the money goes back. */
export function SettlePurchase({ purchase }: { purchase: OperatorPurchase }) {
  const [opened, { open, close }] = useDisclosure(false);
  const sending = useIsMutating() > 0;
  return (
    <>
      <Button
        leftSection={<IconGavel size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
        variant={purchase.needsReview ? 'filled' : 'default'}
      >
        Settle purchase
      </Button>
      <Modal opened={opened} onClose={close} title={`Settle ${purchase.reference}`} closeOnEscape={!sending}>
        <Steps purchase={purchase} onClose={close} />
      </Modal>
    </>
  );
}

/** First the decision and its reason, then its effect. Two steps, because money moves. */
function Steps({ purchase, onClose }: { purchase: OperatorPurchase; onClose(): void }) {
  const [settlement, setSettlement] = useState<Settlement | null>(null);
  const [asked, setAsked] = useState(false);
  const path = purchasePath(purchase, 'settle');
  const guarded = useGuarded<Settlement, Settled>(path, {
    invalidates: ['/api/operator/'],
    shown: ['note', 'token', 'keyChangeTokens', 'bonusToken', 'decision', 'approvalNote'],
  });
  if (settlement !== null && (guarded.needed !== null || guarded.asked !== null))
    return <AskApproval guarded={guarded} note={settlement.note} onBack={guarded.clear} onClose={onClose} />;
  if (settlement === null || !asked)
    return (
      <DecisionForm
        purchase={purchase}
        settlement={settlement}
        fault={guarded.fault}
        fields={guarded.fields}
        onClose={onClose}
        onReady={(ready) => {
          setSettlement(ready);
          setAsked(true);
        }}
      />
    );
  const settle = async () => {
    const sent = await guarded.send(settlement);
    if (sent === null) {
      setAsked(false);
      return false;
    }
    notifyDone(doneText(sent, settlement.decision, purchase.amount));
    onClose();
    return false;
  };
  return (
    <DialogForm
      onClose={() => setAsked(false)}
      leave="Back"
      danger={settlement.decision === 'refund'}
      submit={settlement.decision === 'refund' ? 'Refund purchase' : 'Settle as successful'}
      busy={guarded.busy}
      fault={null}
      onSubmit={settle}
    >
      <SettlementPreview purchase={purchase} decision={settlement.decision} tokens={tokensOf(settlement)} />
    </DialogForm>
  );
}

function doneText({ status, changed }: Settled, decision: Decision, amount: string): string {
  if (!changed) return `No money moved. Status: ${statusWord(status)}.`;
  return decision === 'refund' ? `Refunded ${formatNaira(amount)}.` : 'Settled as successful.';
}

/** The tokens that were typed in. */
function filled(tokens: Tokens): Tokens {
  const texts = TOKENS.map(([name]) => [name, tokens[name]?.trim() ?? ''] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

/** In the order in which the customer enters them. */
const tokensOf = ({ keyChangeTokens, token, bonusToken }: Tokens): string[] =>
  [keyChangeTokens, token, bonusToken].filter((text) => text !== undefined);

type FormProps = {
  purchase: OperatorPurchase;
  settlement: Settlement | null;
  fault: string | null;
  fields: Record<string, string>;
  onClose(): void;
  onReady(settlement: Settlement): void;
};

function DecisionForm({ purchase: { takesToken }, settlement, fault, fields, onClose, onReady }: FormProps) {
  const [decision, setDecision] = useState<Decision | ''>(settlement?.decision ?? '');
  const [note, setNote] = useState(settlement?.note ?? '');
  const [tokens, setTokens] = useState<Tokens>(settlement ?? {});
  const submit = async () => {
    if (decision !== '')
      onReady({
        decision,
        note: note.trim(),
        ...(decision === 'success' && filled(tokens)),
      });
    return false;
  };
  return (
    <DialogForm
      onClose={onClose}
      submit="Continue"
      busy={false}
      fault={fault}
      onSubmit={submit}
      disabled={decision === ''}
    >
      <Radio.Group
        label="Outcome"
        required
        value={decision}
        error={fields.decision}
        onChange={(value) => setDecision(value as Decision)}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="success" label="Delivered to the customer" />
          <Radio value="refund" label="Not delivered: refund the purchase" />
        </Stack>
      </Radio.Group>
      <TextInput
        label="Evidence"
        description="Who confirmed it, when, and the ticket. Saved in the status history and the audit log."
        required
        maxLength={200}
        value={note}
        error={fields.note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {takesToken &&
        decision === 'success' &&
        TOKENS.map(([name, label, description]) => (
          <TextInput
            key={name}
            label={label}
            description={description}
            inputMode="numeric"
            autoComplete="off"
            value={tokens[name] ?? ''}
            error={fields[name]}
            onChange={({ currentTarget }) => setTokens({ ...tokens, [name]: currentTarget.value })}
          />
        ))}
      {decision === 'refund' && (
        <>
          <RuleHint />
          <Text size="sm" c="dimmed">
            Refunding a delivered purchase always needs approval by a second operator. Don’t refund a purchase only
            because it is old. It may still have been delivered.
          </Text>
        </>
      )}
    </DialogForm>
  );
}
