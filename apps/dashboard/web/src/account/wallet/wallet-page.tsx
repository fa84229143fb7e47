import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LedgerRow } from '@topup/dashboard-contract';
import { useState } from 'react';
import { currentMode } from '../../api/mode';
import { walletQuery } from '../../api/queries';
import { readAmount } from '../../format/amount';
import { SERVICE } from '../../layout/service';
import { useMay } from '../../layout/use-me';
import { NairaInput } from '../../ui/form/action-form';
import { ConfirmAction } from '../../ui/form/dialog';
import { useSend } from '../../ui/form/form';
import { EmptyState, FaultAlert, Loaded, Page, Panel } from '../../ui/page/page';
import { ClearFilters, type Filter } from '../../ui/table/filters';
import { type Column, ListPanel } from '../../ui/table/table-panel';
import { CopyButton } from '../../ui/text/copy';
import { ButtonLink } from '../../ui/text/links';
import { Hint, Money, When } from '../../ui/text/values';
import { PurchaseLink } from '../transactions/transaction-columns';
import { ChangeLowBalance } from './change-low-balance';
import { Adjustment, ENTRY_KINDS } from './entries';

const FILTERS: Filter[] = [{ name: 'kind', label: 'Type', choices: ENTRY_KINDS }, 'days'];

export default function WalletPage() {
  const inTest = currentMode() === 'test';
  return (
    <Page
      title="Wallet"
      about={inTest ? 'All test money in and out.' : 'All money in and out.'}
      actions={
        <ButtonLink to="/statements" variant="default">
          Statements
        </ButtonLink>
      }
    >
      <Panel title="Balance">
        <Balance />
      </Panel>
      <div id="fund">
        {inTest ? (
          <Panel title="Test money" actions={<ResetTest />}>
            <FundTest />
          </Panel>
        ) : (
          <FundWallet />
        )}
      </div>
      <ListPanel
        title="Entries"
        caption="Wallet entries, newest first"
        path="/api/wallet/entries"
        filters={FILTERS}
        otherFilters={<ClearFilters filters={FILTERS} />}
        columns={ENTRY_COLUMNS}
        idOf={({ id }) => id}
        empty={(filtered) =>
          filtered ? (
            <EmptyState title="No matching entries" action={<ClearFilters filters={FILTERS} variant="default" />} />
          ) : (
            <EmptyState title="No entries yet">
              {inTest
                ? 'Your first entry appears when you add test money.'
                : 'Your first entry appears when we credit your first payment.'}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function Balance() {
  const mayChange = useMay('money');
  return (
    <Loaded query={useQuery(walletQuery)}>
      {({ balance, threshold }) => (
        <Stack gap="sm" align="flex-start">
          <Text fz="1.75rem" fw={650} lh={1.2}>
            <Money amount={balance} />
          </Text>
          <Hint>
            {threshold === null ? (
              'No low-balance threshold is set. Owners get no e-mail when the balance is low.'
            ) : (
              <>
                We e-mail the owners when the balance falls below <Money amount={threshold} />.
              </>
            )}
          </Hint>
          {mayChange && (
            <ChangeLowBalance path="/api/wallet/low-balance" invalidates={['/api/wallet']} threshold={threshold} />
          )}
        </Stack>
      )}
    </Loaded>
  );
}

const ENTRY_COLUMNS: Column<LedgerRow>[] = [
  { header: 'Reference', names: true, cell: (row) => <EntryReference row={row} /> },
  { header: 'Type', phone: 'plain', cell: ({ kind }) => ENTRY_KINDS[kind] },
  { header: 'Amount', phone: 'end', end: true, cell: ({ amount }) => <Money amount={amount} signed /> },
  { header: 'Balance after', end: true, cell: ({ balanceAfter }) => <Money amount={balanceAfter} /> },
  { header: 'Time', phone: 'plain', cell: ({ createdAt }) => <When at={createdAt} /> },
];

/** An entry of a purchase has the purchase's reference and links to it; an adjustment says why it was made. */
function EntryReference({ row: { reference, purchaseReference, corrects, reason } }: { row: LedgerRow }) {
  if (reason !== null) return <Adjustment reference={reference} corrects={corrects} reason={reason} />;
  return purchaseReference === null ? reference : <PurchaseLink reference={purchaseReference} />;
}

/** Where to pay to, and the reference by which the payment is matched with the account. */
function FundWallet() {
  return (
    <Panel title="Fund your wallet">
      <Loaded query={useQuery(walletQuery)}>
        {({ fundingDetails, paymentReference }) => (
          <Stack gap="sm">
            {fundingDetails === null ? (
              <Text size="sm">
                Fund your wallet by bank transfer.{' '}
                {SERVICE.support === null
                  ? 'The bank account to pay into is not set yet.'
                  : `To ask which bank account to pay into, contact ${SERVICE.support}.`}
              </Text>
            ) : (
              <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {fundingDetails}
              </Text>
            )}
            <Text size="sm">Enter your payment reference as the narration of the transfer:</Text>
            <Group gap="xs">
              <Text className="numbers" fz="lg" fw={650}>
                {paymentReference}
              </Text>
              <CopyButton text={paymentReference} what="payment reference" />
            </Group>
            <Hint>We use it to match your payment. We credit your wallet when the payment arrives.</Hint>
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

function FundTest() {
  const [typed, setTyped] = useState('100000');
  const { act, busy, fault, fields } = useSend<{ amount: string }>('/api/wallet/test-funds', {
    invalidates: ['/api/wallet', '/api/overview'],
    shown: ['amount'],
  });
  const add = () => act({ amount: readAmount(typed) ?? typed }, () => 'Test money added');
  return (
    <Stack gap="sm">
      <Text size="sm">Add as much as you like. It pays for test purchases only.</Text>
      <FaultAlert fault={fault} />
      <Group align="flex-end" gap="sm">
        <NairaInput label="Amount in naira" value={typed} error={fields.amount} onChange={setTyped} />
        <Button loading={busy} onClick={() => void add()}>
          Add test money
        </Button>
      </Group>
    </Stack>
  );
}

const ResetTest = () => (
  <ConfirmAction
    button="Reset test account"
    path="/api/wallet/test-reset"
    invalidates={['/api']}
    title="Reset the test account?"
    confirm="Reset test account"
    danger
    done={() => 'Test account reset'}
  >
    This clears its purchases, deliveries and test money. You can use every reference again. API keys, the webhook URL
    and webhook secrets stay.
  </ConfirmAction>
);
