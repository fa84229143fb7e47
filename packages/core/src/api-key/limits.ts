import ipaddr from 'ipaddr.js';
import { formatNaira } from '../shared/money';

/** `read`: whatever changes nothing. `purchase`: everything. */
export const keyScopes = ['read', 'purchase'] as const;
export type KeyScope = (typeof keyScopes)[number];

/**
 * The limits of one API key. `expiresAt` null: it never expires. `allowedCidrs`: the networks that it may be used from,
 * as `parseCidr` writes them; none is any. `dailyLimitKobo`: the most that it spends in a Lagos day; null: no limit.
 */
export type KeyLimits = Readonly<{
  scope: KeyScope;
  expiresAt: Date | null;
  allowedCidrs: readonly string[];
  dailyLimitKobo: bigint | null;
}>;

export const NO_KEY_LIMITS: KeyLimits = { scope: 'purchase', expiresAt: null, allowedCidrs: [], dailyLimitKobo: null };

/** Networks of one key: enough for every office and server of a client, and few enough to check on each request. */
export const MAX_CIDRS = 20;

type CidrResult = { cidr: string } | { fault: string };

/**
 * Reads a network such as `192.0.2.0/24` or `2001:db8::/48`, or one address, which becomes a network of its own. The
 * fault says what is wrong and names the text.
 */
export function parseCidr(text: string): CidrResult {
  const [address = '', prefix, ...rest] = text.split('/');
  const isFourPart = ipaddr.IPv4.isValidFourPartDecimal(address);
  const isAddress = isFourPart || (ipaddr.IPv6.isValid(address) && address.includes(':') && !address.includes('%'));
  if (!isAddress || rest.length > 0 || (prefix !== undefined && !/^(0|[1-9]\d{0,2})$/.test(prefix)))
    return { fault: `"${shortened(text)}" is not an IP address, or a network such as 192.0.2.0/24 or 2001:db8::/48` };
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress())
    return { fault: `"${text}" is an IPv4 network that is written as IPv6; write it as IPv4` };
  const greatest = isFourPart ? 32 : 128;
  const bits = prefix === undefined ? greatest : Number(prefix);
  if (bits > greatest) return { fault: `"${text}" has more than ${greatest} bits in its prefix` };
  if (bits === 0) return { fault: `"${text}" would allow every address; remove it instead` };
  const family = isFourPart ? ipaddr.IPv4 : ipaddr.IPv6;
  const network = family.networkAddressFromCIDR(`${address}/${bits}`).toString();
  if (network !== parsed.toString())
    return { fault: `"${text}" is an address inside a network; write ${network}/${bits}, or the address alone` };
  return { cidr: `${network}/${bits}` };
}

const shortened = (text: string): string => (text.length > 50 ? `${text.slice(0, 50)}…` : text);

/** The networks in a text, separated by commas or white space, each once; or the first fault. */
export function parseCidrList(text: string): { cidrs: string[] } | { fault: string } {
  const cidrs = new Set<string>();
  for (const word of text.split(/[\s,]+/).filter((each) => each !== '')) {
    const read = parseCidr(word);
    if ('fault' in read) return read;
    cidrs.add(read.cidr);
  }
  return cidrs.size > MAX_CIDRS ? { fault: `more than ${MAX_CIDRS} networks` } : { cidrs: [...cidrs] };
}

/**
 * Says whether an address is in one of these networks, as `parseCidr` writes them; any address is when there are none.
 * An IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`) is that IPv4 address.
 */
export function createAddressCheck(cidrs: readonly string[]): (address: string | undefined) => boolean {
  if (cidrs.length === 0) return () => true;
  const networks = cidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  return (address) => {
    if (address === undefined || !ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return networks.some((network) => parsed.kind() === network[0].kind() && parsed.match(network));
  };
}

/** As the audit log and `ops` show them. */
export const keyLimitFacts = ({ scope, expiresAt, allowedCidrs, dailyLimitKobo }: KeyLimits) => ({
  scope,
  expires: expiresAt === null ? 'never' : expiresAt.toISOString(),
  addresses: allowedCidrs.join(', ') || 'any',
  daily_limit: dailyLimitKobo === null ? 'none' : formatNaira(dailyLimitKobo),
});
