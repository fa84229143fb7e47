import type { Mode } from '@topup/core/account';
import type { FaultProxy } from '../faults/fault-proxy';
import { grantedRole } from '../servers/granted-role';
import { type RunningPgBouncer, startPooledRole } from '../servers/pgbouncer';
import { testDatabase } from '../servers/postgres';
import { startRedis } from '../servers/redis';
import { startWebhookReceiver, type WebhookReceiver } from '../webhooks/receiver';
import { openTestAccount, type TestAccount } from './account';
import { type ApiClient, createApiClient } from './api-client';
import { type Cleanups, createCleanups } from './cleanups';
import { createFleet, type Fleet, startMany } from './fleet';
import { createLinks, type LinkName, type Links, linkTo } from './links';
import { type ApiProcess, type SandboxProcess, startSandbox } from './processes';
import { openReleasedAccount, releasedDatabase } from './release';
import {
  addressesAt,
  behindPooler,
  highLimits,
  journeyMode,
  newMasterKey,
  providersAt,
  sandboxKeys,
  shortTimers,
} from './settings';
import { createWitnesses, type Witnesses } from './witnesses';

export type WorldOptions = {
  /** A migrated database that outlives the world. Default: a new one, which `stop` drops. */
  databaseUrl?: string;
  /** Runs api and worker as a role with the rights of `database.js grant` instead of as the owner. */
  asGrantedRole?: boolean;
  /**
   * The Redis of the queues. No other world may use its database number at the same time. Default: queues in the
   * database.
   */
  redisUrl?: string;
  /** Processes at the start, default 1 each. */
  apis?: number;
  workers?: number;
  /** The timers and limits of production, instead of `shortTimers` and `highLimits`. */
  defaultTimers?: boolean;
  /** Settings of api and worker, on top of these. */
  settings?: Record<string, string>;
  sandboxSettings?: Record<string, string>;
  /** In the order of preference, each on a link of its own. Default: VTpass. */
  providers?: readonly string[];
  /** Puts a fault proxy on every link: see `link`. */
  throughProxies?: boolean;
  /**
   * The root of a built clone of the released version: it makes the database and the account, and its processes are
   * the first. What is added later is of this version.
   */
  release?: string;
  /** The balance of `account`; default 1,000,000. */
  naira?: number;
  /** Of its accounts; default `journeyMode`. */
  mode?: Mode;
};

/** A whole service as processes, with database, provider sandbox, a client and its webhook receiver. */
export type World = Omit<Fleet, 'kill'> &
  Omit<Witnesses, 'close'> & {
    readonly databaseUrl: string;
    /** Of its accounts. */
    readonly mode: Mode;
    /** Between its processes and the database, in a run with TEST_POOLER=1. */
    readonly pooler: RunningPgBouncer | undefined;
    readonly providers: readonly string[];
    readonly sandbox: SandboxProcess;
    /** The KEY_ENCRYPTION_SECRET of its processes. */
    readonly keySecret: string;
    /** Not registered yet: `client.setWebhook(receiver.url)`. */
    readonly receiver: WebhookReceiver;
    readonly account: TestAccount;
    /** A client of `account` at the first api. */
    readonly client: ApiClient;
    clientOf(api: ApiProcess, account?: TestAccount): ApiClient;
    /** A client of that account at the first api. */
    clientFor(account: TestAccount): ApiClient;
    addAccount(naira: number): Promise<TestAccount>;
    /** The proxy on a link, in a world with `throughProxies`. */
    link(name: LinkName): FaultProxy;
    /**
     * Kills all processes and removes everything that belongs to the world.
     * @throws when one of them had ended unbidden, or a test purchase reached the sandbox: no test may overlook either
     */
    stop(): Promise<void>;
  };

