import { createPasswords } from './passwords';

/** Passwords whose verifications end when the test ends them. */
function slowPasswords() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const passwords = createPasswords({
    hash: async (password) => {
      begun.push(`new ${password}`);
      return `hash of ${password}`;
    },
    verify: (_password, hash) =>
      new Promise((resolve) => {
        begun.push(hash);
        ends.push(() => resolve(true));
      }),
  });
  const endNext = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { passwords, begun, endNext };
}

describe('somebody keeps the process busy with passwords of one user', () => {
  test('another user waits for one turn, and too many of the same user are refused', async () => {
    const { passwords, begun, endNext } = slowPasswords();
    const guesses = Array.from({ length: 40 }, () =>
      passwords.verify('a guess', 'attacked').then(String, ({ status }) => `refused ${status}`),
    );
    const other = passwords.verify('right', 'other');
    await endNext();
    await endNext();
    expect(begun).toEqual(['attacked', 'attacked', 'other', 'attacked']);
    while (begun.length < 35) await endNext();
    for (let n = 0; n < 4; n += 1) await endNext();
    expect(await other).toBe(true);
    const outcomes = await Promise.all(guesses);
    expect(outcomes.filter((outcome) => outcome === 'refused 503')).toHaveLength(6);
    expect(outcomes.filter((outcome) => outcome === 'true')).toHaveLength(34);
  });

  test('an unknown address waits like a known one: sign-ins take the turns of their network', async () => {
    const { passwords, begun, endNext } = slowPasswords();
    const signIn = (network: string, user: string | null) =>
      passwords.signingIn(network, () =>
        user === null ? passwords.hash('unknown').then(() => false) : passwords.verify('a guess', user),
      );
    const busy = Array.from({ length: 6 }, () => signIn('192.0.2.1', 'busy'));
    const probes = [signIn('192.0.2.1', 'known'), signIn('192.0.2.1', null), signIn('192.0.2.2', null)];
    while (begun.length < 9) await endNext();
    expect(begun.slice(-2)).toEqual(['known', 'new unknown']);
    expect(begun.indexOf('new unknown')).toBeLessThan(5); // of the other network
    for (let n = 0; n < 9; n += 1) await endNext();
    await Promise.all([...busy, ...probes]);
  });

  test('a new password is hashed in a turn of its own', async () => {
    const { passwords, endNext } = slowPasswords();
    for (let n = 0; n < 10; n += 1) void passwords.verify('a guess', 'attacked');
    const hashed = passwords.hash('new');
    await endNext();
    await endNext();
    expect(await hashed).toBe('hash of new');
  });
});
