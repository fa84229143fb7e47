import { localPath } from './address';

test.each([
  ['/wallet?kind=refund', '/wallet?kind=refund'],
  ['/', '/'],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['https://evil.example/', undefined],
  ['javascript:alert(1)', undefined],
  ['wallet', undefined],
  [undefined, undefined],
])('a link to sign in cannot lead to another site: %s', (given, place) => {
  expect(localPath(given)).toBe(place);
});
