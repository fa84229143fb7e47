import { Button, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustments } from '@tabler/icons-react';
import { useIsMutating } from '@tanstack/react-query';
import type { AccountDetail, Adjusted, LedgerRow } from '@topup/dashboard-contract';
import { useState } from 'react';
import { addNaira } from '../../format/amount';
import { DialogForm } from '../../ui/form/dialog-form';
import { Facts } from '../../ui/text/facts';
import { Money } from '../../ui/text/money';
import { AskApproval } from '../approvals/ask-approval';
import { useGuarded } from '../approvals/use-guarded';
import { type Adjustment, AdjustmentForm } from './adjustment-form';
import { EntryWritten } from './entry-written';

type Account = Pick<AccountDetail, 'id' | 'name' | 'balance'>;

/** Corrects a wallet, plus or minus. `entry`: the ledger entry that is corrected, from its row. */
export function AdjustWallet({ account, entry }: { account: Account; entry?: LedgerRow }) {
  const [opened, { open, close }] = useDisclosure(false);
  const sending = useIsMutating() > 0;
  return (
    <>
      {entry === undefined ? (
        <Button
          variant="default"
          leftSection={<IconAdjustments size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={open}
        >
          Adjust wallet
        </Button>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-haspopup="dialog"
          onClick={open}
          aria-label={`Correct entry ${entry.id}`}
        >
          Correct
        </Button>
      )}
      <Modal opened={opened} onClose={close} title={`Adjust the wallet of ${account.name}`} closeOnEscape={!sending}>
        <Steps account={account} entry={entry?.id ?? ''} onClose={close} />
      </Modal>
    </>
  );
}

function Steps({ account, entry, onClose }: { account: Account; entry: string; onClose(): void }) {
  const [typed, setTyped] = useState<Adjustment>({ amount: '', reference: '', reason: '', entry, belowZero: false });
  const [ready, setReady] = useState(false);
  const [done, setDone] = useState<Adjusted | null>(null);
  const guarded = useGuarded<Adjustment, Adjusted>(`/api/operator/accounts/${account.id}/adjust`, {
    invalidates: ['/api/operator/'],
    shown: ['amount', 'reference', 'reason', 'entry', 'approvalNote'],
  });
  const adjust = async () => {
    const sent = await guarded.send(typed);
    setReady(false);
    if (sent !== null) setDone(sent);
    return false;
  };
  if (done !== null)
    return (
      <EntryWritten
        done={done.adjusted ? 'Wallet adjusted' : null}
        before={`Nothing was changed. Reference “${typed.reference}” belongs to an earlier adjustment, shown below.`}
        entry={done}
        signed
        onClose={onClose}
      />
    );
  if (guarded.needed !== null || guarded.asked !== null)
    return <AskApproval guarded={guarded} note={typed.reason} onBack={guarded.clear} onClose={onClose} />;
  if (!ready)
    return (
      <AdjustmentForm
        adjustment={typed}
        fault={guarded.fault}
        fields={guarded.fields}
        onClose={onClose}
        onReady={(adjustment) => {
          setTyped(adjustment);
          setReady(true);
        }}
      />
    );
  return (
    <DialogForm
      onClose={() => setReady(false)}
      leave="Back"
      submit="Adjust wallet"
      danger={typed.amount.startsWith('-')}
      busy={guarded.busy}
      fault={null}
      onSubmit={adjust}
    >
      <Text size="sm">
        The wallet of {account.name} will change by <Money amount={typed.amount} fw={600} signed />.
      </Text>
      <Facts
        rows={[
          ['Current balance', <Money key="now" amount={account.balance} />],
          ['Expected balance', <Money key="then" amount={addNaira(account.balance, typed.amount)} fw={600} />],
          ['Reason', typed.reason],
          ['Reference', typed.reference],
          ['Corrects', typed.entry === '' ? 'No entry' : `Entry ${typed.entry}`],
        ]}
      />
    </DialogForm>
  );
}
