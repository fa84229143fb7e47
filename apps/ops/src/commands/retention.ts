import { type Redacted, redactByHand } from '@topup/core/retention';
import { loadSettings } from '@topup/runtime/settings';
import { personalData } from '@topup/settings';
import { command, group, option } from '../declare';
import { facts } from '../output';
import { changeDatabase } from '../with-database';

const NOTHING: Redacted = { purchases: 0, attempts: 0, events: 0, statementRows: 0, batchRows: 0 };

export const retentionCommands = group('retention', 'personal data that is no longer needed', [
  command(
    'run',
    'redact personal data forever, PERSONAL_DATA_DAYS after the purchase',
    [option('--dry-run', 'only count')],
    async ({ dryRun = false, ...as }) => {
      const { PERSONAL_DATA_DAYS: days } = loadSettings(personalData);
      if (days === 0)
        return {
          json: { days: null, dryRun, ...NOTHING },
          text: 'PERSONAL_DATA_DAYS is 0: personal data is kept forever, and nothing was redacted.',
        };
      const redacted = await changeDatabase(as, (db, by) => redactByHand(db, by, { days, dryRun }));
      return { json: { days, dryRun, ...redacted }, text: toText(redacted, days, dryRun) };
    },
  ),
]);

function toText(
  { purchases, attempts, events, statementRows, batchRows }: Redacted,
  days: number,
  dryRun: boolean,
): string {
  const head = `${dryRun ? 'Would be redacted' : 'Redacted'}, of what has been over for ${days} days:`;
  const counts: [string, number][] = [
    ['purchases', purchases],
    ['closed attempts', attempts],
    ['webhook events', events],
    ['statement rows', statementRows],
    ['rows of batches', batchRows],
  ];
  return `${head}\n${facts(counts.map(([kind, count]) => [kind, String(count)]))}`;
}
