import type { Case } from './case';

const requests = (status: string) => `topup_dashboard_requests_total{part="account",status="${status}",instance="d-1"}`;
const failed = (why: string) => `topup_dashboard_sign_ins_failed_total{why="${why}",instance="d-1"}`;
const slow = 'topup_dashboard_database_seconds{instance="d-1"}';

export const dashboard: Case[] = [
  {
    alert: 'NoDashboard',
    firing: { 'topup_process_start_time_seconds{topup_service="api",instance="api-1"}': '100x20' },
    labels: { topup_service: 'dashboard' },
    summary: 'No dashboard process answers Prometheus.',
    quiet: {
      'one answers': {
        'topup_process_start_time_seconds{topup_service="dashboard",service="topup-ops",instance="d-1"}': '100x20',
      },
    },
  },
  {
    alert: 'DashboardFails',
    firing: { [requests('500')]: '0+1x20', [requests('503')]: '0+1x20', [requests('200')]: '0+18x20' },
    summary: '10% of the requests to the dashboard fail.',
    quiet: {
      'one in thirty': { [requests('503')]: '0+1x20', [requests('200')]: '0+29x20' },
      'few requests': { [requests('500')]: '0+3x20' },
      'the browser is at fault': { [requests('404')]: '0+20x20', [requests('500')]: '0x20' },
    },
  },
  {
    alert: 'DashboardDatabaseSlow',
    firing: { [slow]: '0.75x20' },
    labels: { instance: 'd-1' },
    summary: 'The dashboard at d-1 waits 750ms for the database.',
    quiet: { 'half a second': { [slow]: '0.5x20' } },
  },
  {
    alert: 'SignInsFail',
    firing: { [failed('wrong_credentials')]: '0+2x20', [failed('too_many_attempts')]: '0+2x20' },
    summary: '60 sign-ins have failed in 15 minutes.',
    quiet: { 'three a minute': { [failed('wrong_credentials')]: '0+3x20' } },
  },
];
