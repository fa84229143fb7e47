import { decideFinding, type Resolution, resolutions } from '@topup/core/reconciliation';
import { formatNaira } from '@topup/core/shared';
import type { ResolvedFinding } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { change, numberOf } from '../../http/change';
import { line } from '../../http/read-fields';
import { signedNaira } from '../operator.input';

type Body = { resolution: Resolution; note: string; amount?: bigint };

/** Ends a finding as an operator says. It moves no money of an account. */
export const resolve = ({ db }: Pick<Deps, 'db'>): RequestHandler =>
  change({
    of: numberOf('finding'),
    body: Joi.object<Body>({
      resolution: Joi.string()
        .valid(...resolutions)
        .required(),
      note: line,
      amount: signedNaira.optional().empty(''),
    }),
    make: ({ amount: amountKobo, ...given }, by, id) => decideFinding(db, by, { id, ...given, amountKobo }),
    answer: ({ entryKobo }, { resolution }, id): ResolvedFinding => {
      return { id: String(id), resolution, float: formatNaira(entryKobo) };
    },
  });
