import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DbOrTransaction } from '@topup/core/shared';
import { isKnownDevice, rememberDevice } from '@topup/core/user';
import { findCookie } from './cookies';
import type { DashboardSecrets } from './factor-secrets';

/** As long as browsers keep a cookie. A device that was not used for longer is new again. */
const KEPT_S = 400 * 86_400;

export type Devices = ReturnType<typeof createDevices>;

/**
 * The devices in which users have signed in. A cookie for each user names the device; it is signed for that user, and
 * the database keeps its digest only. With other secrets every device is new. One that the previous secret has signed
 * gets a cookie of the current one.
 */
export function createDevices({ secrets, secure }: { secrets: DashboardSecrets; secure: boolean }) {
  const { current, previous } = secrets;
  const keys = [current, ...(previous === undefined ? [] : [previous])].map((secret) =>
    createHmac('sha256', secret).update('devices').digest(),
  );
  const nameOf = (userId: string) =>
    `${secure ? '__Secure-' : ''}topup.device_${createHash('sha256').update(userId).digest('hex').slice(0, 12)}`;
  /** Under each key, the current one first. */
  const signaturesOf = (userId: string, token: string) =>
    keys.map((key) => createHmac('sha256', key).update(`${userId}.${token}`).digest('base64url'));
  const tokenIn = (userId: string, cookie: string | undefined): string | null => {
    const [token = '', signature = ''] = findCookie(cookie, nameOf(userId))?.split('.') ?? [];
    const signed = signaturesOf(userId, token).some((each) => isEqual(signature, each));
    return token !== '' && signed ? token : null;
  };
  const findToken = async (db: DbOrTransaction, userId: string, cookie: string | undefined) => {
    const token = tokenIn(userId, cookie);
    return token !== null && (await isKnownDevice(db, userId, digestOf(token))) ? token : null;
  };
  return {
    /** The digest of the device that these cookies name, if the user has signed in there before. */
    async findKnown(db: DbOrTransaction, userId: string, cookie: string | undefined) {
      const token = await findToken(db, userId, cookie);
      return token === null ? null : digestOf(token);
    },
    /** Remembers the device at a sign-in. Returns the cookie to set, and whether the device is new for this user. */
    async remember(db: DbOrTransaction, userId: string, cookie: string | undefined) {
      const known = await findToken(db, userId, cookie);
      const token = known ?? randomBytes(32).toString('base64url');
      await rememberDevice(db, userId, digestOf(token));
      const value = `${token}.${signaturesOf(userId, token)[0]}`;
      const flags = `Max-Age=${KEPT_S}; Path=/api/auth; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
      return { setCookie: `${nameOf(userId)}=${value}; ${flags}`, isNew: known === null };
    },
  };
}

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
