import type { Case } from './case';

const calls = (outcome: string) =>
  `topup_provider_calls_total{provider="vtpass",operation="send",outcome="${outcome}",instance="worker-1"}`;
const settled = (cause: string) => `topup_settlements_total{cause="${cause}",instance="worker-1"}`;
const float = (provider: string) => `topup_provider_float_kobo{provider="${provider}",instance="worker-1"}`;
const mark = (provider: string) => `topup_provider_float_alert_kobo{provider="${provider}",instance="worker-1"}`;
const burn = (provider: string) =>
  `topup_provider_float_burn_kobo_per_hour{provider="${provider}",instance="worker-1"}`;
const breaker = (reason: string) =>
  `topup_provider_breaker_state{provider="vtpass",breaker="provider",reason="${reason}",instance="api-1"}`;
const stopped = 'topup_provider_breaker_accounts{provider="vtpass",breaker="eko-electric",instance="api-1"}';

export const providers: Case[] = [
  {
    alert: 'ProviderRefusesAccount',
    firing: { 'topup_provider_refusals_total{fault="account",instance="worker-1"}': '0x18 1x2' },
    summary: 'A provider rejects our account (float, credentials, suspended or not whitelisted).',
    quiet: {
      'half an hour ago': { 'topup_provider_refusals_total{fault="account",instance="worker-1"}': '0x1 1x30' },
      'the order is at fault': { 'topup_provider_refusals_total{fault="order",instance="worker-1"}': '0+1x20' },
    },
  },
  {
    alert: 'ProviderFloatLow',
    firing: {
      [float('vtpass')]: '900x20',
      [mark('vtpass')]: '1000x20',
      [float('monnify')]: '1000x20',
      [mark('monnify')]: '1000x20',
    },
    labels: { provider: 'vtpass' },
    summary: 'The float at vtpass is below its mark. When it is empty, that provider rejects every purchase.',
    quiet: { 'at its mark': { [float('vtpass')]: '1000x20', [mark('vtpass')]: '1000x20' } },
  },
  {
    alert: 'ProviderFloatRunsOut',
    firing: {
      [float('vtpass')]: '1500x20',
      [burn('vtpass')]: '1000x20',
      [float('monnify')]: '1500x20',
      [burn('monnify')]: '0x20',
    },
    labels: { provider: 'vtpass' },
    summary: 'At the sales of the last three hours, the float at vtpass lasts 1.5 hours.',
    quiet: { 'two hours': { [float('vtpass')]: '2000x20', [burn('vtpass')]: '1000x20' } },
  },
  {
    alert: 'ProviderBreakerOpen',
    firing: { [breaker('unreachable')]: '2x20', [breaker('account')]: '0x20' },
    labels: { provider: 'vtpass', breaker: 'provider', reason: 'unreachable' },
    summary: 'A breaker stops orders or prefers another provider: vtpass, provider, reason unreachable.',
    quiet: { closed: { [breaker('unreachable')]: '0x20' }, 'of one account': { [breaker('silent')]: '2x20' } },
  },
  {
    alert: 'ProviderServiceSilent',
    firing: { [stopped]: '3x20' },
    labels: { provider: 'vtpass', breaker: 'eko-electric' },
    summary: 'eko-electric at vtpass does not answer 3 accounts. Their orders there are stopped.',
    quiet: { 'two accounts': { [stopped]: '2x20' } },
  },
  {
    alert: 'SendOutcomesUnknown',
    firing: { [calls('unknown')]: '0+1x20', [calls('delivered')]: '0+3x20' },
    summary: '25% of the sends have an unknown outcome.',
    quiet: {
      'one in ten': { [calls('unknown')]: '0+1x20', [calls('delivered')]: '0+9x20' },
      'few sends': { [calls('unknown')]: '0+1x20' },
    },
    at: '25m',
    notYet: '9m',
  },
  {
    alert: 'ProviderUnreachable',
    firing: {
      [settled('provider_unreachable')]: '0+1x20',
      [settled('provider_unavailable')]: '0+1x20',
      [settled('provider_delivered')]: '0+1x20',
    },
    summary: 'More than half of the purchases are refunded because no provider can be reached or is available.',
    quiet: {
      'one in three': { [settled('provider_unreachable')]: '0+1x20', [settled('provider_delivered')]: '0+2x20' },
      'few purchases': { [settled('provider_unreachable')]: '0+0.4x20' },
    },
  },
];
