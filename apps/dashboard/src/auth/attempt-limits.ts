import type { Db } from '@topup/core/shared';
import { type AttemptRule, consumeAttempt, resetAttempts, undoAttempt } from '@topup/core/user';
import type { Response } from 'express';
import { Refusal } from '../http/refusal';
import type { Caller } from './auth.port';

const WINDOW_MS = 15 * 60_000;
export const LOCKED_S = 900;

/**
 * Wrong attempts in 15 minutes. Many people may share a network address, but an e-mail address belongs to one person.
 */
const FROM: AttemptRule = { name: 'sign-in-from', limit: 20, windowMs: WINDOW_MS };
const AS: AttemptRule = { name: 'sign-in-as', limit: 5, windowMs: WINDOW_MS };
/** For a signed-in user who is asked for the password again. */
const PASSWORD: AttemptRule = { name: 'password', limit: 5, windowMs: WINDOW_MS };
const RESETS_FROM: AttemptRule = { name: 'reset-from', limit: 20, windowMs: WINDOW_MS };
const RESETS_FOR: AttemptRule = { name: 'reset-for', limit: 3, windowMs: WINDOW_MS };

/** Counts a sign-in before it is tried. @throws Refusal 429 with Retry-After when there were too many */
export async function limitSignIn(db: Db, response: Response, { ip }: Caller, email: string): Promise<void> {
  await count(db, response, FROM, ip ?? '');
  await count(db, response, AS, email);
}

/**
 * After a correct sign-in. The network address gets back only this attempt, because its other attempts may be guesses
 * by others.
 */
export async function resetSignInAttempts(db: Db, { ip }: Caller, email: string): Promise<void> {
  await undoAttempt(db, FROM, ip ?? '');
  await resetAttempts(db, AS, email);
}

export const limitPassword = (db: Db, response: Response, userId: string): Promise<void> =>
  count(db, response, PASSWORD, userId);

export const resetPasswordAttempts = (db: Db, userId: string): Promise<void> => resetAttempts(db, PASSWORD, userId);

export async function limitReset(db: Db, response: Response, { ip }: Caller, email: string): Promise<void> {
  await count(db, response, RESETS_FROM, ip ?? '');
  await count(db, response, RESETS_FOR, email);
}

async function count(db: Db, response: Response, rule: AttemptRule, subject: string): Promise<void> {
  const waitS = await consumeAttempt(db, rule, subject);
  if (waitS === 0) return;
  response.setHeader('Retry-After', String(waitS));
  const wait = waitS < 90 ? `${waitS} seconds` : `${Math.ceil(waitS / 60)} minutes`;
  throw new Refusal(429, 'too_many_attempts', `Too many attempts. Try again in ${wait}.`);
}
