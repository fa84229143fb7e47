import { type FoundPage, matchPages, searchable } from './match';

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

describe('a secret that is pasted into the search stands in an address', () => {
  test('of an API key, only what lists show of it is sent', () => {
    const secret = 'x'.repeat(41);
    expect(searchable(` tup_live_AbCd${secret}WxYz `)).toBe('tup_live_AbCd…WxYz');
    expect(searchable('tup_test_AbCd')).toBe('tup_test_AbCd');
  });

  test('a webhook secret is not sent at all', () => {
    expect(searchable('whsec_c2VjcmV0')).toBeNull();
  });

  test('everything else is sent as it was typed, from two characters on', () => {
    expect(searchable(' 0803 000 0001 ')).toBe('0803 000 0001');
    expect(searchable('a ')).toBeNull();
  });
});
