import { moved, type NewAction } from '../audit/action.store';
import { type KeyLimits, keyLimitFacts } from './limits';

type Key = { id: string; name: string; accountId: string };

const ofKey = ({ id, name, accountId }: Key) => ({ subject: name, subjectId: id, accountId });

/** The audit entry of each change of an API key. Null: nothing was changed. */
export const keyActions = {
  created: (key: Key, limits: KeyLimits): NewAction => ({
    action: 'api_key.create',
    ...ofKey(key),
    after: keyLimitFacts(limits),
  }),
  limits: (was: Key & KeyLimits, now: KeyLimits) =>
    moved({ action: 'api_key.limits', ...ofKey(was) }, keyLimitFacts(was), keyLimitFacts(now)),
  revoked: (key: Key): NewAction => ({ action: 'api_key.revoke', ...ofKey(key) }),
};
