import { type FoundPage, matchPages } from './match-pages';

const pages: FoundPage[] = [
  { to: '/settings', label: 'Settings', words: 'time zone, wallet threshold' },
  { to: '/wallet', label: 'Wallet', words: 'balance, ledger, fund' },
];

test('a page is found by its name first, then by another word for it, from the beginning of a word', () => {
  const found = (text: string) => matchPages(pages, text).map(({ label }) => label);
  expect(found('WAL')).toEqual(['Wallet', 'Settings']);
  expect(found('time zone')).toEqual(['Settings']);
  expect(found('edger')).toEqual([]);
  expect(found('')).toEqual(['Settings', 'Wallet']);
});
