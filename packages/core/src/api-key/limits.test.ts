import { createAddressCheck, MAX_CIDRS, parseCidr, parseCidrList } from './limits';

describe('a network that is typed wrong lets others in, or locks the client out', () => {
  test.each([
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['192.0.2.7', '192.0.2.7/32'],
    ['2001:db8::/48', '2001:db8::/48'],
    ['2001:DB8:0::0/48', '2001:db8::/48'],
    ['2001:db8::7', '2001:db8::7/128'],
  ])('%s is read as %s', (text, cidr) => {
    expect(parseCidr(text)).toEqual({ cidr });
  });

  test.each([
    ['192.0.2.0/33', 'more than 32 bits'],
    ['2001:db8::/129', 'more than 128 bits'],
    ['0.0.0.0/0', 'would allow every address'],
    ['::/0', 'would allow every address'],
    ['192.0.2.7/24', 'write 192.0.2.0/24, or the address alone'],
    ['2001:db8::7/48', 'write 2001:db8::/48, or the address alone'],
    ['::ffff:192.0.2.0/120', 'write it as IPv4'],
    ['::ffff:c000:200', 'write it as IPv4'],
    ['192.0.2', '"192.0.2" is not an IP address'],
    ['3221225985', '"3221225985" is not an IP address'],
    ['0xc0.0.2.1', 'is not an IP address'],
    ['192.0.2.0/', 'is not an IP address'],
    ['192.0.2.0/24/24', 'is not an IP address'],
    ['192.0.2.0/+8', 'is not an IP address'],
    ['192.0.2.0/08', 'is not an IP address'],
    ['fe80::1%eth0', 'is not an IP address'],
    ['example.com', 'is not an IP address'],
    ['', 'is not an IP address'],
  ])('%p is declined, and the fault says why', (text, why) => {
    expect(parseCidr(text)).toEqual({ fault: expect.stringContaining(why) });
  });

  test('a list is separated by commas, spaces or lines, and names each network once', () => {
    expect(parseCidrList(' 192.0.2.1,\n2001:db8::/48  192.0.2.1/32,')).toEqual({
      cidrs: ['192.0.2.1/32', '2001:db8::/48'],
    });
    expect(parseCidrList('')).toEqual({ cidrs: [] });
    expect(parseCidrList('192.0.2.1, x')).toEqual({ fault: expect.stringContaining('"x"') });
    const many = (count: number) => Array.from({ length: count }, (_, i) => `192.0.2.${i}`).join(' ');
    expect(parseCidrList(many(MAX_CIDRS))).toMatchObject({ cidrs: { length: MAX_CIDRS } });
    expect(parseCidrList(many(MAX_CIDRS + 1))).toEqual({ fault: 'more than 20 networks' });
  });
});

describe('a key is used from an address that it does not allow', () => {
  const allow = createAddressCheck(['192.0.2.0/24', '198.51.100.7/32', '2001:db8:1::/48']);

  test.each(['192.0.2.0', '192.0.2.255', '::ffff:192.0.2.9', '::ffff:c000:209', '198.51.100.7', '2001:db8:1::1'])(
    '%s is inside',
    (address) => {
      expect(allow(address)).toBe(true);
    },
  );

  test.each(['192.0.3.0', '198.51.100.8', '::ffff:192.0.3.1', '2001:db8:2::1', '::c000:209', '', 'x', undefined])(
    '%s is outside',
    (address) => {
      expect(allow(address)).toBe(false);
    },
  );

  test('no network allows every address, also one that is not known', () => {
    expect([undefined, '192.0.2.1', '2001:db8::1'].map(createAddressCheck([]))).toEqual([true, true, true]);
  });
});
