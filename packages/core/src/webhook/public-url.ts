import ipaddr from 'ipaddr.js';
import { isOneLine } from '../shared/one-line';

const MAX_LENGTH = 2_048;
/** The ports below are those of the system's own services, which read a request as their own commands (SMTP, Redis). */
const FIRST_FREE_PORT = 1_024;

/** The IPv6 range of the public internet (RFC 4291, section 2.4). The rest is reserved or stands for IPv4. */
const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Where clouds answer those inside them with credentials and settings: mostly link-local addresses. */
const METADATA = [
  '169.254.0.0/16', // all of them but Alibaba
  'fe80::/10', // the same over IPv6 (OpenStack: fe80::a9fe:a9fe)
  '100.100.100.200/32', // Alibaba
  '168.63.129.16/32', // Azure: public by its number, answered by the host
  '192.0.0.192/32', // Oracle
  'fd00:ec2::/32', // AWS
  'fd20:ce::254/128', // Google
  'fd00:42::42/128', // Scaleway
  'fd00:a9fe:a9fe::1/128', // Linode
].map((network) => ipaddr.parseCIDR(network));

/** Names for the same, which resolve only inside the cloud. */
const METADATA_NAMES = /^(metadata|metadata\.google\.internal|metadata\.goog|metadata\.tencentyun\.com)$/i;

const PLAIN_HTTP = 'The URL is http, so anyone on the network path can read and change the events. Use https.';

/**
 * Null when a webhook URL can be set: an absolute http(s) URL of at most 2,048 characters without credentials. Its host
 * must not be the metadata of a cloud and, unless `allowPrivate`, not private as it is written; the addresses of a name
 * are checked when the connection is made.
 */
export function webhookUrlFault(
  text: string,
  { allowPrivate, requireHttps }: { allowPrivate: boolean; requireHttps: boolean },
): string | null {
  if (!isOneLine(text)) return 'must not contain control characters';
  // URL drops them at the ends, so that the URL that is kept would not be the one that is called
  if (text.trim() !== text) return 'must not begin or end with white space';
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || !/^https?:\/\//i.test(text))
    return 'must be an absolute http or https URL';
  if (requireHttps && url.protocol !== 'https:') return 'must be https';
  if (url.port !== '' && !isOpenPort(Number(url.port))) return 'must have the port 443, 80, or one above 1023';
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or password';
  if (!allowPrivate && isPrivateHost(url.hostname)) return 'must be publicly reachable, not a private or local address';
  if (isMetadataHost(url.hostname)) return 'must not be the metadata address of a cloud';
  return null;
}

/** Returns the warning for a user who sets this URL, or null. `url` has no fault. */
export function webhookUrlWarning(url: string): string | null {
  return new URL(url).protocol === 'http:' ? PLAIN_HTTP : null;
}

const isOpenPort = (port: number): boolean => port === 443 || port === 80 || port >= FIRST_FREE_PORT;

/** `URL.hostname` has already turned 127.1, 0x7f000001, full-width digits and so on into dotted form. */
const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');

/** True for a private address and for a name that only a local network can have. `hostname` is `URL.hostname`. */
export function isPrivateHost(hostname: string): boolean {
  const bare = bareHost(hostname);
  if (ipaddr.isValid(bare)) return !isPublicAddress(bare);
  return !bare.includes('.') || /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/i.test(bare);
}

/**
 * False for every IPv6 address that contains an IPv4 one (mapped, compatible, translated, 6to4, Teredo): no receiver
 * needs those. ipaddr.js alone, and request-filtering-agent 3.2, which relies on it, take ::7f00:1 for public.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || isMetadataAddress(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(PUBLIC_IPV6));
}

/** True where a cloud answers with its metadata, which is refused in development too. `hostname` is `URL.hostname`. */
export function isMetadataHost(hostname: string): boolean {
  const bare = bareHost(hostname);
  return METADATA_NAMES.test(bare) || isMetadataAddress(bare);
}

/** True for an address of a cloud's metadata, also inside an IPv6 address that stands for an IPv4 one. */
export function isMetadataAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return [parsed, ...ipv4Inside(parsed)].some((one) =>
    METADATA.some(([network, bits]) => one.kind() === network.kind() && one.match(network, bits)),
  );
}

/** 6to4 has the IPv4 address after its first two bytes; mapped, compatible, translated and NAT64 ones end with it. */
function ipv4Inside(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4[] {
  if (address.kind() === 'ipv4') return [];
  const bytes = address.toByteArray();
  if (address.range() === '6to4') return [new ipaddr.IPv4(bytes.slice(2, 6))];
  return address.match(PUBLIC_IPV6) ? [] : [new ipaddr.IPv4(bytes.slice(12))];
}

/** The part of a webhook URL that operators and records may hold: its path may be a secret. Null for no URL. */
export function maskUrl(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { origin, pathname, search } = new URL(url);
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}/…`;
}
