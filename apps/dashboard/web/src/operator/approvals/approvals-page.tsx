import { IconChecklist } from '@tabler/icons-react';
import type { ApprovalRow } from '@topup/dashboard-contract';
import { sentenceCase } from '../../format/field-label';
import { withNaira } from '../../format/naira';
import { EmptyState, Page } from '../../ui/page/page';
import { type Column, ListPanel } from '../../ui/table/table-panel';
import { TextLink } from '../../ui/text/links';
import { Money, StatusBadge, When } from '../../ui/text/values';
import { APPROVAL_KINDS } from './approval-page';

const STATES = { open: 'Open', decided: 'Decided or expired' };

const ApprovalsPage = () => (
  <Page
    title="Approvals"
    about="Changes that need a second operator. Approved changes happen at once. Requests expire after 24 hours."
  >
    <ListPanel
      title="Requests, newest first"
      caption="Approval requests, newest first"
      path="/api/operator/approvals"
      filters={[
        { name: 'state', label: 'Status', choices: STATES },
        { name: 'kind', label: 'Type', choices: APPROVAL_KINDS },
        'days',
      ]}
      columns={columns}
      idOf={({ id }) => id}
      empty={(filtered) => (
        <EmptyState title={filtered ? 'No matching requests' : 'No requests yet'} icon={IconChecklist}>
          Amounts above the approval limit, refunds of delivered purchases, and changes to operators and their limits
          appear here.
        </EmptyState>
      )}
    />
  </Page>
);

export default ApprovalsPage;

const columns: Column<ApprovalRow>[] = [
  {
    header: 'Request',
    names: true,
    cell: ({ id, sentence }) => (
      <TextLink to="/operator/approvals/$id" params={{ id }} style={{ overflowWrap: 'anywhere' }}>
        {withNaira(sentenceCase(sentence))}
      </TextLink>
    ),
  },
  { header: 'Status', phone: 'plain', cell: ({ state }) => <StatusBadge status={state} /> },
  {
    header: 'Amount',
    phone: 'end',
    end: true,
    cell: ({ amount }) => (amount === null ? '–' : <Money amount={amount} />),
  },
  {
    header: 'Requested by',
    phone: 'plain',
    cell: ({ requester }) => <span style={{ overflowWrap: 'anywhere' }}>{requester}</span>,
  },
  { header: 'Requested', phone: 'plain', cell: ({ requestedAt }) => <When at={requestedAt} /> },
  { header: 'Decided or expires', cell: ({ decidedAt, expiresAt }) => <When at={decidedAt ?? expiresAt} /> },
];
