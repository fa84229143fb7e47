import type { ApprovalRow } from '@topup/dashboard-contract';
import { sentenceCase } from '../../format/field-label';
import type { Column } from '../../ui/table/data-table';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { StatusBadge } from '../../ui/text/status-badge';
import { When } from '../../ui/text/when';

/** Columns of what a second operator was asked for. */
export const approvalColumns: Column<ApprovalRow>[] = [
  {
    header: 'Request',
    names: true,
    cell: ({ id, sentence }) => (
      <TextLink to="/operator/approvals/$id" params={{ id }} style={{ overflowWrap: 'anywhere' }}>
        {sentenceCase(sentence)}
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
  {
    header: 'Decided or expires',
    cell: ({ decidedAt, expiresAt }) => <When at={decidedAt ?? expiresAt} />,
  },
];
