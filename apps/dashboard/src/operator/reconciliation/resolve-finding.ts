import { decideFinding, type Resolution, resolutions } from '@topup/core/reconciliation';
import { assertNever, formatNaira } from '@topup/core/shared';
import type { ResolvedFinding } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { PLACE } from '../../http/pagination';
import { line, readFields } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { signedNaira } from '../operator.input';
import { findingNotOpen, noSuchFinding, nothingSuggested } from '../refusals';

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
    const resolved = await decideFinding(db, byOf(response), { id, resolution, note, amountKobo: amount });
    switch (resolved.kind) {
      case 'resolved':
        response.json({ id: text, resolution, float: formatNaira(resolved.entryKobo) } satisfies ResolvedFinding);
        return;
      case 'no_such_finding':
        throw noSuchFinding(id);
      case 'finding_not_open':
        throw findingNotOpen(id, resolved.finding.state);
      case 'nothing_suggested':
        throw nothingSuggested(id);
      default:
        assertNever(resolved);
    }
  };
}
