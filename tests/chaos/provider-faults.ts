import { setTimeout as sleep } from 'node:timers/promises';
import { type Flood, flood, linkTo } from '@topup/testkit';
import { CATCH_WITHIN_MS, caught, type Fault } from './caught';
import { FULL_FLOAT_NAIRA } from './funds';
import { isAskedByApi, type Seller, sellers } from './sellers';
import type { TestBed } from './test-bed';

/** One flood for each limit of an exchange. */
const FLOODS: Readonly<Record<Flood, string>> = {
  interim: 'interim answers without end',
  slow_head: 'a head of one byte each second',
  endless: 'a body without end',
};

/** Those of VTpass are among the other faults. */
const others: readonly Seller[] = sellers.slice(1);

/** Faults at one of several providers, and at the step from one to the next. */
export const providerFaults: readonly Fault[] = [
  ...sellers.flatMap(({ name: provider, sold }): Fault[] => [
    {
      name: `float of ${provider} empty`,
      inject: (testBed, random) =>
        whileAt(testBed, ['float', { provider, naira: 0 }, { provider, naira: FULL_FLOAT_NAIRA }], () =>
          sleep(random.between(2_000, 5_000)),
        ),
    },
    {
      name: `products of ${provider} turned off`,
      inject: (testBed, random) =>
        whileAt(testBed, ['products', { provider, off: sold }, { provider, off: [] }], () =>
          sleep(random.between(1_500, 4_000)),
        ),
    },
    {
      name: `${provider} closed by an operator`,
      async inject({ world }, random) {
        const closed = await world.sql(
          `INSERT INTO provider_switch (provider, breaker, reason, closed_by) VALUES ($1, 'provider', 'chaos', 'chaos')
           ON CONFLICT DO NOTHING RETURNING provider`,
          [provider],
        );
        await sleep(random.between(2_000, 6_000));
        await untilDone(() => world.sql('DELETE FROM provider_switch WHERE provider = $1', [provider]));
        return closed.length > 0;
      },
    },
  ]),
  ...others.flatMap(({ name, order }): Fault[] => [
    caught(`worker killed after ${name} vended`, linkTo('worker', name), 'reply', order, workers),
    caught(`answer of ${name} lost`, linkTo('worker', name), 'reply', order),
    ...(isAskedByApi(name)
      ? [caught(`api killed after ${name} vended`, linkTo('api', name), 'reply', order, ({ apis }) => apis)]
      : []),
  ]),
  ...(Object.entries(FLOODS) as [Flood, string][]).map(flooding),
  between('worker killed after it went elsewhere, before it sends', 'reply', workers),
  between('worker killed as it goes elsewhere', 'request', workers),
  between('answer to a next attempt lost', 'reply'),
];

/** Any provider delivers an order, and then answers it like this, for longer than PROVIDER_TIMEOUT_MS of the run. */
function flooding([kind, what]: [Flood, string]): Fault {
  return {
    name: `a provider answers with ${what}`,
    async inject({ world }, random) {
      const { name: provider, order } = random.pick(sellers);
      const role = isAskedByApi(provider) ? random.pick(['api', 'worker'] as const) : 'worker';
      const proxy = world.link(linkTo(role, provider));
      const { answered } = proxy.holdReplyAfter(order, (client) => flood(kind, client));
      const fired = await Promise.race([answered.then(() => true), sleep(CATCH_WITHIN_MS, false, { ref: false })]);
      if (fired) await sleep(3_500);
      proxy.release();
      return fired;
    },
  };
}

function workers({ workers: all }: TestBed): TestBed['workers'] {
  return all;
}

/** Holds the close of one attempt and the opening of the next, while the float of a first provider is empty. */
function between(name: string, held: 'request' | 'reply', victims?: typeof workers): Fault {
  const hold = caught(name, 'worker-database', held, 'open_next_attempts_', victims);
  return {
    name,
    async inject(testBed, random) {
      const { name: provider } = random.pick(sellers.filter((each) => each.name !== 'monnify'));
      let fired = false;
      await whileAt(testBed, ['float', { provider, naira: 0 }, { provider, naira: FULL_FLOAT_NAIRA }], async () => {
        fired = await hold.inject(testBed, random);
      });
      return fired;
    },
  };
}

type Change = [path: 'float' | 'products', from: object, back: object];

/** Changes something at the sandbox for a while. False when the sandbox was away. */
async function whileAt({ world }: TestBed, [path, from, back]: Change, run: () => Promise<unknown>): Promise<boolean> {
  const put = async (body: object) => {
    const response = await fetch(`${world.sandbox.url}/${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5_000),
    });
    if (!response.ok) throw new Error(`PUT /${path}: ${await response.text()}`);
  };
  const changed = await put(from).then(
    () => true,
    () => false,
  );
  await run();
  // another fault may have taken the sandbox down
  await untilDone(() => put(back));
  return changed;
}

/** Repeats what another fault may prevent, because a fault must end. */
async function untilDone(act: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await act();
      return;
    } catch (error) {
      if (tries === 60) throw error;
      await sleep(500);
    }
  }
}
