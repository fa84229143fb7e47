import { confirmClaim, listClaims } from '@topup/core/purchase';
import { lineArgument } from '../arguments';
import { changes, group, needed, option, reads } from '../declare';
import { listOf } from '../output';
import { done } from '../refusal';
import { ACCOUNT, REFERENCE, requireId } from './purchase';

const MOST = 1_000;

export const claimCommands = group('claim', 'claims of clients that a purchase was not received', [
  reads(
    'list',
    'list the open claims, the oldest first',
    [option('--all', 'the answered ones too, the newest first')],
    async (db, { all = false }) => {
      const claims = await listClaims(db, { state: all ? undefined : 'open', limit: MOST });
      return listOf(
        claims.map(({ id: _id, place: _place, account, ...claim }) => ({ ...claim, account: account.name })),
        ['reference', 'account', 'product', 'amount', 'charged', 'state', 'filedAt', 'note', 'answeredAt', 'answer'],
        all ? 'No claims.' : 'No open claims.',
      );
    },
  ),
  changes(
    'confirm',
    'answer a claim: the purchase was delivered; moves no money',
    [REFERENCE, ACCOUNT, needed('--proof <text>', 'how you know; the client reads it', lineArgument)],
    async (db, by, { reference, account, proof }) => {
      const { id } = await requireId(db, reference, account);
      done(await confirmClaim(db, by, { id, requestRef: reference }, proof));
      return { json: { reference, state: 'confirmed' }, text: `The claim of purchase ${reference} is now confirmed.` };
    },
  ),
]);
