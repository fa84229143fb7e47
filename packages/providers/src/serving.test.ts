import type { Mode } from '@topup/core/account';
import type { SendOutcome } from '@topup/core/provider';
import { deadlineIn, ORDER } from '../test/stub-provider';
import { createServingProvider } from './serving';

const unsent: SendOutcome = { kind: 'unsent', code: 'unreachable', reason: 'a test' };

function provider(name: string, mode: Mode) {
  const calls: string[] = [];
  return {
    name,
    mode,
    calls,
    mintRef: () => name,
    send: async () => {
      calls.push('send');
      return unsent;
    },
    requery: async () => {
      calls.push('requery');
      return { kind: 'missing' as const };
    },
  };
}

describe('a test purchase reaches a provider', () => {
  test('each order goes to the provider that its purchase names, and to no other', async () => {
    const [live, test] = [provider('vtpass', 'live'), provider('simulator', 'test')];
    const serving = createServingProvider({ live: [live], test: [test] });
    await serving.send({ ...ORDER, provider: 'simulator' }, deadlineIn(100));
    await serving.requery({ ...ORDER, provider: 'simulator' });
    expect([live.calls, test.calls]).toEqual([[], ['send', 'requery']]);
    await serving.send(ORDER, deadlineIn(100));
    expect([live.calls, test.calls]).toEqual([['send'], ['send', 'requery']]);
  });

  test('an order of a provider that is not configured is not sent, and nothing is known of it', async () => {
    const serving = createServingProvider({
      live: [provider('vtpass', 'live')],
      test: [provider('simulator', 'test')],
    });
    const order = { ...ORDER, provider: 'gone' };
    expect(await serving.send(order, deadlineIn(100))).toMatchObject({ kind: 'unsent', code: 'incomplete' });
    expect(await serving.requery(order)).toMatchObject({ kind: 'unanswered' });
  });

  test.each([
    [
      'a live provider for test accounts',
      { live: [provider('a', 'live')], test: [provider('b', 'live')] },
      /b serves live/,
    ],
    [
      'the simulator for live accounts',
      { live: [provider('a', 'test')], test: [provider('b', 'test')] },
      /a serves test/,
    ],
    ['two of one name', { live: [provider('a', 'live')], test: [provider('a', 'test')] }, /two providers are called a/],
  ])('no process starts with %s', (_, registry, message) => {
    expect(() => createServingProvider(registry)).toThrow(message);
  });
});
