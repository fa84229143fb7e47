import { Button, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useIsMutating } from '@tanstack/react-query';
import type { AccountDetail, AccountRow, Funding } from '@topup/dashboard-contract';
import { useState } from 'react';
import { addNaira } from '../../format/amount';
import { DialogForm } from '../../ui/form/dialog-form';
import { Facts } from '../../ui/text/facts';
import { Money } from '../../ui/text/money';
import { AskApproval } from '../approvals/ask-approval';
import { useGuarded } from '../approvals/use-guarded';
import { EntryWritten } from './entry-written';
import { FundingForm, type Payment } from './funding-form';

/**
 * Adds a payment to a wallet, after a confirmation with both balances. A reference adds money once, even after two
 * clicks.
 */
export function FundAccount({ account }: { account: AccountDetail }) {
  const [opened, { open, close }] = useDisclosure(false);
  const sending = useIsMutating() > 0;
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} aria-haspopup="dialog" onClick={open}>
        Fund wallet
      </Button>
      <Modal opened={opened} onClose={close} title={`Fund ${account.name}`} closeOnEscape={!sending}>
        <FundingSteps account={account} onClose={close} />
      </Modal>
    </>
  );
}

/** The form, its confirmation, and what came of it. */
export function FundingSteps({ account, onClose }: { account: AccountRow; onClose(): void }) {
  const [payment, setPayment] = useState<Payment>({ amount: '', reference: '', note: '' });
  const [asked, setAsked] = useState(false);
  const [done, setDone] = useState<Funding | null>(null);
  const guarded = useGuarded<Payment, Funding>(`/api/operator/accounts/${account.id}/fund`, {
    invalidates: ['/api/operator/'],
    shown: ['amount', 'reference', 'note', 'approvalNote'],
  });
  const fund = async () => {
    const sent = await guarded.send(payment);
    setAsked(false);
    if (sent !== null) setDone(sent);
    return false;
  };
  if (done !== null)
    return (
      <EntryWritten
        done={
          done.funded ? (
            <>
              <Money amount={done.amount} fw={600} /> added
            </>
          ) : null
        }
        before={`Nothing was added. Reference “${payment.reference}” belongs to an earlier payment, shown below.`}
        entry={done}
        onClose={onClose}
      />
    );
  if (guarded.needed !== null || guarded.asked !== null)
    return <AskApproval guarded={guarded} note={payment.note} onBack={guarded.clear} onClose={onClose} />;
  if (!asked)
    return (
      <FundingForm
        payment={payment}
        fault={guarded.fault}
        fields={guarded.fields}
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
      submit="Add money"
      busy={guarded.busy}
      fault={null}
      onSubmit={fund}
    >
      <Text size="sm">
        <Money amount={payment.amount} fw={600} /> will be added to the wallet of {account.name}. The client can spend
        it at once. You can take back unspent money with an adjustment.
      </Text>
      <Facts
        rows={[
          ['Current balance', <Money key="now" amount={account.balance} />],
          ['Expected balance', <Money key="then" amount={addNaira(account.balance, payment.amount)} fw={600} />],
          ['Bank reference', payment.reference],
          ['Note', payment.note],
        ]}
      />
    </DialogForm>
  );
}
