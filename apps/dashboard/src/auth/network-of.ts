import { isIPv6 } from 'node:net';

/**
 * The network that an address counts for: an IPv4 address itself, of IPv6 the first 64 bits, because one person has as
 * many addresses as they like in those.
 */
export function networkOf(ip: string | undefined): string {
  const address = (ip ?? '').replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '');
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::', 2);
  const groups = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const zeros = Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0');
  const first = [...groups, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${first.join(':')}::/64`;
}

/** An IPv4 address at the end stands for two groups, which are never among the first four. */
const groupsOf = (text: string): string[] =>
  text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
