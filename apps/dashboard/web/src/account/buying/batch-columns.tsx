import type { Batch, BatchRow, FileNote } from '@topup/dashboard-contract';
import { formatCount } from '../../format/numbers';
import { PRODUCTS } from '../../generated/vocabulary';
import type { Column } from '../../ui/table/data-table';
import { Copied } from '../../ui/text/copy';
import { TextLink } from '../../ui/text/links';
import { serviceName } from '../../ui/text/names';
import { Money, Small, StatusBadge, When } from '../../ui/text/values';
import { PurchaseLink } from '../transactions/transaction-columns';

/** The file, or of a form the first part of its purchase's reference. */
export const batchName = ({ fileName, code }: Pick<Batch, 'fileName' | 'code'>): string =>
  fileName ?? `One purchase, ${code}`;

export const BATCH_COLUMNS: Column<Batch>[] = [
  {
    header: 'Bought',
    names: true,
    cell: (batch) => (
      <TextLink to="/buy/batches/$id" params={{ id: batch.id }} style={{ overflowWrap: 'anywhere' }}>
        {batchName(batch)}
      </TextLink>
    ),
  },
  { header: 'Status', phone: 'plain', cell: ({ state }) => <StatusBadge status={state} /> },
  {
    header: 'Delivered',
    end: true,
    cell: ({ progress, rows }) => `${formatCount(progress.success)} of ${formatCount(rows)}`,
  },
  { header: 'Total', phone: 'end', end: true, cell: ({ total }) => <Money amount={total} /> },
  { header: 'By', phone: 'plain', cell: ({ confirmedBy, openedBy }) => (confirmedBy ?? openedBy).name },
  { header: 'Time', phone: 'plain', cell: ({ openedAt }) => <When at={openedAt} /> },
];

export const ROW_COLUMNS: Column<BatchRow>[] = [
  {
    header: 'Reference',
    names: true,
    cell: ({ acceptedAt, reference }) => (acceptedAt === null ? reference : <PurchaseLink reference={reference} />),
  },
  { header: 'Row', phone: 'none', end: true, cell: ({ row }) => row },
  {
    header: 'Purchase',
    phone: 'rest',
    cell: ({ product, service, planId }) => (
      <Small under={PRODUCTS[product]}>{planId ?? (service === null ? null : serviceName(service))}</Small>
    ),
  },
  { header: 'Recipient', phone: 'plain', cell: ({ recipient }) => <span className="numbers">{recipient ?? '–'}</span> },
  { header: 'Amount', phone: 'end', end: true, cell: ({ amount, charged }) => <Money amount={amount ?? charged} /> },
  { header: 'Status', phone: 'plain', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Result',
    phone: 'plain',
    cell: ({ token, message }) => (token === null ? (message ?? '–') : <Copied text={token} what="token" />),
  },
];

/** Nothing has become of its rows yet. */
export const DRAFT_COLUMNS = ROW_COLUMNS.filter(({ header }) => !['Status', 'Result'].includes(header));

export const NOTE_COLUMNS: Column<FileNote>[] = [
  { header: 'Row', names: true, cell: ({ row }) => `Row ${row}` },
  { header: 'Column', phone: 'plain', cell: ({ field }) => field },
  { header: 'What', phone: 'plain', cell: ({ reason }) => reason },
];
