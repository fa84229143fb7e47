import { createAccessToken, type TokenAnswer, withToken } from './access-token';
import type { Exchange } from './http-once';
import { deadlineIn } from './unsent';

const answered = (httpStatus: number, bodyText = ''): Exchange => ({ kind: 'answered', httpStatus, bodyText });
const isRejected = (exchange: Exchange) => exchange.kind === 'answered' && exchange.httpStatus === 401;
const soon = () => deadlineIn(1_000);

/** Tokens `t1`, `t2` … with the life that `read` says; `asked` counts. */
function tokens(own: { read?: () => TokenAnswer; ask?: () => Promise<Exchange>; life?: unknown } = {}) {
  const clock = { ms: 0 };
  const asked = { times: 0 };
  const access = createAccessToken({
    ask: async () => {
      asked.times += 1;
      return (await own.ask?.()) ?? answered(200);
    },
    read:
      own.read ?? (() => ({ kind: 'token', token: `t${asked.times}`, lifeSeconds: 'life' in own ? own.life : '3600' })),
    nowMs: () => clock.ms,
  });
  return { access, clock, asked };
}

describe('every order would wait for a token of its own, or use one that has ended', () => {
  test('those who ask at once get the one that is fetched', async () => {
    const { access, asked } = tokens();
    const all = await Promise.all(Array.from({ length: 50 }, () => access.get(soon())));
    expect(new Set(all.map((each) => each.kind === 'token' && each.token))).toEqual(new Set(['t1']));
    expect(asked.times).toBe(1);
  });

  test('it is kept until a minute before its end, counted from the question', async () => {
    const { access, clock, asked } = tokens();
    for (const ms of [0, 1_000, 3_539_999]) {
      clock.ms = ms;
      expect(await access.get(soon())).toEqual({ kind: 'token', token: 't1' });
    }
    clock.ms = 3_540_000;
    expect(await access.get(soon())).toEqual({ kind: 'token', token: 't2' });
    expect(asked.times).toBe(2);
  });

  test.each([undefined, null, 3600, '-1', '1e9', '9999999999', '', ' 60'])(
    'a life of %p is none: the token serves once',
    async (life) => {
      const { access, asked } = tokens({ life });
      expect(await access.get(soon())).toEqual({ kind: 'token', token: 't1' });
      expect(await access.get(soon())).toEqual({ kind: 'token', token: 't2' });
      expect(asked.times).toBe(2);
    },
  );

  test('one that was rejected is not used again; a newer one is', async () => {
    const { access, asked } = tokens();
    await access.get(soon());
    access.discard('t1');
    expect(await access.get(soon())).toEqual({ kind: 'token', token: 't2' });
    access.discard('t1');
    expect(await access.get(soon())).toEqual({ kind: 'token', token: 't2' });
    expect(asked.times).toBe(2);
  });

  test('a caller without time left does not wait, and the others do', async () => {
    let answer: (exchange: Exchange) => void = () => undefined;
    const { access, asked } = tokens({ ask: () => new Promise((resolve) => (answer = resolve)) });
    expect(await access.get({ remainingMs: () => 0 })).toMatchObject({ kind: 'unsent', code: 'too_late' });
    expect(asked.times).toBe(0);
    const [patient, hasty] = [access.get(soon()), access.get(deadlineIn(20))];
    expect(await hasty).toMatchObject({ kind: 'unsent', code: 'too_late' });
    answer(answered(200));
    expect(await patient).toEqual({ kind: 'token', token: 't1' });
  });
});

describe('an order would be called sent, or our account rejected, because no token came', () => {
  test.each<[string, Exchange]>([
    ['no connection', { kind: 'unsent', code: 'unreachable', reason: 'ECONNREFUSED' }],
    ['no answer', { kind: 'unanswered', reason: 'ECONNRESET' }],
  ])('%s: nothing was sent, and the next one asks again', async (_, exchange) => {
    const { access, asked } = tokens({ ask: async () => exchange });
    expect(await access.get(soon())).toMatchObject({ kind: 'unsent', code: 'unreachable' });
    await access.get(soon());
    expect(asked.times).toBe(2);
  });

  test.each([undefined, null, 5, '', 'a b', 'a\r\nX-Other: 1', 'ä', 'x'.repeat(8_001)])(
    '%p is no token',
    async (token) => {
      const { access } = tokens({ read: () => ({ kind: 'token', token, lifeSeconds: '3600' }) });
      expect(await access.get(soon())).toMatchObject({ kind: 'unsent', reason: expect.stringMatching(/no access/) });
    },
  );

  test('a refusal is one, and is not kept', async () => {
    const { access, asked } = tokens({ read: () => ({ kind: 'refused', code: 'INVALID_CREDENTIALS' }) });
    expect(await access.get(soon())).toEqual({ kind: 'refused', code: 'INVALID_CREDENTIALS' });
    await access.get(soon());
    expect(asked.times).toBe(2);
  });
});

describe('a token that the provider does not take', () => {
  /** Takes only `token`, and returns 401 for the others. */
  const takes = (token: string) => {
    const used: string[] = [];
    const call = async ({ Authorization }: { Authorization: string }): Promise<Exchange> => {
      used.push(Authorization);
      return answered(Authorization === `Bearer ${token}` ? 200 : 401);
    };
    return { used, call };
  };

  test('a lookup is asked again once, with a new one', async () => {
    const { access } = tokens();
    const { used, call } = takes('t2');
    const rule = { rejectsToken: isRejected, again: true };
    expect(await withToken(access, soon(), rule, call)).toEqual(answered(200));
    expect(used).toEqual(['Bearer t1', 'Bearer t2']);
    const never = takes('t9');
    expect(await withToken(access, soon(), rule, never.call)).toEqual(answered(401));
    expect(never.used).toEqual(['Bearer t2', 'Bearer t3']);
  });

  test('an order is never sent again, and the next one has a new token', async () => {
    const { access } = tokens();
    const { used, call } = takes('t2');
    const rule = { rejectsToken: isRejected, again: false };
    expect(await withToken(access, soon(), rule, call)).toEqual(answered(401));
    expect(await withToken(access, soon(), rule, call)).toEqual(answered(200));
    expect(used).toEqual(['Bearer t1', 'Bearer t2']);
  });

  test('nothing is asked again after another answer, or none', async () => {
    for (const exchange of [answered(500), { kind: 'unanswered', reason: 'x' } as const]) {
      let calls = 0;
      const call = async () => {
        calls += 1;
        return exchange;
      };
      expect(await withToken(tokens().access, soon(), { rejectsToken: isRejected, again: true }, call)).toEqual(
        exchange,
      );
      expect(calls).toBe(1);
    }
  });
});
