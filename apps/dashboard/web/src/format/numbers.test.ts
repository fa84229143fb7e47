import { formatRate } from './numbers';

test.each([
  [1, '100%'],
  [0.9996, '99.9%'],
  [0.9821, '98.2%'],
  [0, '0%'],
  [null, '–'],
])('a rate of %p is %s: one failure among many is never a whole success', (rate, text) => {
  expect(formatRate(rate)).toBe(text);
});
