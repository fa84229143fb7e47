import { Alert, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCashBanknote } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AccountRow, Collections, ConfirmedMatched, Funding, Page, TransferRow } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { formatNaira } from '../../format/naira';
import { counted } from '../../format/numbers';
import { ConfirmAction, rowOpener } from '../../ui/form/dialog';
import { EmptyState } from '../../ui/page/page';
import { type Column, ListPanel } from '../../ui/table/table-panel';
import { Facts, Money, Small, StatusBadge, When, wordsOf } from '../../ui/text/values';
import { GuardedDialog } from '../approvals/guarded-form';
import { RuleHint } from '../approvals/policy';
import { AccountLink } from '../links';
import { ImportBankFile } from './bank-file';
import { CorrectWallet } from './correct-wallet';

const PATH = '/api/operator/collections';

export const Transfers = ({ matched }: Pick<Collections, 'matched'>) => (
  <ListPanel
    title="Transfers, newest first"
    caption="Transfers of clients, newest first"
    path={`${PATH}/transfers`}
    filters={[
      {
        name: 'state',
        label: 'Status',
        choices: {
          open: 'Needs a person',
          ...wordsOf('waiting', 'unassigned', 'credited', 'reversed', 'dismissed'),
        },
      },
      'days',
    ]}
    actions={
      <>
        {matched.count > 0 && <ConfirmMatched matched={matched} />}
        <ImportBankFile />
      </>
    }
    columns={columns}
    idOf={({ id }) => id}
    empty={(filtered) => (
      <EmptyState title={filtered ? 'No matching transfers' : 'No transfers yet'} icon={IconCashBanknote} />
    )}
  />
);

const REASONS: Record<NonNullable<TransferRow['reason']>, string> = {
  above_maximum: 'Above the most that is credited without a person',
  daily_cap: 'The daily cap is used up',
  switched_off: 'Crediting is off',
  partly_paid: 'Paid in part only',
  bank_file: 'From a file of our bank',
  bad_reference: 'No wallet can be funded with its reference',
  nobody: 'It names none of our accounts',
  funded_otherwise: 'Its reference has funded another account or amount',
  paid_after_all: 'It was told as taken back or failed, and later as paid',
};

const columns: Column<TransferRow>[] = [
  {
    header: 'Payer',
    cell: ({ payer, payerBank }) => <Small under={payer || 'Not told'}>{payerBank || false}</Small>,
    names: true,
  },
  { header: 'Amount', phone: 'end', cell: ({ amount }) => <Money amount={amount} />, end: true },
  {
    header: 'Account',
    phone: 'plain',
    cell: ({ accountId: id, accountName: name }) =>
      id === null || name === null ? '–' : <AccountLink account={{ id, name }} lineClamp={2} />,
  },
  { header: 'Status', phone: 'plain', cell: (row) => <State row={row} /> },
  { header: 'Reference', phone: 'rest', cell: ({ reference }) => <Small under={reference}>{false}</Small> },
  { header: 'Found', phone: 'plain', cell: ({ foundAt }) => <When at={foundAt} /> },
  { header: '', cell: (row) => <Decide row={row} />, end: true },
];

function State({ row: { state, reason, reversedAt, note, perhapsFundedAs } }: { row: TransferRow }) {
  return (
    <>
      <Small under={<StatusBadge status={state} />}>{reason === null ? (note ?? false) : REASONS[reason]}</Small>
      {reversedAt !== null && (
        <Small>
          Taken back <When at={reversedAt} />
        </Small>
      )}
      {perhapsFundedAs !== null && <Small>Perhaps funded already as “{perhapsFundedAs}”</Small>}
    </>
  );
}

function Decide({ row }: { row: TransferRow }) {
  const { id, accountId, entryId, amount, reference, state, reversedAt } = row;
  if (reversedAt !== null && entryId !== null && accountId !== null)
    return <CorrectWallet of={{ accountId, entryId, amount, reference }} />;
  if (state !== 'waiting' && state !== 'unassigned') return null;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Confirm row={row} />
      <ConfirmAction
        {...rowOpener('Dismiss', `Dismiss transfer ${id}`)}
        path={`${PATH}/transfers/${id}/dismiss`}
        invalidates={['/api/operator/']}
        confirm="Dismiss"
        danger
        note={{ label: 'Why no wallet gets it', required: true }}
        done={() => `Transfer ${id} is dismissed.`}
      >
        <Money amount={amount} /> are in no wallet then, for good. Its reference can fund nothing.
      </ConfirmAction>
    </Group>
  );
}

