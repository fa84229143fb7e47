import type { Finding, Pull, ReadDay } from '@topup/core/reconciliation';
import { columnsOf } from '../../http/csv';

export const FINDING_COLUMNS = columnsOf<Finding>()([
  'id,provider,day,kind,state,difference,reference,account_id',
  ['row', ({ row, suggestedRow }) => suggestedRow ?? row],
  'suggested,found_at,resolved_by,resolution,note',
]);

export const DAY_COLUMNS = columnsOf<ReadDay>()([
  'day,provider,basis,rows,attempts,opening,credits,debits,unlisted,closing',
  'float_opening,entries,cost,earlier,float_closing,carried,drift,unexplained,closed_by,closed_at',
]);

export const PULL_COLUMNS = columnsOf<Pull>()(['id,provider,source,since,until,rows,added,fault,at']);
