import { Button, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconGavel } from '@tabler/icons-react';
import type { OperatorPurchase, PurchaseStatus } from '@topup/dashboard-contract';
import { useState } from 'react';
import { STATUSES } from '../../account/transactions/transaction-filters';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { AskApproval } from '../approvals/ask-approval';
import { RuleHint } from '../approvals/rule-hint';
import { useGuarded } from '../approvals/use-guarded';
import { purchasePath } from './purchase-path';
import { type Decision, SettlementPreview } from './settlement-preview';

type Settlement = { decision: Decision; note: string; token?: string };

/** An operator's decision on a purchase: the customer has the value, or the money goes back. */
export function SettlePurchase({ purchase }: { purchase: OperatorPurchase }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        leftSection={<IconGavel size={16} aria-hidden />}
        onClick={open}
        variant={purchase.needsReview ? 'filled' : 'default'}
      >
        Settle by hand
      </Button>
      <Modal opened={opened} onClose={close} title={`Settle ${purchase.reference}`} closeOnEscape={false}>
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
  const guarded = useGuarded<Settlement, { status: PurchaseStatus; changed: boolean }>(path, {
    invalidates: ['/api/operator/'],
    shown: ['note', 'token', 'decision', 'approvalNote'],
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
    notifyDone(`${sent.changed ? 'Settled' : 'It was so before'}: ${STATUSES[sent.status].toLowerCase()}.`);
    onClose();
    return false;
  };
  return (
    <DialogForm
      onClose={() => setAsked(false)}
      leave="Back"
      danger={settlement.decision === 'refund'}
      submit={settlement.decision === 'refund' ? 'Refund it' : 'Settle as success'}
      busy={guarded.busy}
      fault={null}
      onSubmit={settle}
    >
      <SettlementPreview purchase={purchase} decision={settlement.decision} token={settlement.token} />
    </DialogForm>
  );
}

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
  const [token, setToken] = useState(settlement?.token ?? '');
  const submit = async () => {
    if (decision !== '')
      onReady({
        decision,
        note: note.trim(),
        ...(decision === 'success' && token.trim() !== '' && { token: token.trim() }),
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
        label="What you found out"
        required
        value={decision}
        error={fields.decision}
        onChange={(value) => setDecision(value as Decision)}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="success" label="The customer has the value" />
          <Radio value="refund" label="The customer got nothing: refund" />
        </Stack>
      </Radio.Group>
      <TextInput
        label="Evidence"
        description="How you know: who said so, when, under which ticket. It is kept in the history and the audit log."
        required
        maxLength={200}
        value={note}
        error={fields.note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {takesToken && decision === 'success' && (
        <TextInput
          label="Token of the meter"
          description="20 digits, when the provider told it to you. It goes to the customer."
          inputMode="numeric"
          autoComplete="off"
          value={token}
          error={fields.token}
          onChange={({ currentTarget }) => setToken(currentTarget.value)}
        />
      )}
      {decision === 'refund' && (
        <>
          <RuleHint />
          <Text size="sm" c="dimmed">
            A refund of a delivered purchase always needs a second operator. Never refund because a purchase is old: an
            unknown outcome may still have been delivered.
          </Text>
        </>
      )}
    </DialogForm>
  );
}
