import type { Collector, FundingBank, NewFundingAccount, Opening } from '@topup/core/provider';

/** A collector that a test scripts. `asked`: what it was asked to open. */
export type ScriptedCollector = Collector & { asked: NewFundingAccount[]; opening: () => Opening };

/** It opens one number for everybody who asks, unless `opening` says otherwise. */
export function scriptedCollector(): ScriptedCollector {
  const opened = new Map<string, FundingBank[]>();
  const collector: ScriptedCollector = {
    name: 'monnify',
    label: 'Monnify',
    asked: [],
    opening: () => ({
      kind: 'opened',
      banks: [
        {
          bankCode: '035',
          bankName: 'Wema bank',
          accountNumber: String(5_000_000_001 + collector.asked.length),
          accountName: 'Ada',
        },
      ],
    }),
    async open(account) {
      collector.asked.push(account);
      const opening = collector.opening();
      if (opening.kind === 'opened') opened.set(account.reference, opening.banks);
      return opening;
    },
    async banks(reference) {
      const banks = opened.get(reference);
      return banks === undefined ? { kind: 'not_recognised', reason: 'unknown' } : { kind: 'found', value: banks };
    },
    transfer: async () => ({ kind: 'not_recognised', reason: 'unknown' }),
    transfers: async () => ({ kind: 'found', value: { transfers: [], next: null } }),
  };
  return collector;
}
