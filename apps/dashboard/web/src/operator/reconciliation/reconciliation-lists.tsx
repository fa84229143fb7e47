import { Group, Text } from '@mantine/core';
import { IconFileImport, IconScale, IconSignature } from '@tabler/icons-react';
import type {
  DaySums,
  FindingRow,
  ReconciledProvider,
  StatementPull,
  WithdrawnImport,
} from '@topup/dashboard-contract';
import { formatClock } from '../../format/time';
import { ActionDialog, type Field } from '../../ui/form/action-form';
import { ConfirmAction, rowOpener } from '../../ui/form/dialog';
import { EmptyState } from '../../ui/page/page';
import { useQueryOf } from '../../ui/table/filters';
import { type Column, ListPanel } from '../../ui/table/table-panel';
import { providerName } from '../../ui/text/names';
import { Money, Small, When } from '../../ui/text/values';
import { CorrectWallet } from '../collections/correct-wallet';
import { chargedText, FINDING_KINDS } from './findings';

const PATH = '/api/operator/reconciliation';
const FINDING_STATES = { open: 'Open', resolved: 'Resolved', cleared: 'Cleared' };
const RESOLUTIONS: Record<string, string> = { accepted: 'Accepted', matched: 'Matched', explained: 'Explained' };

/** The days of all lists of the page. */
const useSpan = () => useQueryOf(['days']);

export const Findings = ({ providers }: { providers: ReconciledProvider[] }) => (
  <ListPanel
    title="Findings, newest first"
    caption="Findings"
    path={`${PATH}/findings`}
    query={useSpan().query}
    filters={[
      {
        name: 'provider',
        label: 'Provider',
        choices: providers.map(({ name }): [string, string] => [name, providerName(name)]),
      },
      { name: 'kind', label: 'Type', choices: FINDING_KINDS },
      { name: 'state', label: 'Status', choices: FINDING_STATES },
    ]}
    columns={findingColumns}
    idOf={({ id }) => id}
    empty={
      <EmptyState title="No matching findings" icon={IconScale}>
        Differences between a provider’s records and ours appear here.
      </EmptyState>
    }
  />
);

const findingColumns: Column<FindingRow>[] = [
  { header: 'Finding', cell: ({ kind }) => FINDING_KINDS[kind] ?? kind, names: true },
  { header: 'Day', phone: 'plain', cell: ({ day }) => day },
  { header: 'Provider', phone: 'plain', cell: ({ provider }) => providerName(provider) },
  { header: 'Difference', phone: 'end', cell: ({ difference }) => <Money amount={difference} />, end: true },
  {
    header: 'Reference',
    cell: ({ reference, suggested }) =>
      reference === null ? '–' : `${reference}${suggested ? ' (possible match)' : ''}`,
  },
  { header: 'Statement row', cell: (finding) => <StatementRow of={finding} /> },
  {
    header: 'Resolution',
    cell: (finding) =>
      finding.state === 'open' ? (
        <Group gap="xs" wrap="nowrap">
          {finding.kind === 'transfer_reversed' && <CorrectWallet of={reversedOf(finding)} />}
          <ResolveFinding finding={finding} />
        </Group>
      ) : finding.resolution === null ? (
        'Cleared automatically'
      ) : (
        `${RESOLUTIONS[finding.resolution]} by ${finding.resolvedBy}: ${finding.note}`
      ),
  },
];

/** What an operator looks for in the statement. The id of a file's row is made by us, and not in the file. */
function StatementRow({ of: { row, suggestedRow, rowReference, rowAt, rowBalance } }: { of: FindingRow }) {
  if (rowAt === null) return '–';
  return (
    <Small under={rowReference ?? suggestedRow ?? row}>
      <When at={rowAt} />
      {rowBalance !== null && (
        <>
          {' '}
          · balance <Money amount={rowBalance} />
        </>
      )}
    </Small>
  );
}

const reversedOf = ({ accountId, facts, difference, reference }: FindingRow) => ({
  accountId: accountId ?? '',
  entryId: String(facts.entry_id ?? ''),
  amount: difference,
  reference: reference ?? '',
});

/** The days that persons have signed, as they signed them. */
export function ClosedDays() {
  const { query, any } = useSpan();
  return (
    <ListPanel
      title="Closed days, newest first"
      caption="Closed days"
      path={`${PATH}/days`}
      query={query}
      columns={dayColumns}
      idOf={({ provider, day }) => `${provider} ${day}`}
      empty={<EmptyState title={any ? 'No days closed in this period' : 'No closed days yet'} icon={IconSignature} />}
    />
  );
}

