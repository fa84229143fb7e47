import type { Drift } from './drifts';

/** A row on the day of the rows that there are. */
function statementRow(rowId: string): string {
  return `
    INSERT INTO statement_row (provider, row_id, source, at, day, direction, kind, amount_kobo, raw)
    SELECT provider, '${rowId}', source, at, day, direction, kind, amount_kobo, raw FROM statement_row`;
}

/** A finding that ada has resolved on a day that is not closed. */
function finding(resolution: string): string {
  return `
    INSERT INTO reconciliation_finding (provider, day, kind, subject, difference_kobo, resolved_at, resolved_by,
                                        resolution, note)
    SELECT provider, max(day) + 1, 'missing_here', 'row:x', 5, now(), 'ada', '${resolution}', 'x'
      FROM closed_day GROUP BY provider`;
}

function entryOf(writtenBy: string): string {
  return `
    INSERT INTO float_entry (provider, day, amount_kobo, finding_id, note, written_by)
    SELECT provider, day, -5, id, note, ${writtenBy} FROM reconciliation_finding`;
}

/** The changes of closed days, and of what they were made of. */
export const driftsOfClosedDays: Drift[] = [
  ['R01', 'a row of a closed day was lost', `DELETE FROM statement_row`, 'R01 R03'],
  ['R01', 'a row came into a closed day', `${statementRow('late')}`, 'R01'],
  ['R01', 'a sum of a closed day was changed', `UPDATE closed_day SET debits_kobo = 901 WHERE rows = 1`, 'R01'],
  ['R01', 'a drift was signed', `UPDATE closed_day SET carried_kobo = 1 WHERE rows = 1`, 'R01'],
  [
    'R01',
    'a sum of our float on a closed day was changed',
    `UPDATE closed_day SET earlier_kobo = 1 WHERE rows = 1`,
    'R01',
  ],
  [
    'R01',
    'a row came into a day that was closed by snapshots',
    `UPDATE closed_day SET basis = 'snapshots'; ${statementRow('late')}`,
    'R01',
  ],
  ['R02', 'a closed day was lost', `DELETE FROM closed_day WHERE day = (SELECT min(day) + 1 FROM closed_day)`, 'R02'],
  [
    'R02',
    'a closed day begins with another balance',
    `UPDATE closed_day SET opening_kobo = opening_kobo + 1, closing_kobo = closing_kobo + 1,
                           carried_kobo = carried_kobo + 1 WHERE day = (SELECT max(day) FROM closed_day)`,
    'R02',
  ],
  [
    'R02',
    'our float begins a closed day with another amount',
    `UPDATE closed_day SET float_opening_kobo = float_opening_kobo + 1, float_closing_kobo = float_closing_kobo + 1,
                           carried_kobo = carried_kobo - 1 WHERE day = (SELECT max(day) FROM closed_day)`,
    'R02',
  ],
  [
    'R03',
    'the cost of an order changed after its day was closed',
    `UPDATE purchase SET cost_kobo = 901 WHERE request_ref = 'data delivered'`,
    'R03',
  ],
  [
    'R03',
    'money was accepted on a closed day',
    `INSERT INTO float_entry (provider, day, amount_kobo, finding_id, note, written_by)
     SELECT provider, day, 5, 1, 'x', 'x' FROM closed_day WHERE rows = 1`,
    'R03 R04',
  ],
  [
    'R03',
    'a day was closed over an open finding',
    `INSERT INTO reconciliation_finding (provider, day, kind, subject, difference_kobo, found_at)
     SELECT provider, day, 'missing_here', 'row:x', 5, closed_at FROM closed_day WHERE rows = 1`,
    'R03',
  ],
  ['R04', 'an accepted finding did not change our float', `${finding('accepted')}`, 'R04'],
  [
    'R04',
    'our float changed by a finding that was explained',
    `${finding('explained')}; ${entryOf('resolved_by')}`,
    'R04',
  ],
  [
    'R04',
    'somebody else changed our float by an accepted finding',
    `${finding('accepted')}; ${entryOf(`'eve'`)}`,
    'R04',
  ],
];
