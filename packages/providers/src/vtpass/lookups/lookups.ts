import type { Lookup, ProviderLookups, SendDeadline } from '@topup/core/provider';
import { askTwice } from '../../http/ask-twice';
import type { Exchange, GetOnce, PostOnce } from '../../http/http-once';
import { ACCOUNT_REJECTED, type Oddity, unanswered } from '../../http/look-up';
import { VTPASS } from '../profile';
import { findAccountRejection, readBalance } from './read-lookup';
import { readVariations } from './read-variations';
import { readProfile, readSmartcard, readVerifiedMeter } from './read-verification';

type LookupDeps = {
  post: PostOnce;
  get: GetOnce;
  /** For one lookup from start to end, its second try included. */
  lookupTimeoutMs: number;
  onOddity: Oddity | undefined;
};

type Ask = (deadline: SendDeadline) => Promise<Exchange>;

/**
 * Creates the lookups at VTpass, which buy nothing: price lists (`GET /service-variations`), smartcards, meters and
 * profiles (`POST /merchant-verify`), and the float (`GET /balance`).
 */
export function createLookups({ post, get, lookupTimeoutMs, onOddity }: LookupDeps): ProviderLookups {
  async function lookUp<T>(
    about: string,
    ask: Ask,
    read: (httpStatus: number, bodyText: string) => Lookup<T>,
  ): Promise<Lookup<T>> {
    const exchange = await askTwice(ask, lookupTimeoutMs);
    if (exchange.kind !== 'answered') return unanswered(exchange);
    const code = findAccountRejection(exchange.httpStatus, exchange.bodyText);
    const answer = read(exchange.httpStatus, exchange.bodyText);
    if (code === null) return answer;
    onOddity?.(ACCOUNT_REJECTED, { about, code });
    return answer.kind === 'unavailable' ? { ...answer, fault: 'account' } : answer;
  }
  const verify =
    (body: object): Ask =>
    (deadline) =>
      post('/merchant-verify', body, deadline);

  return {
    dataServices: VTPASS.dataServices,
    variations: (serviceId) =>
      lookUp(serviceId, (deadline) => get('/service-variations', { serviceID: serviceId }, deadline), readVariations),
    verifySmartcard: (serviceId, smartcardNumber) =>
      lookUp(serviceId, verify({ billersCode: smartcardNumber, serviceID: serviceId }), readSmartcard),
    verifyMeter: (serviceId, meterNumber, meterType) =>
      lookUp(
        serviceId,
        verify({ billersCode: meterNumber, serviceID: serviceId, type: meterType }),
        (httpStatus, bodyText) => readVerifiedMeter(httpStatus, bodyText, meterNumber),
      ),
    verifyProfile: (serviceId, profileId, exam) =>
      lookUp(serviceId, verify({ billersCode: profileId, serviceID: serviceId, type: exam }), readProfile),
    balance: () => lookUp('balance', (deadline) => get('/balance', {}, deadline), readBalance),
  };
}
