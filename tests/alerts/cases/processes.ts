import type { Case } from './case';

const started = (service: string, labels = `service="${service}"`) =>
  `topup_process_start_time_seconds{topup_service="${service}",${labels},instance="10.0.0.7:3001"}`;
const unread = (source: string, worker = 1) =>
  `topup_scrape_failures_total{topup_service="worker",source="${source}",instance="worker-${worker}"}`;
const ready = (service: string, number: number) =>
  `topup_ready{topup_service="${service}",instance="${service}-${number}"}`;

const lag = 'topup_nodejs_eventloop_lag_p99_seconds{topup_service="api",instance="api-1"}';

/** As a ServiceMonitor of the Prometheus operator leaves it: the name of the Kubernetes service is in `service`. */
const OVERWRITTEN = 'service="topup-ops",exported_service="whatever"';

export const processes: Case[] = [
  {
    alert: 'ProcessRestarts',
    firing: { [started('worker')]: '100x5 200x2 300x2 400x10' },
    labels: { topup_service: 'worker', service: 'worker', instance: '10.0.0.7:3001' },
    summary: 'worker at 10.0.0.7:3001 has started more than twice in 15 minutes.',
    quiet: { twice: { [started('worker')]: '100x8 200x4 300x10' } },
    at: '15m',
  },
  {
    alert: 'NoApi',
    firing: { [started('worker')]: '100x20' },
    labels: { topup_service: 'api' },
    summary: 'No api process answers Prometheus.',
    quiet: {
      'one answers': { [started('api')]: '100x20' },
      'one answers, and the label service is overwritten': { [started('api', OVERWRITTEN)]: '100x20' },
    },
  },
  {
    alert: 'NoWorker',
    firing: { [started('api')]: '100x20' },
    labels: { topup_service: 'worker' },
    summary: 'No worker answers Prometheus.',
    quiet: {
      'one answers': { [started('worker')]: '100x20' },
      'one answers, and the label service is overwritten': { [started('worker', OVERWRITTEN)]: '100x20' },
    },
  },
  {
    alert: 'NothingReady',
    firing: { [ready('api', 1)]: '1x5 0x15', [ready('api', 2)]: '0x20', [ready('worker', 1)]: '1x20' },
    labels: { topup_service: 'api' },
    summary: 'No api process is ready: the load balancer sends nothing to them.',
    quiet: { 'one is': { [ready('api', 1)]: '1x20', [ready('api', 2)]: '0x20' } },
    notYet: '6m',
  },
  {
    alert: 'BacklogUnread',
    firing: { [unread('backlog')]: '0+1x20', [unread('backlog', 2)]: '0+2x20' },
    summary: 'No worker can read the backlog from the database, so other alerts cannot fire.',
    quiet: { 'another worker can': { [unread('backlog')]: '0+1x20', [unread('backlog', 2)]: '0x20' } },
  },
  {
    alert: 'FiguresMissing',
    firing: { [unread('backlog')]: '0+1x20', [unread('float')]: '0x20' },
    labels: { topup_service: 'worker', source: 'backlog' },
    summary: 'Metrics of backlog cannot be read, so alerts on them cannot fire.',
    quiet: { 'three in ten minutes': { [unread('backlog')]: '0x11 1x3 2x3 3x5' } },
  },
  {
    alert: 'InstanceDown',
    firing: { 'up{job="topup",instance="api-1"}': '1x5 0x15', 'up{job="topup",instance="api-2"}': '1x20' },
    labels: { job: 'topup', instance: 'api-1' },
    summary: 'api-1 of topup does not answer Prometheus.',
    quiet: {
      'all answer': { 'up{job="monitoring/topup-api",instance="api-1"}': '1x20' },
      'something else is down': { 'up{job="node",instance="api-1"}': '0x20' },
    },
    notYet: '7m',
  },
  {
    alert: 'EventLoopBlocked',
    firing: { [lag]: '0.75x20' },
    labels: { topup_service: 'api', instance: 'api-1' },
    summary: 'api at api-1 does everything 750ms late. It is overloaded.',
    quiet: { 'half a second': { [lag]: '0.5x20' } },
  },
];
