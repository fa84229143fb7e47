import { baseUrl, optional, type Setting, url, withRisk } from '@topup/runtime/settings';

type Address = {
  /** The provider's own: there only https with `path` is taken, because anything else sells nothing. */
  domain: string;
  path: RegExp;
  /** The URL of an audience, which ends without a slash. */
  isAudience?: true;
};

/** The base URL of a provider. `words`: for docs/operate/settings.md. */
export function addressSetting({ domain, path, isAudience }: Address, words: string): Setting<string | undefined> {
  const schema = isAudience ? baseUrl() : url('https', 'http');
  const own = schema.custom((given: string) => requireOwnForm(given, domain, path));
  return withRisk(optional(own, words), (given) =>
    given !== undefined && isUnencrypted(given) ? 'is http: keys and orders can be read on the way' : undefined,
  );
}

/** No path behind the name of the host. */
export const NO_PATH = /^\/?$/;

function requireOwnForm(given: string, domain: string, path: RegExp): string {
  const { protocol, hostname, pathname } = new URL(given);
  if (hostname !== domain && !hostname.endsWith(`.${domain}`)) return given;
  if (protocol !== 'https:') throw new Error(`must be https at ${domain}`);
  if (!path.test(pathname)) throw new Error(`has another path at ${domain}: see docs/operate/settings.md`);
  return given;
}

/** Not on the way to this machine, which has none. */
const isUnencrypted = (given: string): boolean =>
  /^http:/i.test(given) && !/^http:\/\/(127\.|localhost[:/]|\[::1\])/i.test(given);
