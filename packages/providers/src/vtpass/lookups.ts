import type { Lookup, ProviderLookups, SendDeadline } from '@topup/core/provider';
import { deadlineIn } from './deadline-in';
import type { Exchange, GetOnce, PostOnce } from './http-once';
import { findRefusedAccount } from './judge-lookup';
import { readBalance } from './read-balance';
import { readVariations } from './read-variations';
import { readSmartcard, readVerifiedMeter } from './read-verification';

export type LookupDeps = {
  post: PostOnce;
  get: GetOnce;
  /** For one lookup from start to end, its second try included. */
  lookupTimeoutMs: number;
  onOddity: ((text: string, fields: Record<string, string>) => void) | undefined;
};

type Ask = (deadline: SendDeadline) => Promise<Exchange>;

/** Reasons of an exchange broken by the other side, as keep-alive connections are: worth asking again. */
const BROKEN_OFF = new Set(['ECONNRESET', 'EPIPE']);

/** What can be asked of VTpass without buying: price lists by `GET /service-variations`, cards and meters by `POST /merchant-verify`, the float by `GET /balance`. */
export function createLookups({ post, get, lookupTimeoutMs, onOddity }: LookupDeps): ProviderLookups {
  async function lookUp<T>(
    about: string,
    ask: Ask,
    read: (httpStatus: number, bodyText: string) => Lookup<T>,
  ): Promise<Lookup<T>> {
    const exchange = await askTwice(ask, lookupTimeoutMs);
    if (exchange.kind !== 'answered') return { kind: 'unavailable', reason: exchange.reason };
    const refusedWith = findRefusedAccount(exchange.httpStatus, exchange.bodyText);
    if (refusedWith !== null) onOddity?.('the provider refused a lookup of our account', { about, code: refusedWith });
    return read(exchange.httpStatus, exchange.bodyText);
  }
  const verify =
    (body: object): Ask =>
    (deadline) =>
      post('/merchant-verify', body, deadline);

  return {
    dataServices: [
      { serviceId: 'mtn-data', network: 'MTN' },
      { serviceId: 'glo-data', network: 'GLO' },
      { serviceId: 'glo-sme-data', network: 'GLO' },
      { serviceId: 'airtel-data', network: 'AIRTEL' },
      { serviceId: 'etisalat-data', network: '9MOBILE' },
    ],
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
    balance: () => lookUp('balance', (deadline) => get('/balance', {}, deadline), readBalance),
  };
}

/** Asks again, once, when the question did not go out or the connection broke: lookups change nothing. */
async function askTwice(ask: Ask, timeoutMs: number): Promise<Exchange> {
  const deadline = deadlineIn(timeoutMs);
  const first = await ask(deadline);
  if (first.kind === 'answered' || deadline.remainingMs() <= 0) return first;
  return first.kind === 'unsent' || BROKEN_OFF.has(first.reason) ? ask(deadline) : first;
}
