import { type FaultProxy, startFaultProxy } from '../faults/fault-proxy';

/**
 * The connections of our processes that a test can disturb: to the stores, and to each provider by its name; VTpass is
 * `provider`. All api processes share their links, and so do all workers.
 */
export type LinkName = `${'api' | 'worker'}-${string}`;

/** The link to a provider. */
export const linkTo = (role: 'api' | 'worker', provider: string): LinkName =>
  `${role}-${provider === 'vtpass' ? 'provider' : provider}`;

export type Links = {
  /** The proxy on a link. @throws when the world has none */
  get(name: LinkName): FaultProxy;
  /** The address to use instead of `url`: that of a new proxy, or `url` itself in a world without proxies. */
  route(name: LinkName, url: string): Promise<string>;
  stop(): Promise<void>;
};

const DEFAULT_PORTS: Record<string, number> = { 'postgresql:': 5432, 'postgres:': 5432, 'redis:': 6379, 'http:': 80 };

export function createLinks(throughProxies: boolean): Links {
  const proxies = new Map<LinkName, FaultProxy>();
  return {
    get(name) {
      const proxy = proxies.get(name);
      if (proxy === undefined)
        throw new Error(`no proxy on ${name}: start the world with throughProxies (and redisUrl)`);
      return proxy;
    },
    async route(name, url) {
      if (!throughProxies) return url;
      const { hostname, port, protocol } = new URL(url);
      const proxy = await startFaultProxy({
        target: { host: hostname, port: Number(port) || (DEFAULT_PORTS[protocol] ?? 0) },
      });
      proxies.set(name, proxy);
      const routed = new URL(url);
      routed.hostname = '127.0.0.1';
      routed.port = String(proxy.port);
      return routed.href;
    },
    stop: async () => {
      await Promise.all([...proxies.values()].map((proxy) => proxy.stop()));
    },
  };
}
