import { signDay } from '@topup/core/reconciliation';
import { systemClock } from '@topup/core/shared';
import type { Report } from '../../output';
import { requireProvider } from '../../providers';
import { done, Misuse } from '../../refusal';
import { type ActingAs, changeDatabase } from '../../with-database';
import { sumsToText } from './texts';

export async function close({ provider, day, as }: ActingAs & { provider: string; day: string }): Promise<Report> {
  if (as === undefined) throw new Misuse('A day is signed by a person: give --as <address>.');
  requireProvider(provider);
  const which = { provider, day, now: systemClock.now() };
  const { signed } = done(await changeDatabase({ as }, (db, by) => signDay(db, by, which)));
  return { json: signed, text: `${day} is closed.\n\n${sumsToText(signed)}` };
}
