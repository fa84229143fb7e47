import type { Product, ServiceReportRow } from '@topup/dashboard-contract';
import { formatCount } from '../../format/numbers';
import { formatSeconds } from '../../format/time';
import { PRODUCTS } from '../../generated/vocabulary';
import type { Column } from '../../ui/table/data-table';
import { TextLink } from '../../ui/text/links';
import { soldName } from '../../ui/text/names';

type Named = { product: string; service: string };
type Span = { from: string; to: string };

const nameOf = ({ product, service }: Named) =>
  product in PRODUCTS ? soldName({ productType: product as Product, service }) : product;

const SERVICE: Column<Named> = { header: 'Service', cell: nameOf, names: true };

const number = (header: string, of: (row: ServiceReportRow) => number): Column<ServiceReportRow> => ({
  header,
  cell: (row) => (of(row) === 0 ? '–' : formatCount(of(row))),
  end: true,
});

/** `span`: the days of the report, for the list of what failed. */
export const purchaseColumns = (span: Span): Column<ServiceReportRow>[] => [
  SERVICE,
  { ...number('Accepted', ({ accepted }) => accepted), phone: 'end' },
  number('Sold', ({ sold }) => sold),
  { header: 'Failed', cell: (row) => <Failed row={row} span={span} />, end: true },
  number('Reversed', ({ reversed }) => reversed),
  number('Reversed since', ({ reversedSince }) => reversedSince),
  number('Open', ({ open }) => open),
  number('Open over 24 h', ({ openLong }) => openLong),
];

export const failureColumns: Column<ServiceReportRow>[] = [
  SERVICE,
  number('Rejected', ({ failures }) => failures.provider_rejected),
  number('Unreachable', ({ failures }) => failures.provider_unreachable),
  number('Not sent', ({ failures }) => failures.not_sent),
  number('By an operator', ({ failures }) => failures.refunded_by_operator),
];

/** Leads to the list of these purchases, as they are now. */
function Failed({ row, span }: { row: ServiceReportRow; span: Span }) {
  if (row.failed === 0) return '–';
  const of = row.product in PRODUCTS ? { product: row.product, network: row.service } : {};
  return (
    <TextLink to="/operator/purchases" search={{ status: 'unsuccessful', ...of, ...span }}>
      {formatCount(row.failed)}
    </TextLink>
  );
}

/** From the accept to the refund, or from the known failure. */
export const timeColumns = (of: 'refund' | 'known'): Column<ServiceReportRow>[] => [
  SERVICE,
  { header: 'Median', cell: ({ [of]: { p50 } }) => secondsText(p50), end: true },
  { header: '95 % within', cell: ({ [of]: { p95 } }) => secondsText(p95), end: true },
  { header: 'Longest', cell: ({ [of]: { max } }) => secondsText(max), end: true },
  number('Over 30 s', ({ [of]: { over30 } }) => over30),
];

const secondsText = (seconds: number | null): string =>
  seconds === null ? '–' : seconds === 0 ? '0 s' : formatSeconds(seconds);

export const reasonColumns: Column<Named & { reason: string; purchases: number }>[] = [
  SERVICE,
  { header: 'Why', cell: ({ reason }) => reason, phone: 'plain' },
  { header: 'Purchases', cell: ({ purchases }) => formatCount(purchases), end: true, phone: 'end' },
];
