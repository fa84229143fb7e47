import { searchable } from './searchable';

describe('a secret that is pasted into the search stands in an address', () => {
  test('of an API key, only what lists show of it is sent', () => {
    const secret = 'x'.repeat(41);
    expect(searchable(` tup_live_AbCd${secret}WxYz `)).toBe('tup_live_AbCd…WxYz');
    expect(searchable('tup_test_AbCd')).toBe('tup_test_AbCd');
  });

  test('a signing secret is not sent at all', () => {
    expect(searchable('whsec_c2VjcmV0')).toBeNull();
  });

  test('everything else is sent as it was typed, from two characters on', () => {
    expect(searchable(' 0803 000 0001 ')).toBe('0803 000 0001');
    expect(searchable('a ')).toBeNull();
  });
});
