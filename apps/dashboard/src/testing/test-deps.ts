import { type Db, systemClock } from '@topup/core';
import { loadSettings } from '@topup/runtime';
import type { Deps } from '../deps';
import type { SignedIn } from '../http/signed-in';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** What the routes need, on a test's database, with settings at their defaults and nothing that a request could reach outside. */
export function testDeps(db: Db, findSignedIn: (headers: NodeJS.Dict<string | string[]>) => Promise<SignedIn | null>): Deps {
  const { AIRTIME_BOUNDS: airtime, ELECTRICITY_BOUNDS: electricity } = loadSettings(['AIRTIME_BOUNDS', 'ELECTRICITY_BOUNDS'], {});
  return {
    db,
    clock: systemClock,
    log: quiet,
    findSignedIn,
    mailer: null,
    site: { url: 'http://dashboard.test', apiUrl: 'http://api.test' },
    packageList: { packages: async () => [] },
    bounds: { airtime, electricity },
    masterKey: Buffer.alloc(32, 7),
    allowPrivateWebhooks: false,
    wakeForEvent: () => undefined,
  };
}
