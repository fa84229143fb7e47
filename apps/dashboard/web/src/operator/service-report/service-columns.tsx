import type { Product, ServiceReportRow } from '@topup/dashboard-contract';
import { formatCount } from '../../format/numbers';
import { formatSeconds } from '../../format/time';
import { PRODUCTS } from '../../generated/vocabulary';
import type { Column } from '../../ui/table/data-table';
import { TextLink } from '../../ui/text/links';
import { soldName } from '../../ui/text/names';

type Named = { product: string; service: string };

const nameOf = ({ product, service }: Named) =>
  product in PRODUCTS ? soldName({ productType: product as Product, service }) : product;

const SERVICE: Column<Named> = { header: 'Service', cell: nameOf, names: true };

const number = (header: string, of: (row: ServiceReportRow) => number): Column<ServiceReportRow> => ({
  header,
  cell: (row) => (of(row) === 0 ? '–' : formatCount(of(row))),
  end: true,
});

/** `span`: the days of the report, for the list of what failed. */
export const purchaseColumns = (span: { from: string; to: string }): Column<ServiceReportRow>[] => [
  SERVICE,
  { ...number('Accepted', ({ accepted }) => accepted), phone: 'end' },
  number('Sold', ({ sold }) => sold),
  { header: 'Failed', cell: (row) => <Failed row={row} span={span} />, end: true },
  number('Rejected', ({ failures }) => failures.provider_rejected),
  number('Unreachable', ({ failures }) => failures.provider_unreachable),
  number('Not sent', ({ failures }) => failures.not_sent),
  number('By an operator', ({ failures }) => failures.refunded_by_operator),
  number('Reversed', ({ reversed }) => reversed),
  number('Reversed since', ({ reversedSince }) => reversedSince),
  number('Open', ({ open }) => open),
  number('Open over 24 h', ({ openLong }) => openLong),
];

/** Leads to the list of these purchases, as they are now. */
function Failed({ row, span }: { row: ServiceReportRow; span: { from: string; to: string } }) {
  if (row.failed === 0) return '–';
  const of = row.product in PRODUCTS ? { product: row.product, network: row.service } : {};
  return (
    <TextLink to="/operator/purchases" search={{ status: 'unsuccessful', ...of, ...span }}>
      {formatCount(row.failed)}
    </TextLink>
  );
}

const seconds = (header: string, of: 'refund' | 'known', which: 'p50' | 'p95' | 'max'): Column<ServiceReportRow> => ({
  header,
  cell: ({ [of]: { [which]: time } }) => (time === null ? '–' : formatSeconds(time)),
  end: true,
});

const times = (since: string, of: 'refund' | 'known'): Column<ServiceReportRow>[] => [
  seconds(`${since}: p50`, of, 'p50'),
  seconds(`${since}: p95`, of, 'p95'),
  seconds(`${since}: longest`, of, 'max'),
  number(`${since}: over 30 s`, ({ [of]: { over30 } }) => over30),
];

export const timeColumns: Column<ServiceReportRow>[] = [
  SERVICE,
  ...times('Accept', 'refund'),
  ...times('Known failure', 'known'),
];

export const reasonColumns: Column<Named & { reason: string; purchases: number }>[] = [
  SERVICE,
  { header: 'Why', cell: ({ reason }) => reason, phone: 'plain' },
  { header: 'Purchases', cell: ({ purchases }) => formatCount(purchases), end: true, phone: 'end' },
];
