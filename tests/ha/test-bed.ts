import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { grantedRole, migrate, type ServiceProcess, startRedis, startWorld } from '@topup/testkit';
import { recordFreezes } from '../chaos/freezes';
import type { Service, SupervisedProcess } from '../chaos/test-bed';
import { startTermii, TERMII_TAKES } from '../journey/support/termii';
import type { Cluster } from './cluster/cluster';

export type HaTestBed = Service & {
  /** Stops one api and one worker in order and starts others in their place, as a deployment does. */
  replaceOne(): Promise<void>;
  remove(): Promise<void>;
};

/** Longer than those of other tests: what is accepted during a failover must be sold after it. */
const timers = {
  PURCHASE_WAIT_MS: '15000',
  SYNC_WAIT_MS: '30000',
  PROVIDER_TIMEOUT_MS: '3000',
  START_DEADLINE_MS: '120000',
  REQUERY_SCHEDULE: '300ms,600ms,1s,2s,3s,4s,6s,8s,10s,15s,20s,25s,30s,40s,50s,60s,70s,80s,90s,100s,110s,120s',
};

/**
 * Two api and two worker processes on the cluster and a Redis of their own: one of each finds the leader by HAProxy,
 * and one by a DATABASE_URL with several hosts. The provider vends whatever it is sent, repeated or not.
 */
export async function startHaTestBed(cluster: Cluster): Promise<HaTestBed> {
  const directory = await mkdtemp(path.join(tmpdir(), 'topup-ha-'));
  const redis = await startRedis();
  const { termii, settings: sms } = await startTermii();
  termii.answerWith(TERMII_TAKES);
  await migrate(cluster.url);
  const world = await startWorld({
    databaseUrl: cluster.url,
    redisUrl: redis.url,
    asGrantedRole: true,
    settings: { ...timers, ...sms },
    sandboxSettings: { SANDBOX_FILE: path.join(directory, 'sandbox.jsonl'), SANDBOX_VENDS_EVERY_POST: 'true' },
  });
  const role = await grantedRole(cluster.url);
  const severalHosts = { DATABASE_URL: cluster.severalHosts(role.url) };
  const [byHosts] = await Promise.all([world.addApi(severalHosts), world.addWorker(severalHosts)]);
  const apis = [place(world.apis[0], () => world.addApi()), place(byHosts, () => world.addApi(severalHosts))];
  const workers = [
    place(world.workers[0], () => world.addWorker()),
    place(world.workers[1], () => world.addWorker(severalHosts)),
  ];
  const running = () => [...apis, ...workers].flatMap((each) => each.current() ?? []);
  let replaced = 0;
  return {
    world,
    apis,
    workers,
    sandbox: place(world.sandbox, () => Promise.reject(new Error('it runs all the time'))),
    termii,
    freezes: recordFreezes(),
    crashes: () => [...world.apis, ...world.workers].flatMap((each) => each.unbidden() ?? []),
    lines: () => [...world.apis, ...world.workers].flatMap(({ lines }) => [...lines]),
    async replaceOne() {
      const n = replaced++ % 2;
      await Promise.all([apis[n]?.down('stop', 0), workers[n]?.down('stop', 0)]);
    },
    async stopAll() {
      const codes = await Promise.all(running().map(async (each) => ({ name: each.name, code: await each.stop() })));
      return codes.filter(({ code }) => code !== 0).map(({ name, code }) => `${name} ended with ${code} on SIGTERM`);
    },
    async remove() {
      await world.stop().catch(() => undefined); // crashes are in the evidence
      await termii.stop();
      await redis.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function place<P extends ServiceProcess>(first: P | undefined, start: () => Promise<P>): SupervisedProcess<P> {
  let current = first;
  return {
    name: first?.name ?? '',
    current: () => current,
    async down() {
      const process = current;
      current = undefined;
      await process?.stop();
      current = await start();
      return true;
    },
    freeze: () => Promise.resolve(false),
  };
}
