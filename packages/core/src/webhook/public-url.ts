import ipaddr from 'ipaddr.js';

const MAX_LENGTH = 2_048;

/** What IANA has given out of IPv6 for the public internet (RFC 4291, section 2.4): the rest is reserved, or stands for IPv4. */
const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3');

/**
 * Why a webhook URL cannot be set, or null when it can: an absolute http(s) URL of at most 2,048 characters, without credentials, and, unless private
 * addresses are allowed, not one that is private by its very text. Where its name leads is checked when the connection is made.
 */
export function webhookUrlFault(text: string, allowPrivate: boolean): string | null {
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || !/^https?:\/\//i.test(text))
    return 'must be an absolute http or https URL';
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or password';
  if (!allowPrivate && isPrivateHost(url.hostname)) return 'must be publicly reachable, not a private or local address';
  return null;
}

/** True for a host, as URL.hostname gives it, that is a private address or names a machine of one's own network by its very text. */
export function isPrivateHost(hostname: string): boolean {
  // the URL parser has turned 127.1, 0x7f000001, full-width digits and the like into dotted form by now
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  if (ipaddr.isValid(bare)) return !isPublicAddress(bare);
  return !bare.includes('.') || /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/i.test(bare);
}

/**
 * True for an address of the public internet; false for private, loopback, link-local, shared, reserved and multicast ones, and for every IPv6 address
 * that stands for an IPv4 one (mapped, compatible, translated, 6to4, Teredo), whatever that is: nobody needs them to be reached.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(PUBLIC_IPV6));
}
