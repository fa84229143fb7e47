import type { Case } from './case';

const waits = (le: string) => `topup_purchase_wait_seconds_bucket{product="DATA",le="${le}",instance="api-1"}`;
const allWaits = 'topup_purchase_wait_seconds_count{product="DATA",instance="api-1"}';
const took = (le: string, route = '/v1/wallet/balance') =>
  `topup_http_request_seconds_bucket{route="${route}",le="${le}",instance="api-1"}`;
const allTook = (route = '/v1/wallet/balance') => `topup_http_request_seconds_count{route="${route}",instance="api-1"}`;

export const purchases: Case[] = [
  {
    alert: 'PurchaseLongPending',
    firing: { 'topup_oldest_pending_seconds{instance="worker-1"}': '1801x20' },
    summary: 'A purchase has been pending for more than 30 minutes.',
    quiet: { 'half an hour': { 'topup_oldest_pending_seconds{instance="worker-1"}': '1800x20' } },
  },
  {
    alert: 'PurchaseOpenTooLong',
    firing: { 'topup_oldest_open_seconds{instance="worker-1"}': '72001x20' },
    summary: 'A purchase has been open for 20h 0m 1s. At 24 hours its requeries end.',
    quiet: { 'twenty hours': { 'topup_oldest_open_seconds{instance="worker-1"}': '72000x20' } },
  },
  {
    alert: 'PurchaseUnderReview',
    // every worker reports the same
    firing: {
      'topup_purchases_under_review{instance="worker-1"}': '3x20',
      'topup_purchases_under_review{instance="worker-2"}': '3x20',
    },
    summary: '3 purchases are under review: npm run ops -- purchase review.',
    quiet: { none: { 'topup_purchases_under_review{instance="worker-1"}': '0x20' } },
  },
  {
    alert: 'ClaimUnanswered',
    firing: { 'topup_oldest_claim_seconds{instance="worker-1"}': '90000x20' },
    summary: 'A claim of a client has been open for 1d 1h 0m 0s: npm run ops -- claim list.',
    quiet: { 'a day': { 'topup_oldest_claim_seconds{instance="worker-1"}': '86400x20' } },
  },
  {
    alert: 'SweeperBehind',
    firing: { 'topup_overdue_seconds{instance="worker-1"}': '90x20' },
    summary: 'The most overdue purchase has waited 1m 30s for a sweeper.',
    quiet: {
      'a minute': { 'topup_overdue_seconds{instance="worker-1"}': '60x20' },
      'for a moment': { 'topup_overdue_seconds{instance="worker-1"}': '0x18 90x1' },
    },
  },
  {
    alert: 'SweepsFail',
    firing: {
      'topup_sweep_failures_total{part="look",instance="worker-1"}': '0+1x20',
      'topup_sweep_failures_total{part="look",instance="worker-2"}': '0+1x20',
      'topup_sweep_failures_total{part="mails",instance="worker-1"}': '0x20',
    },
    labels: { part: 'look' },
    summary: 'Sweeps of look fail.',
    quiet: { 'one in two minutes': { 'topup_sweep_failures_total{part="look",instance="worker-1"}': '0+0.5x20' } },
  },
  {
    alert: 'PurchasesNotSent',
    firing: { 'topup_oldest_unclaimed_seconds{instance="worker-1"}': '61x20' },
    summary: 'A purchase that was accepted 1m 1s ago is not sent yet.',
    quiet: { 'a minute': { 'topup_oldest_unclaimed_seconds{instance="worker-1"}': '60x20' } },
  },
  {
    alert: 'NoPurchaseSucceeds',
    firing: {
      'topup_settlements_total{goal="success",instance="worker-1"}': '40x20',
      'topup_settlements_total{goal="failed",instance="worker-1"}': '0+2x20',
      'topup_purchase_wait_seconds_count{instance="api-1"}': '0+2x20',
    },
    summary: 'No purchase has succeeded in ten minutes, although clients buy.',
    quiet: {
      'one succeeds': {
        'topup_settlements_total{goal="success",instance="worker-1"}': '40x15 41x5',
        'topup_purchase_wait_seconds_count{instance="api-1"}': '0+2x20',
      },
      'nobody buys': {
        'topup_settlements_total{goal="success",instance="worker-1"}': '40x20',
        'topup_purchase_wait_seconds_count{instance="api-1"}': '40x20',
      },
    },
    // the fifth purchase is counted in minute 3
    notYet: '3m',
  },
  {
    alert: 'RequestsFail',
    firing: {
      'topup_http_requests_total{status="500",instance="api-1"}': '0+1x20',
      'topup_http_requests_total{status="200",instance="api-1"}': '0+9x20',
    },
    summary: 'The API returns 500 to 10% of the requests.',
    quiet: {
      'one in thirty': {
        'topup_http_requests_total{status="500",instance="api-1"}': '0+1x20',
        'topup_http_requests_total{status="200",instance="api-1"}': '0+29x20',
      },
      'few requests': { 'topup_http_requests_total{status="500",instance="api-1"}': '0+3x20' },
    },
  },
  {
    alert: 'PurchasesSlow',
    firing: { [waits('10')]: '0+6x30', [waits('15')]: '0+10x30', [waits('+Inf')]: '0+10x30', [allWaits]: '0+10x30' },
    labels: { product: 'DATA' },
    summary: 'One client in twenty waits 14.38s or more for a purchase of DATA.',
    quiet: {
      'within ten seconds': { [waits('10')]: '0+10x30', [waits('+Inf')]: '0+10x30', [allWaits]: '0+10x30' },
      'few purchases': {
        [waits('10')]: '0+0x30',
        [waits('15')]: '0+1x30',
        [waits('+Inf')]: '0+1x30',
        [allWaits]: '0+1x30',
      },
    },
    at: '30m',
  },
  {
    alert: 'RequestsSlow',
    firing: { [took('1')]: '0+6x30', [took('2.5')]: '0+10x30', [took('+Inf')]: '0+10x30', [allTook()]: '0+10x30' },
    labels: { route: '/v1/wallet/balance' },
    summary: 'One request in twenty to /v1/wallet/balance takes 2.312s or more.',
    quiet: {
      'within a second': { [took('1')]: '0+10x30', [took('+Inf')]: '0+10x30', [allTook()]: '0+10x30' },
      'few requests': { [took('1')]: '0x30', [took('2.5')]: '0+1x30', [took('+Inf')]: '0+1x30', [allTook()]: '0+1x30' },
      'the provider is asked': {
        [took('1', '/v1/cabletv/verify')]: '0x30',
        [took('2.5', '/v1/cabletv/verify')]: '0+10x30',
        [took('+Inf', '/v1/cabletv/verify')]: '0+10x30',
        [allTook('/v1/cabletv/verify')]: '0+10x30',
      },
    },
    at: '30m',
  },
];
