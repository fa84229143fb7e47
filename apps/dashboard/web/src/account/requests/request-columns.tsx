import type { RequestRow } from '@topup/dashboard-contract';
import { formatDuration } from '../../format/time';
import type { Column } from '../../ui/table/data-table';
import { TextLink } from '../../ui/text/links';
import { When } from '../../ui/text/when';
import { RequestStatus } from './request-status';

export const REQUEST_COLUMNS: Column<RequestRow>[] = [
  {
    header: 'Request',
    cell: ({ id, method, path }) => (
      <TextLink to="/developers/requests/$id" params={{ id }}>
        {method} {path}
      </TextLink>
    ),
    names: true,
  },
  { header: 'Status', phone: 'end', cell: (row) => <RequestStatus {...row} /> },
  { header: 'Duration', phone: 'plain', cell: ({ durationMs }) => formatDuration(durationMs), end: true },
  { header: 'API key', phone: 'rest', cell: ({ keyName }) => keyName },
  { header: 'Reference', phone: 'none', cell: ({ reference }) => reference ?? '–' },
  { header: 'Time', phone: 'plain', cell: ({ at }) => <When at={at} /> },
];
