import fc from 'fast-check';
import { createBatcher } from './batcher';
import { createFairQuota, createFairQuotaByName, runInQuota } from './fair-quota';
import { createInTurns, createScheduler, type Work } from './scheduler';

// All that accounts share is divided by these four. `Scheduler`: sends and requeries of workers, mails, notifications,
// webhooks with the hosts they go to, and hashes of passwords. `InTurns`: lists of the api, pages of the dashboard, and
// accepts whose wallet is locked.
// `FairQuota` alone: sends of the api, lookups, exports, streams. `Batcher`: accepts. Time is a count of steps here, so
// each bound is a number of turns, and a busy machine changes nothing.

const RUNS = { numRuns: 2_000, seed: 1128 };
const LAST_STEP = 30;
/** A piece of work that never ends. */
const HANGS = Number.POSITIVE_INFINITY;

/** Work of `accountId` for a service, which begins to wait at `atStep` and takes `steps`. */
type Arrival = { accountId: string; service: string; atStep: number; steps: number };

const service = fc.constantFrom('mtn', 'glo');
const atStep = fc.nat(LAST_STEP);
const steps = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(HANGS));
const accountId = fc.constantFrom('a', 'b', 'c', 'd', 'e');

/** Work of the other accounts: single pieces at any time, and floods. */
const others = fc
  .array(fc.record({ accountId, service, atStep, steps, count: fc.oneof(fc.constant(1), fc.nat(30)) }), {
    maxLength: 20,
  })
  .map((floods) => floods.flatMap(({ count, ...one }) => Array.from({ length: count }, (): Arrival => one)));

/** Work of the neighbour: one piece after the other, each when the one before has ended. */
const neighbours = fc.array(fc.record({ service, steps: fc.nat({ max: 3 }) }), { minLength: 1, maxLength: 10 });

const settled = async () => {
  for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
};

/** A clock that counts steps. Work that was begun ends at its step. */
function virtualTime() {
  const open: { atStep: number; end(): void }[] = [];
  let now = 0;
  return {
    isOver: () => now > LAST_STEP && open.every(({ atStep }) => atStep === HANGS),
    now: () => now,
    work: (steps: number) => new Promise<void>((end) => open.push({ atStep: now + steps, end })),
    /** Goes on by one step. Ends what is due one after the other, so that each permit finds who waits for it. */
    async goOn() {
      now += 1;
      for (const due of open.filter((one) => one.atStep <= now)) {
        open.splice(open.indexOf(due), 1);
        due.end();
        await settled();
      }
    },
  };
}

/** Counts how often each other account was served while one waits. */
function countTurns() {
  let waitsFor: string | undefined;
  const passedBy = new Map<string, number>();
  let most = 0;
  return {
    most: () => most,
    waits(forWhat: string) {
      waitsFor = forWhat;
      passedBy.clear();
    },
    served(accountId: string, what: string) {
      if (accountId === 'neighbour') waitsFor = undefined;
      if (waitsFor !== what) return;
      passedBy.set(accountId, (passedBy.get(accountId) ?? 0) + 1);
      most = Math.max(most, passedBy.get(accountId) ?? 0);
    },
    isWaiting: () => waitsFor !== undefined,
  };
}

