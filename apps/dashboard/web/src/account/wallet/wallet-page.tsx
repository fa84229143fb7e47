import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LedgerRow } from '@topup/dashboard-contract';
import { useState } from 'react';
import { currentMode } from '../../api/mode';
import { POLL_MS, walletQuery } from '../../api/queries';
import { useWatch } from '../../api/watch';
import { readAmount } from '../../format/amount';
import { useMay } from '../../layout/use-me';
import { NairaInput } from '../../ui/form/action-form';
import { ConfirmAction } from '../../ui/form/dialog';
import { useSend } from '../../ui/form/form';
import { EmptyState, FaultAlert, Loaded, Page, Panel } from '../../ui/page/page';
import { ClearFilters, type Filter } from '../../ui/table/filters';
import { type Column, ListPanel } from '../../ui/table/table-panel';
import { ButtonLink } from '../../ui/text/links';
import { Hint, Money, When } from '../../ui/text/values';
import { PurchaseLink } from '../transactions/transaction-columns';
import { ChangeLowBalance } from './change-low-balance';
import { Adjustment, ENTRY_KINDS, Payer } from './entries';
import { FundWallet } from './fund-wallet';

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

/** Told at once of a transfer that was credited; purchases are read from time to time. */
function Balance() {
  const mayChange = useMay('money');
  useWatch('funding:own', ['/api/wallet']);
  return (
    <Loaded query={useQuery({ ...walletQuery, refetchInterval: POLL_MS })}>
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

/**
 * An entry of a purchase has the purchase's reference and links to it; an adjustment says why it was made, and a
 * transfer from whom it came.
 */
function EntryReference({ row: { reference, purchaseReference, corrects, reason, ...row } }: { row: LedgerRow }) {
  if (reason !== null) return <Adjustment reference={reference} corrects={corrects} reason={reason} />;
  if (purchaseReference !== null) return <PurchaseLink reference={purchaseReference} />;
  return <Payer {...row} under={reference} />;
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
