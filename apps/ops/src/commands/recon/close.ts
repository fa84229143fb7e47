import { refusalTexts } from '@topup/core/errors';
import { type Closing, readDay, signDay } from '@topup/core/reconciliation';
import { assertNever, systemClock } from '@topup/core/shared';
import type { Report } from '../../output';
import { requireProvider } from '../../providers';
import { Misuse, Refusal } from '../../refusal';
import { type ActingAs, changeDatabase } from '../../with-database';
import { sumsToJson, sumsToText } from './texts';

export async function close({ provider, day, as }: ActingAs & { provider: string; day: string }): Promise<Report> {
  if (as === undefined) throw new Misuse('A day is signed by a person: give --as <address>.');
  requireProvider(provider);
  const { closing, signed } = await changeDatabase({ as }, async (db, by) => ({
    closing: await signDay(db, by, { provider, day, now: systemClock.now() }),
    signed: await readDay(db, provider, day),
  }));
  if (closing.kind === 'closed' && signed !== null)
    return { json: sumsToJson(signed), text: `${day} is closed.\n\n${sumsToText(signed)}` };
  if (closing.kind === 'closed') throw new Error('a day is closed that cannot be read');
  throw new Refusal(whyNot(closing, day));
}

function whyNot({ kind, report: sums }: Exclude<Closing, { kind: 'closed' }>, day: string): string {
  switch (kind) {
    case 'day_not_over':
      return refusalTexts.day_not_over({ day });
    case 'day_closed_before':
      return refusalTexts.day_closed_before({ day });
    case 'day_before_is_open':
      return refusalTexts.day_before_is_open({ day });
    case 'statement_incomplete':
      return refusalTexts.statement_incomplete({ day });
    case 'day_has_open_orders':
      return refusalTexts.day_has_open_orders({ day, open: sums?.open ?? 0 });
    case 'day_has_findings':
      return `${refusalTexts.day_has_findings({ day, findings: sums?.findings ?? 0 })} \`recon findings\` lists them.`;
    case 'day_drifts':
      return refusalTexts.day_drifts({
        day,
        driftKobo: sums?.driftKobo ?? 0n,
        unexplainedKobo: sums?.unexplainedKobo ?? 0n,
      });
    default:
      return assertNever(kind);
  }
}