/** Credits a transfer; one that belongs to nobody, to the account that the operator names. */
function Confirm({ row: { id, amount, payer, accountName, reference, perhapsFundedAs } }: { row: TransferRow }) {
  const isNobodys = accountName === null;
  const verb = isNobodys ? 'Assign' : 'Confirm';
  return (
    <GuardedDialog
      dialog={rowOpener(verb, `${verb} transfer ${id}`)}
      path={`${PATH}/transfers/${id}/confirm`}
      start={{ account: '', note: '' }}
      fields={[
        ...(isNobodys
          ? [{ name: 'account', label: 'Account', description: 'Its name or ID.', focus: true } as const]
          : []),
        { name: 'note', label: 'Note', description: 'How you know. Saved in the audit log.', focus: !isNobodys },
      ]}
      about={({ account }) => (
        <>
          {perhapsFundedAs !== null && (
            <Alert color="yellow" variant="outline" role="note" icon={<IconAlertTriangle aria-hidden />}>
              The account was funded with the same amount as “{perhapsFundedAs}”. If that was this transfer, dismiss it.
            </Alert>
          )}
          <Facts
            rows={[
              ['Amount', <Money key="amount" amount={amount} fw={600} />],
              ['Payer', payer || 'Not told'],
              ['Reference', reference],
              !isNobodys && ['Account', accountName],
            ]}
          />
          {isNobodys && <NamedAccount text={account.trim()} />}
          <RuleHint />
        </>
      )}
      submit={isNobodys ? 'Credit this account' : 'Credit the account'}
      read={({ account, note }) => ({ body: { note, ...(isNobodys && { account }) } })}
      note={({ note }) => note}
      outcome={(done: Funding) =>
        done.funded ? `${formatNaira(done.amount)} credited` : 'Nothing was added: this is in the wallet already.'
      }
    />
  );
}

/** Whose name or ID this is, before the operator sends it. */
function NamedAccount({ text }: { text: string }) {
  const found = useQuery({
    ...thingQuery<Page<AccountRow>>('/api/operator/accounts', { query: { search: text } }),
    enabled: text !== '',
  });
  if (text === '' || found.data === undefined) return null;
  const { rows } = found.data;
  const account = rows.find(({ id, name }) => name === text || id === text.toLowerCase());
  if (account !== undefined)
    return (
      <Text size="sm" role="status">
        {account.name}, tier {account.tier}, has <Money amount={account.balance} />.
      </Text>
    );
  const names = rows.slice(0, 5).map(({ name }) => `“${name}”`);
  return (
    <Text size="sm" c="dimmed" role="status">
      {names.length === 0 ? 'There is no such account.' : `Do you mean ${names.join(', ')}?`}
    </Text>
  );
}

/** Credits at once what a file of our bank has matched. */
const ConfirmMatched = ({ matched: { count, total } }: Pick<Collections, 'matched'>) => (
  <ConfirmAction
    button={`Confirm ${counted(count, 'matched transfer')}`}
    size="xs"
    path={`${PATH}/confirm-matched`}
    body={{ count, total }}
    invalidates={['/api/operator/']}
    title={`Confirm ${counted(count, 'matched transfer')}?`}
    confirm="Credit all"
    note={{ label: 'Note', required: true }}
    done={({ funded, amount, asked, refused: [first, ...others] }: ConfirmedMatched) =>
      [
        `${counted(funded, 'transfer')} credited, ${formatNaira(amount)}.`,
        ...(asked > 0 ? [`${counted(asked, 'request')} for approval.`] : []),
        ...(first !== undefined ? [`Not credited: ${first.reference}: ${first.message}`] : []),
        ...(others.length > 0 ? [`And ${counted(others.length, 'other')}.`] : []),
      ].join(' ')
    }
  >
    <Money amount={total} fw={600} /> will be added to the wallets whose payment references the file names. Look at each
    row of the list first. Amounts above the approval limit wait for a second operator.
  </ConfirmAction>
);
