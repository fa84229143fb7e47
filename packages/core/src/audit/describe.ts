import type { Facts, NewAction } from './action.store';

// What the descriptors of actions have in common. Each room says itself what is recorded of its changes.

/** Only the facts that differ; null when all are the same, because nothing was changed. */
export function moved<T extends NewAction>(action: T, before: Facts, after: Facts): NewAction | null {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  if (names.length === 0) return null;
  const only = (facts: Facts) => Object.fromEntries(names.map((name) => [name, facts[name] ?? null]));
  return { ...action, before: only(before), after: only(after) };
}

/** `approval`: the id of the approval on which it was done. */
export const byApproval = (approval: string | undefined): Pick<NewAction, 'details'> =>
  approval === undefined ? {} : { details: { approval } };