/** Starts a world in about 2 s. The programs must be compiled. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const cleanups = createCleanups();
  try {
    return await build(options, cleanups);
  } catch (error) {
    await cleanups.run();
    throw error;
  }
}

async function build(
  { apis = 1, workers = 1, naira = 1_000_000, mode = journeyMode, ...options }: WorldOptions,
  cleanups: Cleanups,
): Promise<World> {
  const { release } = options;
  const ownDatabase = async () => {
    const database = release === undefined ? testDatabase() : releasedDatabase(release);
    return cleanups.own(await database, (each) => each.drop()).url;
  };
  const [databaseUrl, receiver, sandbox] = await together(
    options.databaseUrl === undefined ? ownDatabase() : Promise.resolve(options.databaseUrl),
    startWebhookReceiver().then((started) => cleanups.own(started, (each) => each.stop())),
    startSandbox(options.sandboxSettings).then((started) => cleanups.own(started, (each) => each.kill())),
  );
  const links = cleanups.own(createLinks(options.throughProxies ?? false), (each) => each.stop());
  const { masterKey, text } = newMasterKey();
  const timers = options.defaultTimers ? { WEBHOOK_ALLOW_PRIVATE: 'true' } : { ...shortTimers(), ...highLimits };
  // tests write plans of their own, which a sync would take for plans that are gone
  const own = { CATALOGUE_SYNC_MINUTES: '0', KEY_ENCRYPTION_SECRET: text };
  const common = { ...timers, ...sandboxKeys(), ...own, ...options.settings };
  const role = options.asGrantedRole
    ? cleanups.own(await grantedRole(databaseUrl, 'service', { root: release }), (each) => each.drop())
    : undefined;
  const direct = { databaseUrl: role?.url ?? databaseUrl, redisUrl: options.redisUrl };
  const { pooler, ...stores } = behindPooler ? await throughPooler(databaseUrl, direct, cleanups) : noPooler(direct);
  const { providers = ['vtpass'] } = options;
  const settingsOf = async (role: 'api' | 'worker') => ({
    PROVIDERS: providers.join(','),
    ...(await providersThrough(links, role, sandbox.url, providers)),
    ...common,
    ...(await storesThrough(links, role, stores)),
    ...(pooler && { DATABASE_POOLER: 'transaction' }),
  });
  const settings = { api: await settingsOf('api'), worker: await settingsOf('worker') };
  const { kill, ...fleet } = createFleet(settings);
  cleanups.own(fleet, kill);
  const { close, ...witnesses } = createWitnesses(databaseUrl, sandbox.url);
  cleanups.own(witnesses, close);
  const [account] = await together(
    release === undefined
      ? openTestAccount(databaseUrl, masterKey, naira, mode)
      : openReleasedAccount(release, { ...providersAt(sandbox.url), ...common, DATABASE_URL: databaseUrl }, naira),
    startMany({ kill, ...fleet }, apis, workers, release),
  );
  const clientOf = (api: ApiProcess, of = account) => createApiClient(api.url, of.apiKey);
  return {
    ...fleet,
    ...witnesses,
    databaseUrl,
    mode,
    pooler,
    providers,
    sandbox,
    keySecret: text,
    receiver,
    account,
    client: clientOf(firstOf(fleet.apis)),
    clientOf,
    clientFor: (of) => clientOf(firstOf(fleet.apis), of),
    addAccount: (amount) => openTestAccount(databaseUrl, masterKey, amount, mode),
    link: links.get,
    stop: async () => {
      const faults = [...fleet.apis, ...fleet.workers, sandbox].flatMap((process) => process.unbidden() ?? []);
      if (mode === 'test' && sandbox.unbidden() === undefined)
        for (const { request_id } of (await witnesses.ledger()).posts)
          faults.push(`a test purchase reached the provider: ${request_id}`);
      await cleanups.run();
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
  };
}

/** Like Promise.all, but it waits for all: what starts after a failure must be known, to be removed. */
async function together<T extends readonly unknown[]>(...starts: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  await Promise.allSettled(starts);
  return (await Promise.all(starts)) as unknown as T;
}

type Stores = { databaseUrl: string; redisUrl: string | undefined };

const noPooler = (stores: Stores) => ({ ...stores, pooler: undefined });

/** A pooler as a role that may use one, and queues on Redis. */
async function throughPooler(ownerUrl: string, { redisUrl }: Stores, cleanups: Cleanups) {
  const pooler = cleanups.own(await startPooledRole(ownerUrl, 'service'), (each) => each.remove());
  const redis = redisUrl === undefined ? cleanups.own(await startRedis(), (each) => each.stop()) : { url: redisUrl };
  return { pooler, databaseUrl: pooler.url, redisUrl: redis.url };
}

async function storesThrough(links: Links, role: 'api' | 'worker', { databaseUrl, redisUrl }: Stores) {
  const database = { DATABASE_URL: await links.route(`${role}-database`, databaseUrl) };
  return redisUrl === undefined ? database : { ...database, REDIS_URL: await links.route(`${role}-redis`, redisUrl) };
}

/** All addresses of a provider lead through its one link. */
async function providersThrough(links: Links, role: 'api' | 'worker', url: string, providers: readonly string[]) {
  const settings: Record<string, string> = providersAt(url);
  for (const name of providers) {
    const through = new URL(await links.route(linkTo(role, name), url));
    for (const [setting, address] of Object.entries(addressesAt(name, url)))
      settings[setting] = Object.assign(new URL(address), { host: through.host }).href;
  }
  return settings;
}

function firstOf(apis: readonly ApiProcess[]): ApiProcess {
  const [first] = apis;
  if (first === undefined) throw new RangeError('a world has at least one api');
  return first;
}
