import { Button, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ApprovalPolicy, MoneyLimits } from '@topup/dashboard-contract';
import { useState } from 'react';
import { readAmount } from '../../format/amount';
import { DialogForm } from '../../ui/form/dialog-form';
import { NairaInput } from '../../ui/form/naira-input';
import { notifyDone } from '../../ui/form/notify';
import { Loaded } from '../../ui/page/loaded';
import { Panel } from '../../ui/page/panel';
import { Facts } from '../../ui/text/facts';
import { Money } from '../../ui/text/money';
import { ApprovalNote, AskedFor } from '../approvals/ask-approval';
import { useGuarded } from '../approvals/use-guarded';
import { policyQuery } from '../approvals/use-policy';

/** The approval policy: when a second operator is needed, and what each may move in a day. */
export function LimitsPanel() {
  const rule = useQuery(policyQuery);
  const [opened, { open, close }] = useDisclosure(false);
  const change = (
    <Button variant="default" size="xs" aria-haspopup="dialog" onClick={open} disabled={rule.data === undefined}>
      Change limits
    </Button>
  );
  return (
    <Panel title="Limits" actions={change}>
      <Loaded query={rule} height={160}>
        {(known) => <LimitFacts rule={known} />}
      </Loaded>
      <Modal opened={opened} onClose={close} title="Change operator limits">
        {rule.data !== undefined && <LimitsForm rule={rule.data} onClose={close} />}
      </Modal>
    </Panel>
  );
}

function LimitFacts({ rule: { approvalLimit, dailyCap, approvals, leftToday, usedByOps } }: { rule: ApprovalPolicy }) {
  return (
    <Facts
      rows={[
        [
          'Approvals',
          approvals === 'required' ? 'Required' : 'Off: one operator can do everything up to the daily cap',
        ],
        ['Approval limit', <Money key="limit" amount={approvalLimit} />],
        ['Daily cap per operator', <Money key="cap" amount={dailyCap} />],
        ['Left for you today', <Money key="left" amount={leftToday} />],
        ['Moved today with ops', <Money key="ops" amount={usedByOps} />],
      ]}
    />
  );
}

function LimitsForm({ rule, onClose }: { rule: ApprovalPolicy; onClose(): void }) {
  const [typed, setTyped] = useState({ approvalLimit: rule.approvalLimit, dailyCap: rule.dailyCap });
  const [note, setNote] = useState('');
  const { send, asked, busy, fault, fields } = useGuarded<MoneyLimits, ApprovalPolicy>('/api/operator/limits', {
    invalidates: ['/api/operator/'],
    shown: ['approvalLimit', 'dailyCap', 'approvalNote'],
  });
  if (asked !== null) return <AskedFor approval={asked} onClose={onClose} />;
  const required = rule.approvals === 'required';
  const change = async () => {
    const limits = {
      approvalLimit: readAmount(typed.approvalLimit) ?? typed.approvalLimit,
      dailyCap: readAmount(typed.dailyCap) ?? typed.dailyCap,
    };
    const sent = await send(limits, required ? note.trim() : undefined);
    if (sent !== null) notifyDone('The limits were changed.');
    return sent !== null;
  };
  return (
    <DialogForm
      onClose={onClose}
      submit={required ? 'Ask for approval' : 'Change limits'}
      busy={busy}
      fault={fault}
      onSubmit={change}
    >
      <Text size="sm">
        Funding, adjustments and refunds above the approval limit need a second operator. Each operator, and ops, can
        move up to the daily cap in a day. {required && 'A second operator must approve this change.'}
      </Text>
      <NairaInput
        label="Approval limit in naira"
        required
        data-autofocus
        value={typed.approvalLimit}
        error={fields.approvalLimit}
        onChange={(approvalLimit) => setTyped({ ...typed, approvalLimit })}
      />
      <NairaInput
        label="Daily cap in naira"
        required
        value={typed.dailyCap}
        error={fields.dailyCap}
        onChange={(dailyCap) => setTyped({ ...typed, dailyCap })}
      />
      {required && <ApprovalNote value={note} error={fields.approvalNote} onChange={setNote} />}
    </DialogForm>
  );
}
