import { type By, type NewAction, withAuditLog } from '@topup/core/audit';
import {
  effectToJson,
  type PriceChange,
  type PriceEffect,
  readPriceEffect,
  withoutSaving,
} from '@topup/core/reporting';
import { type DbOrTransaction, systemClock } from '@topup/core/shared';
import type { Report } from '../../output';
import { type ActingAs, changeDatabase } from '../../with-database';
import { effectToText } from './price-effect';

/** The option of each command that changes prices. */
export const DRY_RUN = ['--dry-run', 'only show what it does to prices, margins and accounts'] as const;
export type DryRun = { dryRun?: boolean };

type Done<Outcome> = { outcome: Outcome; prices: PriceChange | null; action: NewAction | null };

/**
 * Looks up the effect of a change of prices, and then makes it, recorded in the audit log. A dry run stops before. The
 * effect is null when no price changes.
 */
export function changePrices<Outcome>(
  as: ActingAs,
  { plan, dryRun }: { plan?: string; dryRun: boolean },
  change: (tx: DbOrTransaction, by: By) => Promise<Done<Outcome>>,
): Promise<{ outcome: Outcome; effect: PriceEffect | null }> {
  return changeDatabase(as, async (db, by) => {
    const { outcome, prices } = await withoutSaving(db, (tx) => change(tx, by));
    // first, so that nothing was changed when it fails
    const effect = prices && (await readPriceEffect({ db, clock: systemClock }, prices, plan));
    if (dryRun) return { outcome, effect };
    const saved = await withAuditLog(db, by.actor, by.origin, async (tx) => {
      const { outcome: result, action } = await change(tx, by);
      return { result, action };
    });
    return { outcome: saved, effect };
  });
}

/** The report of a change with its effect: what was saved, or what would be. */
export function withEffect(effect: PriceEffect | null, dryRun: boolean, { json, text }: Report): Report {
  const said = dryRun ? 'Nothing was changed: this was a dry run. Without --dry-run:' : null;
  return {
    json: { ...(json as object), ...(effect && { effect: effectToJson(effect) }), ...(dryRun && { dryRun }) },
    text: [said, text, effect && effectToText(effect)].filter((part) => part !== null).join('\n'),
  };
}
