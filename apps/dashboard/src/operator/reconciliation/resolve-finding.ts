import { decideFinding, type Resolution, resolutions } from '@topup/core/reconciliation';
import { formatNaira } from '@topup/core/shared';
import type { ResolvedFinding } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { PLACE } from '../../http/pagination';
import { line, readFields } from '../../http/read-fields';
import { done, notFound } from '../../http/refusal';
import { signedNaira } from '../operator.input';

type Body = { resolution: Resolution; note: string; amount?: bigint };

/** Ends a finding as an operator says. It moves no money of an account. */
export function resolve({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<Body>({
    resolution: Joi.string()
      .valid(...resolutions)
      .required(),
    note: line,
    amount: signedNaira.optional().empty(''),
  });
  return async (request, response) => {
    const text = String(request.params.id);
    if (!PLACE.number.test(text)) throw notFound('finding');
    const [id, { resolution, note, amount }] = [BigInt(text), readFields(body, request.body)];
    const decision = { id, resolution, note, amountKobo: amount };
    const { entryKobo } = done(await decideFinding(db, byOf(response), decision));
    response.json({ id: text, resolution, float: formatNaira(entryKobo) } satisfies ResolvedFinding);
  };
}
