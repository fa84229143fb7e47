import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconPlus } from '@tabler/icons-react';
import type { AccountDetail, Funding } from '@topup/dashboard-contract';
import { useState } from 'react';
import { addNaira } from '../../format/amount';
import { DialogForm } from '../../ui/form/dialog-form';
import { useSend } from '../../ui/form/use-send';
import { Facts } from '../../ui/text/facts';
import { Money } from '../../ui/text/money';
import { FundingForm, type Payment } from './funding-form';

/**
 * Adds a payment to a wallet, after a confirmation with both balances. A reference adds money once, even after two
 * clicks.
 */
export function FundAccount({ account }: { account: AccountDetail }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        Fund wallet
      </Button>
      <Modal opened={opened} onClose={close} title={`Fund ${account.name}`} closeOnEscape={false}>
        <Steps account={account} onClose={close} />
      </Modal>
    </>
  );
}

function Steps({ account, onClose }: { account: AccountDetail; onClose(): void }) {
  const [payment, setPayment] = useState<Payment>({ amount: '', reference: '', note: '' });
  const [asked, setAsked] = useState(false);
  const [done, setDone] = useState<Funding | null>(null);
  const { send, busy, fault, fields } = useSend<Payment, Funding>(`/api/operator/accounts/${account.id}/fund`, {
    invalidates: ['/api/operator/'],
    shown: ['amount', 'reference', 'note'],
  });
  const fund = async () => {
    const sent = await send(payment);
    setAsked(false);
    if (sent !== null) setDone(sent);
    return false;
  };
  if (done !== null) return <Done funding={done} reference={payment.reference} onClose={onClose} />;
  if (!asked)
    return (
      <FundingForm
        payment={payment}
        fault={fault}
        fields={fields}
        onClose={onClose}
        onReady={(ready) => {
          setPayment(ready);
          setAsked(true);
        }}
      />
    );
  return (
    <DialogForm
      onClose={() => setAsked(false)}
      leave="Back"
      submit="Add the money"
      busy={busy}
      fault={null}
      onSubmit={fund}
    >
      <Text size="sm">
        <Money amount={payment.amount} fw={600} /> will be added to the wallet of {account.name}, who can spend it at
        once. It cannot be taken back here.
      </Text>
      <Facts
        rows={[
          ['Balance now', <Money key="now" amount={account.balance} />],
          [
            'Then, as far as is known',
            <Money key="then" amount={addNaira(account.balance, payment.amount)} fw={600} />,
          ],
          ['Reference', payment.reference],
          ['Note', payment.note],
        ]}
      />
    </DialogForm>
  );
}

function Done({
  funding: { funded, amount, balanceBefore, balanceAfter },
  reference,
  onClose,
}: {
  funding: Funding;
  reference: string;
  onClose(): void;
}) {
  return (
    <Stack>
      {funded ? (
        <Alert color="teal" variant="outline" role="status" icon={<IconCheck aria-hidden />}>
          <Money amount={amount} fw={600} /> were added.
        </Alert>
      ) : (
        <Alert color="yellow" variant="outline" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          Nothing was added: “{reference}” stands for an earlier payment, whose figures these are.
        </Alert>
      )}
      <Facts
        rows={[
          ['Amount', <Money key="amount" amount={amount} />],
          ['Balance before', <Money key="before" amount={balanceBefore} />],
          ['Balance after', <Money key="after" amount={balanceAfter} />],
        ]}
      />
      <Button onClick={onClose} data-autofocus>
        Close
      </Button>
    </Stack>
  );
}
