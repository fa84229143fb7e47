import { type MeasuredRow, totalCpu } from './measurement';
import type { Row } from './rows';

type Aim = { is: string } & ({ atLeast: number } | { atMost: number });

/** The promised ratios: the comparison, within one run, and the aim. */
export const aims = {
  naive_many: { is: 'ours / naive, 1,000 wallets, 256 connections', atLeast: 7 },
  naive_one: { is: 'ours / naive, 1 wallet, 256 connections', atLeast: 12 },
  ceiling: { is: 'ours / ceiling, 256 connections', atLeast: 0.33 },
  one_vs_many: { is: 'ours with 1 wallet / with 1,000, 256 connections', atLeast: 0.9 },
  c64_vs_c256: { is: 'ours at 64 connections / at 256, 1,000 wallets', atLeast: 0.8 },
  discount: { is: 'ours with a discount / without, 1,000 wallets, 256 connections', atLeast: 0.97 },
  changes: {
    is: 'ours while ten clients follow their changes / without, 1,000 wallets, 256 connections',
    atLeast: 0.97,
  },
  webhook_many: { is: 'ours with webhooks / without, 1,000 wallets, 256 connections', atLeast: 0.8 },
  webhook_steady: { is: 'ours with webhooks, last minute / first minute of ten', atLeast: 0.95 },
  webhook_rest_s: { is: 'seconds until deliveries are at rest, 256 connections', atMost: 1 },
  cpu: { is: 'CPU of a purchase / of a request of the ceiling, 256 connections', atMost: 4.5 },
  cpu_webhooks: { is: 'the same with webhooks', atMost: 7 },
  idle_p50_ms: { is: 'ms of one purchase on an idle service, p50, less those of the sandbox', atMost: 5 },
} satisfies Record<string, Aim>;

/** Of `--history`. */
export const historyInPartitions: Aim = {
  is: 'CPU of PostgreSQL for a purchase with the history in partitions / in one table',
  atMost: 1.05,
};

/** Null: not measured. */
export type Ratios = Record<keyof typeof aims, number | null>;

/** Figures that are not measured in rows. */
export type OtherFigures = Pick<Ratios, 'webhook_steady' | 'idle_p50_ms'>;

const NOT_MEASURED: OtherFigures = { webhook_steady: null, idle_p50_ms: null };

/** A ratio is null when one of its rows was not measured. */
export function ratiosOf(measured: readonly MeasuredRow[], others: OtherFigures = NOT_MEASURED): Ratios {
  const rowOf = (system: Row['system'], wallets: Row['wallets'], connections: Row['connections'], webhook = false) =>
    measured.find(
      (row) =>
        row.system === system &&
        row.wallets === wallets &&
        row.connections === connections &&
        row.webhook === webhook &&
        row.discount === undefined &&
        row.changes === undefined,
    );
  const rates = (a: MeasuredRow | undefined, b: MeasuredRow | undefined) => against(a?.rate, b?.rate);
  const costs = (a: MeasuredRow | undefined, b: MeasuredRow | undefined) => against(totalCpu(a), totalCpu(b));
  const many = rowOf('ours', 1_000, 256);
  const one = rowOf('ours', 1, 256);
  const webhooks = rowOf('ours', 1_000, 256, true);
  const ceiling = rowOf('ceiling', 1_000, 256);
  return {
    naive_many: rates(many, rowOf('naive', 1_000, 256)),
    naive_one: rates(one, rowOf('naive', 1, 256)),
    ceiling: rates(many, ceiling),
    one_vs_many: rates(one, many),
    c64_vs_c256: rates(rowOf('ours', 1_000, 64), many),
    discount: rates(
      measured.find((row) => row.discount),
      many,
    ),
    changes: rates(
      measured.find((row) => row.changes),
      many,
    ),
    webhook_many: rates(webhooks, many),
    webhook_rest_s: webhooks === undefined ? null : webhooks.restMs / 1_000,
    cpu: costs(many, ceiling),
    cpu_webhooks: costs(webhooks, ceiling),
    ...others,
  };
}

const against = (a: number | null | undefined, b: number | null | undefined): number | null =>
  a == null || b == null || b === 0 ? null : a / b;

/** As it is printed: `≥ 0.80`. */
export const aimText = (aim: Aim): string =>
  'atLeast' in aim ? `≥ ${aim.atLeast.toFixed(2)}` : `≤ ${aim.atMost.toFixed(2)}`;

/** Whether the aim is reached. */
export const reaches = (value: number, aim: Aim): boolean =>
  'atLeast' in aim ? value >= aim.atLeast : value <= aim.atMost;