const dayColumns: Column<DaySums>[] = [
  { header: 'Day', cell: ({ day }) => day, names: true },
  { header: 'Provider', phone: 'plain', cell: ({ provider }) => providerName(provider) },
  { header: 'Provider balance', cell: ({ closing }) => <Money amount={closing} />, end: true },
  { header: 'Our cost', cell: ({ cost }) => <Money amount={cost} />, end: true },
  { header: 'Our float', cell: ({ floatClosing }) => <Money amount={floatClosing} />, end: true },
  { header: 'Carried over', cell: ({ carried }) => <Money amount={carried} />, end: true },
  { header: 'Signed by', cell: ({ closedBy }) => closedBy },
  { header: 'Signed', cell: ({ closedAt }) => <When at={closedAt} /> },
];

/** The statements that were read, and those that could not be. */
export function StatementPulls() {
  const { query, any } = useSpan();
  return (
    <ListPanel
      title="Statements read, newest first"
      caption="Statements read"
      path={`${PATH}/pulls`}
      query={query}
      columns={pullColumns}
      idOf={({ id }) => id}
      empty={
        <EmptyState
          title={any ? 'No statements read in this period' : 'No statements read yet'}
          icon={IconFileImport}
        />
      }
    />
  );
}

const pullColumns: Column<StatementPull>[] = [
  { header: 'Provider', cell: ({ provider }) => providerName(provider), names: true },
  { header: 'Source', phone: 'plain', cell: ({ source }) => (source === 'api' ? 'API' : 'File') },
  { header: 'From', cell: ({ since }) => formatClock(since) },
  { header: 'To', cell: ({ until }) => formatClock(until) },
  { header: 'Rows', cell: ({ rows }) => rows, end: true },
  { header: 'New', cell: ({ added }) => added, end: true },
  { header: 'Error', cell: ({ fault }) => fault ?? '–' },
  { header: 'Read', cell: ({ at }) => <When at={at} /> },
  {
    header: '',
    cell: (pull) => pull.source === 'csv' && pull.fault === null && <WithdrawImport of={pull} />,
    end: true,
  },
];

/** Takes back a wrong file. */
function WithdrawImport({ of: { id, provider, added } }: { of: StatementPull }) {
  return (
    <ConfirmAction
      {...rowOpener('Withdraw', `Withdraw import ${id} of ${providerName(provider)}`)}
      path={`${PATH}/imports/${id}/withdraw`}
      invalidates={[PATH]}
      confirm="Withdraw"
      danger
      done={(sent: WithdrawnImport) => `Import ${sent.id} is withdrawn. Rows deleted: ${sent.rows}.`}
    >
      This deletes the {added} rows that the file brought, and compares again what is left. Findings that you have
      resolved stay resolved. If another file has the same rows, import it again.
    </ConfirmAction>
  );
}

/** Ends an open finding by what the operator knows of it. */
const ResolveFinding = ({ finding: { id, kind, ...finding } }: { finding: FindingRow }) => (
  <ActionDialog
    dialog={rowOpener('Resolve', `Resolve finding ${id}`, `Finding ${id}: ${FINDING_KINDS[kind]}`)}
    path={`/api/operator/reconciliation/findings/${id}/resolve`}
    invalidates={['/api/operator/reconciliation']}
    start={{ resolution: firstResolution(finding), amount: '', note: '' }}
    fields={({ resolution }) => [
      resolutionField(finding),
      ...(resolution === 'accepted' ? [AMOUNT] : []),
      { name: 'note', label: 'Evidence', focus: true },
    ]}
    body={({ resolution, note, amount }) => ({
      resolution,
      note,
      ...(resolution === 'accepted' && amount !== '' && { amount }),
    })}
    submit="Resolve"
    done={() => `Finding ${id} is resolved.`}
    about={
      <Text size="sm">
        {chargedText({ kind, ...finding })} This changes no purchase and no wallet. To settle a purchase, open its page.
      </Text>
    }
  />
);

const AMOUNT: Field<'amount'> = {
  name: 'amount',
  label: 'Change of our float in naira',
  description: 'Leave empty to use the difference. A negative amount lowers our float.',
  optional: true,
};

type Resolved = Pick<FindingRow, 'provider' | 'suggested'>;

/** What clients transfer is in no float. */
const hasFloat = ({ provider }: Resolved): boolean => provider !== 'collections';

const firstResolution = (finding: Resolved): string =>
  !hasFloat(finding) ? 'explained' : finding.suggested ? 'matched' : 'accepted';

const resolutionField = ({ suggested, ...of }: Resolved): Field<'resolution'> => ({
  name: 'resolution',
  label: 'Resolution',
  choices: [
    ...(hasFloat({ suggested, ...of })
      ? [['accepted', 'Accept: the provider is right, and our float changes'] as const]
      : []),
    ...(suggested ? [['matched', 'Match: the suggested row belongs to this purchase'] as const] : []),
    ['explained', 'Explain: the difference costs nothing'],
  ],
});
