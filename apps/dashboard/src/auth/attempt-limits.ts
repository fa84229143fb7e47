import type { Db } from '@topup/core/shared';
import {
  type AttemptRule,
  consumeAttempt,
  consumeGrowing,
  type GrowingRule,
  resetAttempts,
  undoAttempt,
} from '@topup/core/user';
import { addressGroup } from '@topup/runtime';
import type { Response } from 'express';
import { Refusal } from '../http/refusal';
import type { Caller } from './better-auth';

const WINDOW_MS = 15 * 60_000;
export const LOCKED_S = 900;

const GROWING = { maxMs: WINDOW_MS, forgetMs: 24 * 3_600_000 };
/** Wrong passwords for one e-mail address from one network. Anyone who mistypes waits some seconds. */
const PAIR: GrowingRule = { name: 'sign-in-pair', free: 5, ...GROWING };
/** For one e-mail address from everywhere: for anyone who has many networks. */
const AS: GrowingRule = { name: 'sign-in-as', free: 30, ...GROWING };
/** From one network, in 15 minutes, for any address. Many people may share a network. */
const FROM: AttemptRule = { name: 'sign-in-from', limit: 20, windowMs: WINDOW_MS };
/** In a device in which the user has signed in before. Nobody else's guesses count for it. */
const DEVICE: GrowingRule = { name: 'sign-in-device', free: 5, ...GROWING };
const RESETS_FROM: AttemptRule = { name: 'reset-from', limit: 20, windowMs: WINDOW_MS };
const RESETS_FOR: AttemptRule = { name: 'reset-for', limit: 3, windowMs: WINDOW_MS };

/** A sign-in that is tried. `device`: the digest of a device in which this user has signed in before. */
type Guess = { email: string; ip: string | undefined; device: Buffer | null };

/** Counts a sign-in before it is tried. @throws Refusal 429 with Retry-After when it may not be tried yet */
export async function limitSignIn(db: Db, response: Response, guess: Guess): Promise<void> {
  const counted: Counter[] = [];
  for (const counter of countersOf(guess)) {
    const waitS = await consume(db, counter);
    if (waitS > 0) {
      for (const { rule, subject } of counted) await undoAttempt(db, rule, subject);
      throw tooMany(response, waitS);
    }
    counted.push(counter);
  }
}

/**
 * After a correct sign-in. What others may have guessed, too, gets back only this attempt; what only this person can
 * have is forgotten.
 */
export async function resetSignInAttempts(db: Db, guess: Guess): Promise<void> {
  for (const { rule, subject, shared } of countersOf(guess))
    await (shared ? undoAttempt(db, rule, subject) : resetAttempts(db, rule, subject));
}

type Counter = { rule: AttemptRule | GrowingRule; subject: string; shared: boolean };

function countersOf({ email, ip, device }: Guess): Counter[] {
  if (device !== null) return [{ rule: DEVICE, subject: `${email} ${device.toString('hex')}`, shared: false }];
  const network = addressGroup(ip);
  return [
    { rule: PAIR, subject: `${email} ${network}`, shared: false },
    { rule: FROM, subject: network, shared: true },
    { rule: AS, subject: email, shared: true },
  ];
}

const consume = (db: Db, { rule, subject }: Counter): Promise<number> =>
  'free' in rule ? consumeGrowing(db, rule, subject) : consumeAttempt(db, rule, subject);

/** Tries that are counted by whose they are: `take` before each, and `forget` after one that was right. */
const triesOf = (rule: AttemptRule) => ({
  /** @throws Refusal 429 with Retry-After when it may not be tried yet */
  take: (db: Db, response: Response, subject: string): Promise<void> => count(db, response, rule, subject),
  forget: (db: Db, subject: string): Promise<void> => resetAttempts(db, rule, subject),
});

export type Tries = ReturnType<typeof triesOf>;

/** Of a signed-in user who is asked for the password again. */
export const passwordTries = triesOf({ name: 'password', limit: 5, windowMs: WINDOW_MS });
/** Of a signed-in user who is asked for a code again. */
export const codeTries = triesOf({ name: 'code', limit: 5, windowMs: WINDOW_MS });
/** Of a user whose password was right. After five wrong codes better-auth tries none; each would still be recorded. */
export const signInCodeTries = triesOf({ name: 'sign-in-code', limit: 10, windowMs: WINDOW_MS });
/**
 * By owners of one account; an address that is taken counts too. Each is a mail to somebody who did not ask for it, or
 * says that an address is taken.
 */
export const invitationTries = triesOf({ name: 'invite', limit: 30, windowMs: 3_600_000 });

/** By buyers of one account: each may ask the provider whose number it is. */
export const orderChecks = triesOf({ name: 'buy-check', limit: 120, windowMs: 60_000 });
/** By the same: each may keep 1,000 rows for a day. */
export const orderFiles = triesOf({ name: 'buy-file', limit: 100, windowMs: 3_600_000 });

export async function limitReset(db: Db, response: Response, { ip }: Caller, email: string): Promise<void> {
  await count(db, response, RESETS_FROM, addressGroup(ip));
  await count(db, response, RESETS_FOR, email);
}

async function count(db: Db, response: Response, rule: AttemptRule, subject: string): Promise<void> {
  const waitS = await consumeAttempt(db, rule, subject);
  if (waitS > 0) throw tooMany(response, waitS);
}

function tooMany(response: Response, waitS: number): Refusal {
  response.setHeader('Retry-After', String(waitS));
  const wait = waitS < 90 ? `${waitS} ${waitS === 1 ? 'second' : 'seconds'}` : `${Math.ceil(waitS / 60)} minutes`;
  return new Refusal(429, 'too_many_attempts', `Too many attempts. Try again in ${wait}.`);
}
