import { readPreference } from './prefer';

test.each([
  ['respond-async', 0, 'respond-async'],
  ['Respond-Async', 0, 'respond-async'],
  ['wait=5', 5_000, 'wait=5'],
  ['wait="0"', 0, 'wait=0'],
  ['wait = 15', 15_000, 'wait=15'],
  ['respond-async, wait=10', 10_000, 'respond-async, wait=10'],
  ['handling=lenient, wait=3, foo; bar', 3_000, 'wait=3'],
  ['respond-async, wait=60', 0, 'respond-async'],
])('Prefer: %s waits for %d ms', (prefer, waitMs, applied) => {
  expect(readPreference({ headers: { prefer } })).toEqual({ waitMs, applied });
});

test.each([
  undefined,
  '',
  'wait=16',
  'wait=-1',
  'wait=1.5',
  'wait',
  'wait=',
  'respond-asynchronously',
  'wait=5s',
  '"wait=5"',
  'x=wait=5',
])('Prefer: %s changes nothing', (prefer) => {
  expect(readPreference({ headers: prefer === undefined ? {} : { prefer } })).toBeNull();
});
