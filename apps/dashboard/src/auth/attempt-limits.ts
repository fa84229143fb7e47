import type { Db } from '@topup/core/shared';
import { type AttemptRule, consumeAttempt, resetAttempts, undoAttempt } from '@topup/core/user';
import type { Response } from 'express';
import { Refusal } from '../http/refusal';
import type { Caller } from './auth.port';

const WINDOW_MS = 15 * 60_000;
export const LOCKED_S = 900;

/** Wrong tries in a quarter of an hour. A network address may be an office's; an e-mail address is one person's, wherever the guesses come from. */
const FROM: AttemptRule = { name: 'sign-in-from', limit: 20, windowMs: WINDOW_MS };
const AS: AttemptRule = { name: 'sign-in-as', limit: 5, windowMs: WINDOW_MS };
/** Of somebody who is signed in and is asked for their password again. */
const PASSWORD: AttemptRule = { name: 'password', limit: 5, windowMs: WINDOW_MS };
const RESETS_FROM: AttemptRule = { name: 'reset-from', limit: 20, windowMs: WINDOW_MS };
const RESETS_FOR: AttemptRule = { name: 'reset-for', limit: 3, windowMs: WINDOW_MS };

/** Counts a sign-in before it is tried. @throws Refusal 429 with Retry-After, when there were too many */
export async function limitSignIn(db: Db, response: Response, { ip }: Caller, email: string): Promise<void> {
  await count(db, response, FROM, ip ?? '');
  await count(db, response, AS, email);
}

/** After one that was right: the count of the network address may be of others' guesses too, so it only gets its own back. */
export async function forgiveSignIn(db: Db, { ip }: Caller, email: string): Promise<void> {
  await undoAttempt(db, FROM, ip ?? '');
  await resetAttempts(db, AS, email);
}

export const limitPassword = (db: Db, response: Response, userId: string): Promise<void> =>
  count(db, response, PASSWORD, userId);

export const forgive = (db: Db, userId: string): Promise<void> => resetAttempts(db, PASSWORD, userId);

export async function limitReset(db: Db, response: Response, { ip }: Caller, email: string): Promise<void> {
  await count(db, response, RESETS_FROM, ip ?? '');
  await count(db, response, RESETS_FOR, email);
}

async function count(db: Db, response: Response, rule: AttemptRule, whose: string): Promise<void> {
  const waitS = await consumeAttempt(db, rule, whose);
  if (waitS === 0) return;
  response.setHeader('Retry-After', String(waitS));
  const wait = waitS < 90 ? `${waitS} seconds` : `${Math.ceil(waitS / 60)} minutes`;
  throw new Refusal(429, 'too_many_attempts', `Too many attempts. Try again in ${wait}.`);
}
