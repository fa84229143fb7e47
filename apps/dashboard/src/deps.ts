import type { PackageList } from '@topup/core/catalogue';
import type { Clock, Db, Log } from '@topup/core/shared';
import type { Bounds } from '@topup/runtime';
import type { Mailer } from './auth/mailer';
import type { SignedIn } from './auth/signed-in';
import type { OperatorDeps } from './operator/operator-deps';

/** What every route may work with; a route asks for the least of it. Built in main.ts, or by a test. */
export type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  /** Who the session cookie of a request stands for; null when nobody is signed in. */
  findSignedIn(headers: NodeJS.Dict<string | string[]>): Promise<SignedIn | null>;
  /** Null when links are not mailed. */
  mailer: Mailer | null;
  /** Where people open the dashboard, and where clients reach the API; neither ends with a slash. */
  site: { url: string; apiUrl: string };
  /** The cable TV packages, as the api lists them. */
  packageList: Pick<PackageList, 'packages'>;
  /** AIRTIME_BOUNDS and ELECTRICITY_BOUNDS, as the api has them. */
  bounds: { airtime: Bounds; electricity: Bounds };
  /** KEY_ENCRYPTION_SECRET: encrypts new API keys. */
  masterKey: Buffer;
  /** WEBHOOK_ALLOW_PRIVATE, as api and worker have it. */
  allowPrivateWebhooks: boolean;
  /** Hints the queue of webhooks that an event waits. */
  enqueueEvent(eventId: string): void;
  /** For the operators' console alone. */
  operator: OperatorDeps;
};
