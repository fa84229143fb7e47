import ipaddr from 'ipaddr.js';

const MAX_LENGTH = 2_048;

/** The IPv6 range of the public internet (RFC 4291, section 2.4). The rest is reserved or stands for IPv4. */
const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3');

/**
 * Why a webhook URL cannot be set, or null when it can. It must be an absolute http(s) URL of at most 2,048 characters
 * without credentials, and its port must not be 0. Unless `allowPrivate`, its host must not be private as it is
 * written; the addresses of a name are checked when the connection is made.
 */
export function webhookUrlFault(text: string, allowPrivate: boolean): string | null {
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || !/^https?:\/\//i.test(text))
    return 'must be an absolute http or https URL';
  if (url.port === '0') return 'must not have the port 0';
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or password';
  if (!allowPrivate && isPrivateHost(url.hostname)) return 'must be publicly reachable, not a private or local address';
  return null;
}

/** True for a private address and for a name that only a local network can have. `hostname` is `URL.hostname`. */
export function isPrivateHost(hostname: string): boolean {
  // The URL parser has already turned 127.1, 0x7f000001, full-width digits and so on into dotted form.
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  if (ipaddr.isValid(bare)) return !isPublicAddress(bare);
  return !bare.includes('.') || /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/i.test(bare);
}

/**
 * True for an address of the public internet. False for private, loopback, link-local, shared, reserved and multicast
 * addresses, and for every IPv6 address that contains an IPv4 one (mapped, compatible, translated, 6to4, Teredo): no
 * receiver needs those. ipaddr.js alone, and request-filtering-agent 3.2, which relies on it, take ::7f00:1 for public.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(PUBLIC_IPV6));
}
