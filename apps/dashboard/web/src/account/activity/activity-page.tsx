import { Code } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { AccountAction } from '@topup/dashboard-contract';
import { ACCOUNT_NOUNS } from '../../format/action-nouns';
import { SERVICE } from '../../layout/service';
import { EmptyState, Page } from '../../ui/page/page';
import type { Filter } from '../../ui/table/filters';
import { type Column, ListPanel } from '../../ui/table/table-panel';
import { ChangedFacts, Small, When } from '../../ui/text/values';

const FILTERS: Filter[] = [
  { name: 'search', label: 'Search', placeholder: 'Person, API key, reference or IP address' },
  { name: 'action', label: 'About', choices: ACCOUNT_NOUNS },
  'days',
];

/** For owners: what was done to the account, by the team, by programs, and by those who run the service. */
const ActivityPage = () => (
  <Page
    title="Activity"
    about={`Changes to this account: API keys, webhook, team, sign-ins and actions by ${SERVICE.name}.`}
  >
    <ListPanel
      title="All activity"
      caption="Activity, newest first"
      path="/api/activity"
      filters={FILTERS}
      columns={COLUMNS}
      idOf={({ id }) => id}
      empty={(filtered) => (
        <EmptyState title={filtered ? 'No matching activity' : 'No activity yet'} icon={IconHistory}>
          Changes to API keys, webhook, team and sign-ins appear here.
        </EmptyState>
      )}
    />
  </Page>
);

export default ActivityPage;

const COLUMNS: Column<AccountAction>[] = [
  { header: 'Action', cell: ({ action }) => <Code style={{ whiteSpace: 'nowrap' }}>{action}</Code>, names: true },
  { header: 'Subject', cell: ({ subject }) => subject },
  { header: 'By', cell: ({ by, address }) => <Small under={by}>{address}</Small> },
  { header: 'Time', phone: 'plain', cell: ({ at }) => <When at={at} /> },
  {
    header: 'Change',
    phone: 'plain',
    cell: ({ before, after, details }) =>
      before === null && after === null && Object.keys(details).length === 0 ? (
        '–'
      ) : (
        <ChangedFacts before={before} after={{ ...after, ...details }} />
      ),
  },
];
