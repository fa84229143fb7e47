import { Code, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { OperatorAction } from '@topup/dashboard-contract';
import { NOUNS } from '../../format/action-nouns';
import { changedFacts } from '../../format/changed-facts';
import { EmptyState, Page } from '../../ui/page/page';
import { type Column, ListPanel } from '../../ui/table/table-panel';
import { ChangedFacts, Small, When } from '../../ui/text/values';

const OperatorActionsPage = () => (
  <Page
    title="Audit log"
    about="Every change: who made it, when and from where. No operator can edit or delete an entry. Only “ops audit redact” removes the personal data of a person."
  >
    <ListPanel
      title="Actions, newest first"
      caption="Audit log, newest first"
      path="/api/operator/actions"
      filters={[
        { name: 'search', label: 'Search', placeholder: 'Subject, person, account or IP address' },
        { name: 'action', label: 'About', choices: NOUNS },
        'days',
      ]}
      columns={actionColumns}
      idOf={({ id }) => id}
      empty={(filtered) => (
        <EmptyState title={filtered ? 'No matching actions' : 'No actions yet'} icon={IconHistory}>
          Changes by anyone appear here: funding, settlements, prices, API keys, users and sign-ins.
        </EmptyState>
      )}
    />
  </Page>
);

export default OperatorActionsPage;

/** Columns of the audit log. */
export const actionColumns: Column<OperatorAction>[] = [
  { header: 'Action', cell: ({ action }) => <Code style={{ whiteSpace: 'nowrap' }}>{action}</Code>, names: true },
  {
    header: 'Subject',
    cell: ({ subject, account }) => (
      <Small under={subject}>{account !== null && account.name !== subject && account.name}</Small>
    ),
  },
  {
    header: 'By',
    cell: ({ by, systemUser, address }) => <Small under={by}>{systemUser ?? address}</Small>,
  },
  { header: 'Time', phone: 'plain', cell: ({ at }) => <When at={at} /> },
  { header: 'Change and note', phone: 'plain', cell: detailsOf },
];

function detailsOf({ note, before, after, details }: OperatorAction) {
  const facts = changedFacts(null, details);
  if (note === null && facts.length === 0 && before === null && after === null) return '–';
  // a digest of 64 characters would push the ends of all rows out of sight
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      {note !== null && <Text inherit>{note}</Text>}
      <ChangedFacts before={before} after={after} />
      {facts.length > 0 && <Small>{facts.join(' · ')}</Small>}
    </div>
  );
}
