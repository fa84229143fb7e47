import type { Lookup, RequeryOutcome, SendOutcome } from '@topup/core/provider';
import { createPostOnce, deadlineIn, declarations, declareProvider, mintRef, parseJson } from '@topup/providers';
import { confidential, optional, text, url } from '@topup/runtime/settings';

const DELIVERED = { costKobo: null, providerTransactionId: null, mismatch: null, goods: null };
const NOT_SOLD: Lookup<never> = { kind: 'unavailable', reason: 'it is not sold' };

const profile = { name: 'fourth', sells: ['AIRTIME'], dataServices: [], ownWords: true } as const;

/** A provider that only tests have: it sells airtime at `/sell`, and says at `/state` what became of a reference. */
const fourth = declareProvider({
  profile,
  label: 'Fourth Mobile',
  settings: {
    FOURTH_URL: optional(url('http', 'https'), 'Where Fourth Mobile is.'),
    FOURTH_KEY: confidential(optional(text(), 'The key of the account at Fourth Mobile.')),
  },
  create({ FOURTH_URL: baseUrl, FOURTH_KEY: key }) {
    const post = createPostOnce({ baseUrl, headers: { 'x-key': key }, connectTimeoutMs: 1_000 });
    return {
      ...profile,
      mode: 'live',
      mintRef,
      async send({ providerRef: ref, recipient, serviceId }, deadline): Promise<SendOutcome> {
        const called = await post('/sell', { ref, recipient, serviceId }, deadline);
        if (called.kind === 'unsent') return called;
        const isSold = called.kind === 'answered' && isTrue(called.bodyText);
        if (isSold) return { kind: 'delivered', ...DELIVERED };
        return { kind: 'unknown', reason: 'no proof', rejection: null, orderSeen: false };
      },
      async requery({ providerRef: ref }): Promise<RequeryOutcome> {
        const called = await post('/state', { ref }, deadlineIn(1_000));
        if (called.kind !== 'answered') return { kind: 'unanswered', reason: called.reason };
        return isTrue(called.bodyText) ? { kind: 'delivered', ...DELIVERED } : { kind: 'missing' };
      },
      variations: async () => NOT_SOLD,
      verifySmartcard: async () => NOT_SOLD,
      verifyMeter: async () => NOT_SOLD,
      balance: async () => ({ kind: 'found', value: 100_000_000n }),
    };
  },
  lookAlike: (sandbox) => ({ FOURTH_URL: `${sandbox}/fourth`, FOURTH_KEY: 'sandbox-fourth' }),
  facts: {
    order: 'a network',
    reference: '`ref`',
    deliveredBy: 'true',
    refusedBy: '–',
    notFoundBy: 'false',
    settles: 'forever: not known',
    closedWhen: '–',
    statement: '–',
  },
});

const isTrue = (bodyText: string): boolean => parseJson(bodyText) === true;

declarations.push(fourth);
