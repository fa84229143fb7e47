import { Text } from '@mantine/core';
import { IconBuildingBank, IconCalendarCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Collections, ComparedDay, FundingAccountRow } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { readAmount } from '../../format/amount';
import { counted } from '../../format/numbers';
import { EmptyState, Loaded, Page } from '../../ui/page/page';
import { type Column, ListPanel, TablePanel } from '../../ui/table/table-panel';
import { TextLink } from '../../ui/text/links';
import { providerName } from '../../ui/text/names';
import { FactsPanel, Money, Small, When } from '../../ui/text/values';
import { GuardedDialog } from '../approvals/guarded-form';
import { AccountLink } from '../links';
import { Transfers } from './transfers';

const PATH = '/api/operator/collections';

export default function CollectionsPage() {
  const state = useQuery(thingQuery<Collections>(PATH, { poll: true }));
  return (
    <Page
      title="Collections"
      about="What clients transfer, through a collector or to your own bank. Decide on what waits for a person."
    >
      <Loaded query={state}>
        {(known) => (
          <>
            <Rule state={known} />
            <Transfers matched={known.matched} />
          </>
        )}
      </Loaded>
      <Days />
      <Accounts />
    </Page>
  );
}

function Rule({ state: { collector, state, cap, totals, openFindings } }: { state: Collections }) {
  const { waiting, waitingAmount, unassigned, unassignedAmount, today, unanswered, unlisted } = totals;
  return (
    <FactsPanel
      title="Collector"
      actions={<ChangeRule state={state} cap={cap} />}
      rows={[
        ['Collector', collector === null ? 'None is set up' : providerName(collector)],
        ['Crediting', state === 'on' ? 'On' : 'Off: every transfer waits'],
        ['Daily cap', <Money key="cap" amount={cap} />],
        ['Credited today', <Money key="today" amount={today} />],
        ['Waiting', <Sum key="waiting" count={waiting} amount={waitingAmount} />],
        ['Without an account', <Sum key="unassigned" count={unassigned} amount={unassignedAmount} />],
        ...(unanswered + unlisted === 0
          ? []
          : ([['No answer', <Unread key="unread" notices={unanswered} accounts={unlisted} />]] as const)),
        [
          'Open findings',
          openFindings === 0 ? (
            '0'
          ) : (
            <TextLink key="findings" to="/operator/reconciliation" search={{ provider: 'collections', state: 'open' }}>
              {openFindings}
            </TextLink>
          ),
        ],
      ]}
    />
  );
}

const Sum = ({ count, amount }: { count: number; amount: string }) => (
  <>
    {counted(count, 'transfer')}, <Money amount={amount} />
  </>
);

/** Counts of notices and accounts without a readable answer for a day. */
const Unread = ({ notices, accounts }: { notices: number; accounts: number }) => (
  <>
    {counted(notices, 'notice')} without an answer for a day, {counted(accounts, 'account')} without a list
  </>
);

/** Turns crediting on or off, and sets its cap. */
const ChangeRule = ({ state, cap }: Pick<Collections, 'state' | 'cap'>) => (
  <GuardedDialog
    dialog={{ button: 'Change limits', size: 'xs', title: 'Limits of the collector' }}
    path={`${PATH}/rule`}
    start={{ state, cap, note: '' }}
    fields={[
      {
        name: 'state',
        label: 'Credit transfers without a person',
        as: 'radios',
        choices: [
          ['on', 'On'],
          ['off', 'Off: every transfer waits for an operator'],
        ],
      },
      { name: 'cap', label: 'Daily cap in naira', as: 'naira', description: 'What exceeds it waits for an operator.' },
      { name: 'note', label: 'Note', description: 'Why. Saved in the audit log, and shown to the second operator.' },
    ]}
    about={<Text size="sm">To allow more needs the approval of a second operator. To allow less does not.</Text>}
    submit="Change limits"
    read={({ cap: typed, ...rest }) => ({ body: { ...rest, cap: readAmount(typed) ?? typed } })}
    note={({ note }) => note}
    outcome={() => 'Limits changed'}
  />
);

const Days = () => (
  <ListPanel
    title="Compared days, latest first"
    caption="Days that were compared with the list of the collector, the latest first"
    path={`${PATH}/days`}
    columns={dayColumns}
    idOf={({ day }) => day}
    empty={
      <EmptyState title="No days compared yet" icon={IconCalendarCheck}>
        Workers compare the last three days with the collector’s list, every six hours.
      </EmptyState>
    }
  />
);

const dayColumns: Column<ComparedDay>[] = [
  { header: 'Day', cell: ({ day }) => day, names: true },
  { header: 'Listed there', end: true, cell: (day) => <Sum count={day.listed} amount={day.listedAmount} /> },
  { header: 'Recorded here', end: true, cell: (day) => <Sum count={day.booked} amount={day.bookedAmount} /> },
  { header: 'Compared', phone: 'plain', cell: ({ comparedAt }) => <When at={comparedAt} /> },
];

const Accounts = () => (
  <TablePanel
    title="Account numbers"
    caption="Accounts of clients at the collector, by name"
    csv={`${PATH}/accounts.csv`}
    columns={accountColumns}
    rows={useQuery(thingQuery<FundingAccountRow[]>(`${PATH}/accounts`))}
    idOf={({ accountId }) => accountId}
    empty={
      <EmptyState title="No account numbers yet" icon={IconBuildingBank}>
        An owner asks for them on the wallet page. `ops collections open` opens them for an owner who cannot.
      </EmptyState>
    }
  />
);

const accountColumns: Column<FundingAccountRow>[] = [
  {
    header: 'Account',
    cell: ({ accountId: id, accountName: name }) => <AccountLink account={{ id, name }} />,
    names: true,
  },
  {
    header: 'Numbers',
    phone: 'plain',
    cell: ({ banks }) =>
      banks.length === 0
        ? 'None'
        : banks.map(({ bankCode, bankName, accountNumber }) => (
            <Small key={bankCode} under={accountNumber}>
              {bankName}
            </Small>
          )),
  },
  { header: 'Asked for', phone: 'none', cell: ({ askedAt }) => <When at={askedAt} /> },
  { header: 'Read', cell: ({ readAt }) => <When at={readAt} never="Not yet" /> },
];
