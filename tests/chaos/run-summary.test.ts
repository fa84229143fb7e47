import { mostForOne } from './run-summary';

test('the deliveries of an hour are summed up, and the reference that was sold twice is seen', () => {
  const references = Array.from({ length: 300_000 }, (_, n) => `ref-${n}`);
  expect(mostForOne([])).toBe(0);
  expect(mostForOne(references)).toBe(1);
  expect(mostForOne([...references, 'ref-7'])).toBe(2);
});
