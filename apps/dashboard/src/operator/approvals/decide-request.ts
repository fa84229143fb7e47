import { cancelApproval, decideRequest as decide } from '@topup/core/operator-guard';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { change, idOf } from '../../http/change';
import { line } from '../../http/read-fields';
import { enqueueFollowUps } from '../purchases/settle-purchase';

/** Approves or declines. Approving does what was asked for, in the same transaction. */
export const decideRequest = (
  { db, operator }: Pick<Deps, 'db' | 'operator'>,
  { approve }: { approve: boolean },
): RequestHandler =>
  change({
    of: idOf('approval'),
    body: Joi.object<{ note?: string }>({
      note: approve ? line.optional().empty('').label('Note') : line.label('Reason'),
    }),
    make: ({ note = null }, by, id) => decide(db, by, { id, approve, note }),
    answer: (decided) => {
      if (decided.kind === 'approved') enqueueFollowUps(operator, decided); // a refund is told to the client
    },
  });

/** Takes back one's own request. */
export const cancelRequest = ({ db }: Pick<Deps, 'db'>): RequestHandler =>
  change({ of: idOf('approval'), make: (_, by, id) => cancelApproval(db, by, id) });
