import { listReadProviders, signDay } from '@topup/core/reconciliation';
import { toWire } from '@topup/core/shared';
import { readMoment } from '@topup/core/time';
import type { DaySums } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { change } from '../../http/change';
import { line, textRule } from '../../http/read-fields';
import { refusalOf } from '../../http/refusal';

const lagosDay = textRule('must be a day such as 2026-11-20', (text) =>
  text.length === 10 && readMoment(text, 'from') !== null ? text : null,
);

/** Signs a day at one provider with the name of the operator. */
export const closeReconciledDay = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): RequestHandler =>
  change({
    body: Joi.object<{ provider: string; day: string }>({ provider: line, day: lagosDay }),
    make: async ({ provider, day }, by) => {
      const known = await listReadProviders(db);
      if (!known.includes(provider)) throw refusalOf({ kind: 'no_such_provider', provider, known });
      return signDay(db, by, { provider, day, now: clock.now() });
    },
    answer: ({ signed }): DaySums => toWire(signed),
  });
