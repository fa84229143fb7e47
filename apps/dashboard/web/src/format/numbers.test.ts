import { formatRate, percentText } from './numbers';

test.each([
  [1, '100%'],
  [0.9996, '99.9%'],
  [0.9821, '98.2%'],
  [0, '0%'],
  [null, '–'],
])('a rate of %p is %s: one failure among many is never a whole success', (rate, text) => {
  expect(formatRate(rate)).toBe(text);
});

test.each([
  ['9.09', '9.09%'],
  ['-1.01', '−1.01%'],
  [null, '–'],
])('a share of %p is %s', (percent, text) => {
  expect(percentText(percent)).toBe(text);
});
