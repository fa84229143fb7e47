import { Button, Modal, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { DaySums, ReconciledProvider } from '@topup/dashboard-contract';
import { useState } from 'react';
import { thingQuery } from '../../api/queries';
import { formatNaira } from '../../format/naira';
import { formatTime } from '../../format/time';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { Loaded } from '../../ui/page/loaded';
import { Facts } from '../../ui/text/facts';
import { providerName } from '../../ui/text/names';

/** Shows the sums of the next day at a provider, and signs it. */
export function CloseDay({ provider }: { provider: ReconciledProvider }) {
  const [opened, { open, close }] = useDisclosure(false);
  if (provider.nextDay === null) return null;
  const name = providerName(provider.name);
  return (
    <>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={open} aria-label={`Close day for ${name}`}>
        Close day
      </Button>
      <Modal opened={opened} onClose={close} title={`Close a day for ${name}`}>
        <CloseForm provider={provider.name} next={provider.nextDay} onClose={close} />
      </Modal>
    </>
  );
}

function CloseForm({ provider, next, onClose }: { provider: string; next: string; onClose(): void }) {
  const [day, setDay] = useState(next);
  const path = `/api/operator/reconciliation/days/${encodeURIComponent(provider)}/${encodeURIComponent(day)}`;
  const sums = useQuery({ ...thingQuery<DaySums>(path), enabled: /^\d{4}-\d\d-\d\d$/.test(day) });
  const { send, busy, fault, fields } = useSend<{ provider: string; day: string }, DaySums>(
    '/api/operator/reconciliation/close',
    { invalidates: ['/api/operator/reconciliation'], shown: ['day', 'provider'] },
  );
  const submit = async () => {
    const sent = await send({ provider, day });
    if (sent !== null) notifyDone(`${day} is closed.`);
    return sent !== null;
  };
  return (
    <DialogForm onClose={onClose} submit="Sign and close" busy={busy} fault={fault} onSubmit={submit}>
      <Text size="sm">You can’t change a closed day. Your name is saved with it.</Text>
      <TextInput
        label="Day (Lagos time)"
        type="date"
        required
        value={day}
        error={fields.day ?? fields.provider}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <Loaded query={sums}>{(known) => <Sums sums={known} />}</Loaded>
    </DialogForm>
  );
}

const Sums = ({ sums }: { sums: DaySums }) => (
  <Facts
    rows={[
      ['Closed', sums.closedAt === null ? 'No' : `By ${sums.closedBy}, ${formatTime(sums.closedAt)}`],
      ['Opening balance', formatNaira(sums.opening)],
      ['Credits', formatNaira(sums.credits)],
      ['Debits', formatNaira(sums.debits)],
      ['Changes without a row', formatNaira(sums.unlisted)],
      ['Closing balance', formatNaira(sums.closing)],
      ['Our cost', formatNaira(sums.cost)],
      ['Accepted differences', formatNaira(sums.entries)],
      ['Our float', formatNaira(sums.floatClosing)],
      ['Carried over', formatNaira(sums.carried)],
      ['Difference', formatNaira(sums.drift)],
      ['Pending orders', String(sums.openOrders)],
      ['Open findings', String(sums.openFindings)],
    ]}
  />
);
