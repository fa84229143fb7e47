import type { Case } from './case';

const stopped = (reason: string) => `topup_plans_stopped{reason="${reason}",instance="worker-1"}`;
const syncs = (result: string) => `topup_catalogue_syncs_total{result="${result}",instance="worker-1"}`;
const findings = (kind: string) =>
  `topup_reconciliation_findings_open{provider="vtpass",kind="${kind}",instance="worker-1"}`;
const readAge = 'topup_reconciliation_read_age_seconds{provider="vtpass",task="statement",instance="worker-1"}';

/** Of what promtool's clock, which begins at 0, says after 20 minutes. */
const ago = (seconds: number) => `${1_200 - seconds}x20`;

/** Plans, prices and books. */
export const books: Case[] = [
  {
    alert: 'PlanStopped',
    firing: { [stopped('cost_above_price')]: '2x20', [stopped('loss_cap')]: '0x20' },
    labels: { reason: 'cost_above_price' },
    summary: '2 data plans are out of sale (cost_above_price): npm run ops -- catalogue holds.',
    quiet: { none: { [stopped('cost_above_price')]: '0x20' } },
  },
  {
    alert: 'SoldBelowCost',
    firing: { 'topup_losses_today_kobo{instance="worker-1"}': '250x20' },
    summary: "Today's sales cost 250 kobo more than their prices, without permission.",
    quiet: {
      allowed: {
        'topup_losses_today_kobo{instance="worker-1"}': '0x20',
        'topup_allowed_losses_today_kobo{instance="worker-1"}': '250x20',
      },
    },
  },
  {
    alert: 'CostsStale',
    firing: { 'topup_plans_stale{instance="worker-1"}': '7x20' },
    summary: 'The provider has not confirmed the cost of 7 data plans for 24 hours.',
    quiet: { none: { 'topup_plans_stale{instance="worker-1"}': '0x20' } },
  },
  {
    alert: 'CatalogueSyncsFail',
    firing: { [syncs('failed')]: '0+1x150', [syncs('partial')]: '0x150' },
    summary: 'Not all data plans of a provider could be read, or its list is doubtful.',
    quiet: {
      'once, and then done': { [syncs('failed')]: '0x60 1x90', [syncs('done')]: '0x70 1x80' },
    },
    at: '150m',
  },
  {
    alert: 'ReconciliationFindings',
    firing: { [findings('overcharged')]: '1x20', [findings('missing')]: '4x20' },
    labels: { provider: 'vtpass' },
    summary: 'vtpass and we disagree: npm run ops -- recon findings.',
    quiet: { none: { [findings('overcharged')]: '0x20' } },
  },
  {
    alert: 'StatementsNotRead',
    firing: { [readAge]: '14401x20' },
    labels: { provider: 'vtpass', task: 'statement' },
    summary: 'No statement of vtpass was read for four hours.',
    quiet: { 'four hours': { [readAge]: '14400x20' } },
  },
  {
    alert: 'HistoryOutsidePartitions',
    firing: {
      'topup_history_outside_partitions{instance="worker-1"}': '2x20',
      'topup_history_outside_partitions{instance="worker-2"}': '2x20',
    },
    summary: '2 rows of the purchase history are in no monthly partition.',
    quiet: {
      none: { 'topup_history_outside_partitions{instance="worker-1"}': '0x20' },
      'until the workers have moved them': { 'topup_history_outside_partitions{instance="worker-1"}': '2x10 0x10' },
    },
  },
  {
    alert: 'BooksDrift',
    firing: { 'topup_books_drift_kobo{instance="worker-1"}': '150x20' },
    summary: 'Wallets differ from their ledgers by 150 kobo: npm run ops -- books verify.',
    quiet: { sound: { 'topup_books_drift_kobo{instance="worker-1"}': '0x20' } },
  },
  {
    alert: 'CatalogueNotSynced',
    firing: { 'topup_catalogue_synced_timestamp_seconds{instance="worker-1"}': ago(21_660) },
    summary: 'No sync has confirmed the cost of a data plan for 6h 1m 0s.',
    quiet: { 'six hours ago': { 'topup_catalogue_synced_timestamp_seconds{instance="worker-1"}': ago(21_600) } },
  },
  {
    alert: 'BooksNotVerified',
    firing: { 'topup_books_verified_timestamp_seconds{instance="worker-1"}': ago(93_660) },
    summary: 'The books were last verified 1d 2h 1m 0s ago: npm run ops -- books verify.',
    quiet: { '26 hours ago': { 'topup_books_verified_timestamp_seconds{instance="worker-1"}': ago(93_600) } },
  },
  {
    alert: 'BooksUnsound',
    firing: { 'topup_books_sound{instance="worker-1"}': '0x20' },
    summary: 'The last verification of the books found rows that contradict one another.',
    quiet: { sound: { 'topup_books_sound{instance="worker-1"}': '1x20' } },
  },
];
