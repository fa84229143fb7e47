import type { ActingUser } from '../user/access.store';

/**
 * Who changes something.
 * - `user`: a signed-in operator, or user of an account.
 * - `ops`: somebody who runs `ops`, by their name in the operating system; `as`: the operator of `--as`.
 * - `key`: a client of an account.
 * - `system`: a process, such as `worker`, and the dashboard when nobody is signed in.
 */
export type Actor =
  | ({ kind: 'user'; email: string } & ActingUser)
  | { kind: 'ops'; systemUser: string; as: { userId: string; email: string } | null }
  | { kind: 'key'; keyId: string; accountId: string }
  | { kind: 'system'; process: string };

/** The HTTP request of a change. `address`: the network address of its sender. `requestId`: as the log names it. */
export type Origin = { address: string | null; requestId: string | null };

/** Of `ops` and of the system, which no request asks. */
export const NO_ORIGIN: Origin = { address: null, requestId: null };

/** Whom a change is recorded as. */
export type By = { actor: Actor; origin: Origin };

export const bySystem = (process: string): By => ({ actor: { kind: 'system', process }, origin: NO_ORIGIN });

/** The kinds of actors in the table, where a person is an operator or a user of an account. */
export type ActorKind = 'operator' | 'user' | 'ops' | 'key' | 'system';

export type StoredActor = {
  actorKind: ActorKind;
  userId: string;
  userEmail: string;
  systemUser: string | null;
  sessionId: string | null;
};

export function toStoredActor(actor: Actor): StoredActor {
  const nobody = { systemUser: null, sessionId: null };
  switch (actor.kind) {
    case 'user': {
      const { role, userId, email: userEmail, sessionId } = actor;
      const actorKind = role === 'operator' ? 'operator' : 'user';
      return { ...nobody, actorKind, userId, userEmail, sessionId };
    }
    case 'ops': {
      const { userId, email: userEmail } = actor.as ?? { userId: 'ops', email: 'ops' };
      return { ...nobody, actorKind: 'ops', userId, userEmail, systemUser: actor.systemUser };
    }
    case 'key':
      return { ...nobody, actorKind: 'key', userId: actor.keyId, userEmail: 'API key' };
    case 'system':
      return { ...nobody, actorKind: 'system', userId: 'system', userEmail: actor.process };
  }
}

/** The name of an actor in a text for operators, such as who closed a provider. */
export const actorName = (actor: Actor): string => toStoredActor(actor).userEmail;
