import type { DaySums } from '@topup/dashboard-contract';
import { blockersOf } from './blockers';

const whole = {
  closedAt: null,
  isComplete: true,
  openOrders: 0,
  openFindings: 0,
  drifts: { open: 0, resolved: 0 },
  drift: '0.00',
  unexplained: '0.00',
} as DaySums;

test.each<[string, Partial<DaySums>, RegExp[]]>([
  ['a whole day', {}, []],
  ['orders that are pending', { openOrders: 2 }, [/^2 orders still pending/]],
  ['findings', { openFindings: 1 }, [/^1 open finding up to this day/]],
  ['both', { openOrders: 1, openFindings: 3 }, [/^1 order /, /^3 open findings/]],
  // the finding of a drift follows from the sums, and does not count beside them
  ['a drift', { openFindings: 1, drifts: { open: 1, resolved: 0 }, drift: '-5.00' }, [/^A difference of −₦5\.00/]],
  ['a gap in their balances', { unexplained: '7.00' }, [/^A difference of ₦7\.00/]],
  ['statements that were not read', { isComplete: false, openOrders: 5 }, [/^Not all statements/]],
  ['a day that is closed', { closedAt: '2026-12-01T00:00:00Z', openOrders: 2 }, []],
])('%s is what keeps a day open', (_what, sums, texts) => {
  const blockers = blockersOf({ ...whole, ...sums });
  expect(blockers).toEqual(texts.map((text) => expect.stringMatching(text)));
});
