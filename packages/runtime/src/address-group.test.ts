import type { IncomingMessage } from 'node:http';
import { addressGroup, dropForwardedPorts } from './address-group';

describe('one customer with many addresses is counted as many, or many customers as one', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['', 'no address'],
    [undefined, 'no address'],
    ['unknown', 'no address'],
    ['192.0.2.7:51000', 'no address'],
    ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['1:2:3:4:5:6:203.0.113.7', '1:2:3:4::/64'],
  ])('%p is counted as %p', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });
});

describe('a proxy that writes ports makes each connection another client', () => {
  test.each([
    ['192.0.2.7:51000', '192.0.2.7'],
    ['[2001:db8::7]:51000', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['192.0.2.7:51000,10.0.0.2:443 ,  10.0.0.3', '192.0.2.7, 10.0.0.2, 10.0.0.3'],
    ['unknown, 192.0.2.7:x', 'unknown, 192.0.2.7:x'],
    [undefined, undefined],
  ])('X-Forwarded-For: %s is read as %s', (given, read) => {
    const request = { headers: { ...(given && { 'x-forwarded-for': given }) } };
    dropForwardedPorts(request as IncomingMessage, undefined, () => undefined);
    expect(request.headers['x-forwarded-for']).toBe(read);
  });
});
