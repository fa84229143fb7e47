import { IconHistory } from '@tabler/icons-react';
import { NOUNS } from '../../format/action-nouns';
import { EmptyState } from '../../ui/page/empty-state';
import { Page } from '../../ui/page/page';
import { ListPanel } from '../../ui/table/table-panel';
import { actionColumns } from './action-columns';

const OperatorActionsPage = () => (
  <Page title="Audit log" about="Every change: who made it, when and from where. Nobody can edit or delete an entry.">
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
