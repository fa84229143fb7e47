import ipaddr from 'ipaddr.js';

const MAX_LENGTH = 2_048;

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

function isPrivateHost(hostname: string): boolean {
  // the URL parser has turned 127.1, 0x7f000001 and the like into dotted form by now
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (ipaddr.isValid(bare)) return !isPublicAddress(bare);
  return !bare.includes('.') || /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/i.test(bare);
}

/** True for an address of the public internet; false for private, loopback, link-local, shared, mapped, translated, reserved and multicast ones. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}
