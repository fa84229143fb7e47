import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';

/**
 * Returns what counts as one place on the network: an IPv4 address, even as `::ffff:192.0.2.1`, or an IPv6 /64, because
 * one customer has a whole one. All that is no address is one place: a client could write another text in each request.
 */
export function addressGroup(address = ''): string {
  const [bare = ''] = address.split('%'); // a link-local address names its interface after a %
  if (!isIPv6(bare)) return isIPv4(bare) ? bare : 'no address';
  const groups = groupsOf(bare);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535') return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/**
 * A handler that leaves only addresses in `X-Forwarded-For`. Azure Application Gateway and IIS write `192.0.2.7:51000`
 * and `[2001:db8::7]:51000`, which Express would take for another client with each connection, and never for a proxy.
 */
export function dropForwardedPorts({ headers }: IncomingMessage, _response: unknown, next: () => void): void {
  const given = headers['x-forwarded-for'];
  if (given !== undefined) headers['x-forwarded-for'] = String(given).split(',').map(withoutPort).join(', ');
  next();
}

const withoutPort = (entry: string): string =>
  entry.trim().replace(/^(?:\[([\da-f:.%]+)\]|([\d.]+))(?::\d+)?$/i, '$1$2');

/** The eight groups of a valid IPv6 address. URL writes the last 32 bits as hexadecimal in every case. */
function groupsOf(address: string): number[] {
  const [before = [], after = []] = new URL(`http://[${address}]/`).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').flatMap((group) => (group === '' ? [] : Number.parseInt(group, 16))));
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
