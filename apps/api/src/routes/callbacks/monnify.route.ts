import { noteTransfers } from '@topup/core/collection';
import { AppError } from '@topup/core/errors';
import express, { type RequestHandler } from 'express';
import type { Deps } from '../../deps';

const MAX_BYTES = 256 * 1024;

/** The signature is of the bytes, so they are not parsed before. */
export const noticeBytes = express.raw({ type: () => true, limit: MAX_BYTES, inflate: false });

/**
 * POST /callbacks/monnify/<secret>: Monnify reports a transfer. The notice is only a hint: a worker asks Monnify about
 * its reference, and what it answers is credited. 200 means that the hint is stored; Monnify repeats any other answer.
 * A wrong signature is refused, and none at all is not, because Monnify's sandbox signs nothing.
 */
export function monnifyCallback({ db, log, readNotice }: Deps): RequestHandler {
  return async (request, response) => {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { signed, reference } = readNotice(bytes, request.get('monnify-signature'));
    if (signed === 'wrong') {
      log.error('a notice of a transfer has a wrong signature', { alert: 'collection' });
      throw new AppError('unauthorized', 'the signature is not that of the body');
    }
    if (reference !== null) await noteTransfers(db, 'monnify', [reference]);
    response.json({ status: 'success' });
  };
}
