import type { Actor } from '../audit/actor';

/**
 * Whose daily cap a guarded action counts on, and who may not approve it. `id`: the id of an operator, or `ops` for all
 * of `ops`. `as`: of `ops --as`, that operator.
 */
export type GuardActor = { id: string; as: string | null; sessionId: string | null };

/** @throws Error for an actor that is neither an operator nor `ops`; theirs are never guarded */
export function guardActorOf(actor: Actor): GuardActor {
  if (actor.kind === 'ops') return { id: 'ops', as: actor.as?.userId ?? null, sessionId: null };
  if (actor.kind === 'user' && actor.role === 'operator')
    return { id: actor.userId, as: null, sessionId: actor.sessionId };
  throw new Error(`${actor.kind} does no guarded actions`);
}