describe('others keep an account waiting with more work, older work, or work that never ends', () => {
  // fault A1, A2, A4, A5, A9, A11
  test('a scheduler begins at most one piece of each other account before it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        others,
        neighbours,
        async (size, serviceSize, arrivals, wanted) => {
          const [time, turns] = [virtualTime(), countTurns()];
          const [quota, services] = [createFairQuota(size), createFairQuotaByName(serviceSize)];
          const leftOut: string[] = [];
          const scheduler = createScheduler<Work & Omit<Arrival, 'atStep'>>({
            quota,
            alsoOf: ({ service }) => [services(service)],
            run({ accountId, service, steps }) {
              turns.served(accountId, service);
              return time.work(steps);
            },
            leftOut: ({ accountId }) => leftOut.push(accountId),
            maxWaiting: 16,
          });
          let submitted = 0;
          const submit = (accountId: string, service: string, steps: number) => {
            submitted += 1;
            return scheduler.submit({ id: String(submitted), lane: service, accountId, service, steps });
          };
          const own = [...wanted];
          for (; !time.isOver(); await time.goOn()) {
            for (const { accountId, service, steps } of arrivals.filter(({ atStep }) => atStep === time.now()))
              void submit(accountId, service, steps);
            if (quota.held('neighbour') > 0 || turns.isWaiting()) continue;
            const [next] = own.splice(0, 1);
            if (next === undefined) continue;
            turns.waits(next.service);
            void submit('neighbour', next.service, next.steps);
          }
          expect(turns.most()).toBeLessThanOrEqual(1);
          expect(leftOut).not.toContain('neighbour');
          const mayBegin = quota.available() > 0 && ['mtn', 'glo'].every((name) => services(name).available() > 0);
          if (mayBegin) expect(turns.isWaiting()).toBe(false);
        },
      ),
      RUNS,
    );
  });

  // fault A8
  test('turns at lists and pages: at most one of each other account, and a refusal is for its own', async () => {
    const refused = new Error('too many of the account wait');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 8 }), others, neighbours, async (atOnce, arrivals, wanted) => {
        const [time, turns] = [virtualTime(), countTurns()];
        const inTurns = createInTurns({ atOnce, mostWaiting: 16, refuse: () => refused });
        const refusals: string[] = [];
        let held = false;
        const ask = (accountId: string, steps: number) =>
          inTurns(accountId, () => {
            turns.served(accountId, 'page');
            return time.work(steps);
          }).catch(() => refusals.push(accountId));
        const own = [...wanted];
        for (; !time.isOver(); await time.goOn()) {
          for (const { accountId, steps } of arrivals.filter(({ atStep }) => atStep === time.now()))
            void ask(accountId, steps);
          const [next] = held ? [] : own.splice(0, 1);
          if (next === undefined) continue;
          held = true;
          turns.waits('page');
          void ask('neighbour', next.steps).then(() => {
            held = false;
          });
        }
        expect(turns.most()).toBeLessThanOrEqual(1);
        expect(refusals).not.toContain('neighbour');
      }),
      RUNS,
    );
  });

  // fault A6
  test('a batch takes at most one item of each other account before its own next', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.array(accountId, { maxLength: 12 }), { minLength: 1, maxLength: 20 }),
        async (maxItems, floods) => {
          const turns = countTurns();
          let endRun: () => void = () => undefined;
          const batcher = createBatcher<string, string>({
            maxItems,
            queueOf: (accountId) => accountId,
            run: async (items) => {
              for (const accountId of items) turns.served(accountId, 'batch');
              await new Promise<void>((end) => {
                endRun = end;
              });
              return items;
            },
          });
          const begun = async () => {
            for (let n = 0; n < 3; n += 1) await new Promise(setImmediate);
          };
          for (const flood of floods) {
            for (const accountId of flood) void batcher.submit(accountId);
            if (!turns.isWaiting()) {
              turns.waits('batch');
              void batcher.submit('neighbour');
            }
            await begun();
            endRun();
          }
          while (batcher.size() > 0) {
            await begun();
            endRun();
          }
          expect(turns.most()).toBeLessThanOrEqual(1);
          expect(turns.isWaiting()).toBe(false);
        },
      ),
      { ...RUNS, numRuns: 300 },
    );
  });
});

describe('others take every permit and give none back', () => {
  const FEWER_THAN = 8; // of a quarter that has as many permits, each account may take an eighth

  // fault A1, A2, A3, A5, A7
  test('an account that holds none begins at once, beside as many others as the last quarter allows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 2_000 }),
        fc.array(fc.nat(FEWER_THAN - 2), { maxLength: 400 }),
        (size, order) => {
          const quota = createFairQuota(size);
          const kept = size - Math.round((size * 3) / 4);
          const greedy = Math.min(FEWER_THAN, kept) - 1;
          if (greedy < 1) return;
          const takeAll = (accountId: string) => {
            while (quota.mayTake(accountId)) quota.take(accountId);
          };
          for (const n of order) if (quota.mayTake(`${n % greedy}`)) quota.take(`${n % greedy}`);
          for (let n = 0; n < greedy; n += 1) takeAll(`${n}`);
          expect(quota.mayTake('neighbour')).toBe(true);
        },
      ),
      RUNS,
    );
  });

  test('nobody is refused while permits that it may have are free, and all are given back once', async () => {
    const refused = new Error('its quota is taken');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 8, max: 64 }), others, async (size, arrivals) => {
        const [time, quota] = [virtualTime(), createFairQuota(size)];
        const refusals: string[] = [];
        for (; !time.isOver(); await time.goOn()) {
          for (const { accountId, steps } of arrivals.filter(({ atStep }) => atStep === time.now())) {
            const [held, free] = [quota.held(accountId), quota.available()];
            void runInQuota(
              quota,
              accountId,
              () => refused,
              () => time.work(steps),
            ).catch(() => refusals.push(`${held} of ${free}`));
            await settled();
          }
        }
        // one that held none was refused only when nothing was free
        expect(refusals.filter((each) => each.startsWith('0 ') && each !== '0 of 0')).toEqual([]);
      }),
      RUNS,
    );
  });
});
