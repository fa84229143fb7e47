import type { Clock, Db, Log } from '@topup/core';
import type { SignedIn } from './http/signed-in';

/** What every route may work with; a route asks for the least of it. Built in main.ts, or by a test. */
export type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  /** Who the session cookie of a request stands for; null when nobody is signed in. */
  findSignedIn(headers: NodeJS.Dict<string | string[]>): Promise<SignedIn | null>;
};
