import { randomBytes } from 'node:crypto';
import { eventually, fundedAccount, useDatabase } from '@topup/testkit';
import type { AppError } from '../errors/error-catalog';
import { systemClock } from '../shared/clock';
import { newId } from '../shared/ids';
import { type Authenticator, createAuthenticator } from './authenticate';
import { createKey, createKeyUpTo } from './create-key';
import { hasSigningKey, revokeKey, setKeyLimits } from './key.store';
import { type KeyLimits, NO_KEY_LIMITS } from './limits';

const database = useDatabase({ beforeDrop: () => authenticator.close() });
let authenticator: Authenticator;
beforeAll(() => {
  authenticator = createAuthenticator({ db: database.db, clock: systemClock });
});

const masterKey = randomBytes(32);
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

async function limitedKey(limits: Partial<KeyLimits> = {}) {
  const accountId = await fundedAccount(database.db, 0n);
  return {
    accountId,
    ...(await createKey({ db: database.db, masterKey }, accountId, 'test', { ...NO_KEY_LIMITS, ...limits })),
  };
}

const answer = (key: string, address?: string): Promise<string> =>
  authenticator.authenticate(`Bearer ${key}`, address).then(
    ({ scope }) => scope,
    (error: AppError) => error.code,
  );

const set = (keyId: string, change: Partial<KeyLimits>, accountId: string | null = null) =>
  setKeyLimits(database.db, { keyId, accountId }, change);

const answersAtLast = (key: string, expected: string, address?: string) =>
  eventually(
    () => answer(key, address),
    (code) => code === expected,
  );

describe('a limited key is accepted beyond its limits', () => {
  test('an expired key is declined with a code of its own, until its expiry is later', async () => {
    const { id, key } = await limitedKey({ expiresAt: inSeconds(-1) });
    expect(await answer(key)).toBe('key_expired');
    await set(id, { expiresAt: inSeconds(60) });
    expect(await answer(key)).toBe('purchase');
  });

  test('a key that expires while it is in use is declined within a second', async () => {
    const { key } = await limitedKey({ expiresAt: inSeconds(1) });
    expect(await answer(key)).toBe('purchase');
    await answersAtLast(key, 'key_expired');
  });

  test('a key is declined from another address, and without one, and accepted from its own', async () => {
    const { key } = await limitedKey({ allowedCidrs: ['192.0.2.0/24', '2001:db8::/48'] });
    const addresses = ['192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1', '192.0.3.1', '2001:db9::1', undefined];
    const allowed = 'purchase';
    const declined = 'address_not_allowed';
    expect(await Promise.all(addresses.map((address) => answer(key, address)))).toEqual([
      ...[allowed, allowed, allowed],
      ...[declined, declined, declined],
    ]);
  });

  test('a revoked key stays `unauthorized`, even if it has expired', async () => {
    const { id, key } = await limitedKey({ expiresAt: inSeconds(-1) });
    await revokeKey(database.db, id);
    expect(await answer(key)).toBe('unauthorized');
  });
});

describe('a change of the limits is not noticed while the key is in use', () => {
  test('scope, networks and expiry apply within a second, in both directions', async () => {
    const { id, key } = await limitedKey();
    expect(await answer(key, '192.0.2.1')).toBe('purchase');
    await set(id, { scope: 'read' });
    await answersAtLast(key, 'read', '192.0.2.1');
    await set(id, { allowedCidrs: ['198.51.100.0/24'] });
    await answersAtLast(key, 'address_not_allowed', '192.0.2.1');
    await set(id, { allowedCidrs: ['192.0.2.0/24'] });
    await answersAtLast(key, 'read', '192.0.2.1');
    await set(id, { scope: 'purchase', allowedCidrs: [] });
    await answersAtLast(key, 'purchase', '198.51.100.1');
    await database.db.$executeRaw`UPDATE api_key SET expires_at = now() WHERE id = ${id}::uuid`;
    await answersAtLast(key, 'key_expired');
  });
});

describe('limits are set that were not meant', () => {
  test('what a change does not name stays, and the limits before are told', async () => {
    const limits: KeyLimits = {
      scope: 'read',
      expiresAt: inSeconds(60),
      allowedCidrs: ['192.0.2.0/24'],
      dailyLimitKobo: 500n,
    };
    const { id } = await limitedKey(limits);
    const changed = await set(id, { dailyLimitKobo: null });
    expect(changed).toMatchObject({ kind: 'set', was: limits, key: { ...limits, dailyLimitKobo: null } });
  });

  test('an expiry that is over is refused, for a new key as for a change; one that stays over is not', async () => {
    const { accountId, id } = await limitedKey({ expiresAt: inSeconds(-10) });
    const made = createKeyUpTo({ tx: database.db, masterKey }, 50, accountId, 'late', {
      ...NO_KEY_LIMITS,
      expiresAt: inSeconds(-1),
    });
    expect(await made).toMatchObject({ kind: 'expires_in_past' });
    expect(await set(id, { expiresAt: inSeconds(-1) })).toMatchObject({ kind: 'expires_in_past' });
    expect(await set(id, { scope: 'read' })).toMatchObject({ kind: 'set' });
    expect(await database.db.apiKey.count({ where: { accountId } })).toBe(1);
  });

  test('a revoked key, one of another account, and none have no limits to set', async () => {
    const [{ id }, other] = [await limitedKey(), await limitedKey()];
    expect(await set(id, { scope: 'read' }, other.accountId)).toMatchObject({ kind: 'no_active_key' });
    await revokeKey(database.db, id);
    for (const keyId of [id, newId()])
      expect(await set(keyId, { scope: 'read' })).toMatchObject({ kind: 'no_active_key' });
  });

  test('an account whose keys have expired has no active one', async () => {
    const { accountId, id } = await limitedKey({ expiresAt: inSeconds(-1) });
    expect(await hasSigningKey(database.db, accountId)).toBe(false);
    await set(id, { expiresAt: null });
    expect(await hasSigningKey(database.db, accountId)).toBe(true);
  });
});
