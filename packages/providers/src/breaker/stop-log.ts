import { WHOLE_PROVIDER } from '@topup/core/provider';
import type { Log } from '@topup/core/shared';

const OPENED = {
  unreachable: 'the provider cannot be reached; its orders go elsewhere or wait until a lookup of the float succeeds',
  account: 'the provider rejects our account; its orders go elsewhere or wait until a lookup of the float succeeds',
  float: 'the float is too low for some orders; they go elsewhere or wait until the float covers them',
} as const;

type Reason = keyof typeof OPENED;

/** Log of a provider whose orders are stopped, and are taken again. */
export type StopLog = Pick<Log, 'warn'> & {
  opened(reason: Reason, fields?: object): void;
  closed(reason: Reason): void;
};

export const createStopLog = (log: Log): StopLog => ({
  warn: (text, fields) => log.warn(text, fields),
  opened: (reason, fields = {}) =>
    log.error(OPENED[reason], { alert: 'provider_breaker', breaker: WHOLE_PROVIDER, reason, ...fields }),
  closed: (reason) => log.info('the provider is used again', { breaker: WHOLE_PROVIDER, reason }),
});
