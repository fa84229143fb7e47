import type { Drift } from './drifts';

/** A transfer under the reference of the first funding. `rest`: its state, reason, amount and entry. */
const transfer = (rest: string) => `
  INSERT INTO collection (collector, reference, key, account_id, paid_on, payer, payer_bank, state, reason, amount_kobo,
                          entry_id)
  SELECT 'monnify', reference, funding_key(reference), account_id, '', '', '', ${rest} FROM ledger_entry
   ORDER BY id LIMIT 1`;

const firstEntry = '(SELECT min(id) FROM ledger_entry)';

export const driftsOfCollections: Drift[] = [
  ['F01', 'a transfer was credited with another amount', transfer(`'credited', NULL, 5, ${firstEntry}`), 'F01'],
  [
    'F01',
    'a transfer was credited to another account',
    `${transfer(`'credited', NULL, amount_kobo, ${firstEntry}`)};
     UPDATE collection SET account_id = (SELECT id FROM account WHERE name = 'two')`,
    'F01',
  ],
  [
    'F02',
    'a transfer that waits has funded a wallet',
    `${transfer(`'waiting', 'partly_paid', amount_kobo, NULL`)};
     INSERT INTO funding_reference (key, entry_id) SELECT key, ${firstEntry} FROM collection`,
    'F02',
  ],
  [
    'F03',
    'the collector funded a wallet without a transfer',
    `INSERT INTO cap_use (actor, day, amount_kobo, entry_id)
     SELECT 'collector', current_date, amount_kobo, id FROM ledger_entry ORDER BY id LIMIT 1`,
    'F03',
  ],
];
