import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, type LinkName, linkTo } from '@topup/testkit';
import { runCommand } from '../fault/redis-command';
import { all, caught, type Fault } from './caught';
import { providerFaults } from './provider-faults';
import { isAskedByApi, sellerNames } from './sellers';
import type { SupervisedProcess, TestBed } from './test-bed';

/** Longer than START_DEADLINE_MS of the run, so that the sweeper refunds what nobody could send. */
const WORKERS_AWAY_MS = 10_000;

/** Jobs arrive so late that the sweeper has started their work. Orders must arrive before they are taken for lost. */
const longestSilences: readonly [link: LinkName, ms: number][] = (['api', 'worker'] as const).flatMap(
  (role): [LinkName, number][] => [
    [`${role}-database`, 4_000],
    [`${role}-redis`, 6_000],
    ...sellerNames
      .filter((name) => role === 'worker' || isAskedByApi(name))
      .map((name): [LinkName, number] => [linkTo(role, name), 3_000]),
  ],
);
const links = longestSilences.map(([link]) => link);

/** Every kind of fault. The schedule shuffles them, so that each comes once before any comes again. */
export const faults: readonly Fault[] = [
  ...[0, 1].flatMap((n) => [
    killed('api', ({ apis }) => apis[n]),
    killed('worker', ({ workers }) => workers[n]),
    frozen('api', ({ apis }) => apis[n], [800, 3_000]),
    frozen('worker, for longer than its lease', ({ workers }) => workers[n], [4_500, 6_500]),
  ]),
  deployed('api', ({ apis }) => apis),
  deployed('worker', ({ workers }) => workers),
  killed('sandbox', ({ sandbox }) => sandbox),
  frozen('sandbox', ({ sandbox }) => sandbox, [1_000, 3_000]),
  {
    name: 'all workers away',
    inject: async ({ workers }, random) =>
      all(workers, (place) => place.down('kill', WORKERS_AWAY_MS + random.between(0, 2_000))),
  },
  { name: 'all api processes killed', inject: async ({ apis }) => all(apis, (place) => place.down('kill', 200)) },

  caught(
    'api killed after its debit, before it knows',
    'api-database',
    'reply',
    'accept_purchases_',
    ({ apis }) => apis,
  ),
  caught(
    'api killed after its claim, before it sends',
    'api-database',
    'reply',
    'claim_purchases_',
    ({ apis }) => apis,
  ),
  caught('api killed after the provider vended', 'api-provider', 'reply', 'POST /api/pay', ({ apis }) => apis),
  caught(
    'api killed with its settlement on the way',
    'api-database',
    'request',
    'record_settlements_',
    ({ apis }) => apis,
  ),
  caught(
    'worker killed after its claim, before it sends',
    'worker-database',
    'reply',
    'claim_purchases_',
    ({ workers }) => workers,
  ),
  caught(
    'worker killed with its order on the way',
    'worker-provider',
    'request',
    'POST /api/pay',
    ({ workers }) => workers,
  ),
  caught(
    'worker killed after the provider vended',
    'worker-provider',
    'reply',
    'POST /api/pay',
    ({ workers }) => workers,
  ),
  caught(
    'worker killed with its settlement on the way',
    'worker-database',
    'request',
    'record_settlements_',
    ({ workers }) => workers,
  ),
  caught(
    'worker killed after its settlement',
    'worker-database',
    'reply',
    'record_settlements_',
    ({ workers }) => workers,
  ),
  caught('answer to a debit lost', 'api-database', 'reply', 'accept_purchases_'),
  caught('answer to a claim lost', 'worker-database', 'reply', 'claim_purchases_'),
  caught('answer to a settlement lost', 'worker-database', 'reply', 'record_settlements_'),
  caught('answer of the provider lost', 'worker-provider', 'reply', 'POST /api/pay'),

  {
    name: 'api-database silent for ten seconds',
    inject: async ({ world }, random) => {
      await world.link('api-database').setMode('blackhole');
      await sleep(random.between(9_000, 10_000));
      await world.link('api-database').setMode('pass');
      return true;
    },
  },
  ...longestSilences.map(
    ([link, longestMs]): Fault => ({
      name: `${link} silent`,
      inject: async ({ world }, random) => {
        await world.link(link).setMode('blackhole');
        await sleep(random.between(1_000, longestMs));
        await world.link(link).setMode('pass');
        return true;
      },
    }),
  ),
  ...links.map(
    (link): Fault => ({
      name: `${link} refused`,
      inject: async ({ world }, random) => {
        const met = world.link(link).connections() > 0;
        await world.link(link).setMode('refuse');
        world.link(link).cut();
        await sleep(random.between(800, 4_000));
        await world.link(link).setMode('pass');
        return met;
      },
    }),
  ),

  {
    name: 'PostgreSQL killed',
    inject: async ({ postgres }, random) => {
      await postgres.kill();
      await sleep(random.between(0, 2_500));
      await postgres.start();
      return true;
    },
  },
  {
    name: 'PostgreSQL ends our connections',
    inject: async ({ world }) => {
      const ended = await world.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      return ended.length > 0;
    },
  },
  {
    name: 'Redis lost with its data',
    inject: async ({ redis }, random) => {
      await redis.kill();
      await sleep(random.between(500, 6_000));
      await redis.restartEmpty();
      return true;
    },
  },
  {
    name: 'Redis frozen',
    inject: async ({ redis }, random) => {
      redis.pause();
      await sleep(random.between(1_000, 4_000));
      redis.resume();
      return true;
    },
  },
  {
    name: 'Redis emptied',
    inject: async ({ redis }) => (await runCommand(redis, 'FLUSHALL')) === 'OK',
  },
  {
    name: 'Redis full',
    inject: async ({ redis }, random) => {
      const full = await runCommand(redis, 'CONFIG', 'SET', 'maxmemory', '1');
      await sleep(random.between(1_000, 5_000));
      // another fault may have frozen or stopped it at this moment
      await eventually(() => runCommand(redis, 'CONFIG', 'SET', 'maxmemory', '0'), Boolean, 30_000);
      return full === 'OK';
    },
  },
  ...providerFaults,
];

type Target<P> = (testBed: TestBed) => P | undefined;

function killed(what: string, target: Target<Pick<SupervisedProcess<never>, 'down'>>): Fault {
  return {
    name: `${what} killed`,
    inject: async (testBed, random) => (await target(testBed)?.down('kill', random.between(0, 2_000))) ?? false,
  };
}

function frozen(
  what: string,
  target: Target<Pick<SupervisedProcess<never>, 'freeze'>>,
  [least, most]: [number, number],
): Fault {
  return {
    name: `${what} frozen`.replace(/^(\w+)(, .*) frozen$/, '$1 frozen$2'),
    inject: async (testBed, random) => (await target(testBed)?.freeze(random.between(least, most))) ?? false,
  };
}

/** SIGTERM, one process after the other, as a deployment does. */
function deployed(
  what: string,
  targets: (testBed: TestBed) => readonly Pick<SupervisedProcess<never>, 'down'>[],
): Fault {
  return {
    name: `${what} processes replaced in order`,
    inject: async (testBed) => {
      let replaced = false;
      for (const place of targets(testBed)) replaced = (await place.down('stop', 0)) || replaced;
      return replaced;
    },
  };
}
