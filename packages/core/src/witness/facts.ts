/**
 * Something that was committed, and that every server has for ever which has the commit: a purchase was accepted, its
 * attempt was claimed, or it became final.
 */
export type Fact = { kind: 'accepted' | 'claimed' | 'final'; id: string; attempt: number };

/** A fact as text, with the timeline of the server that committed it: `00000002 claimed 1 <id of the purchase>`. */
export type Note = { timeline: string; fact: Fact | null };

const FORM = /^([0-9A-F]{8}) (?:server|(accepted|claimed|final) (\d+) ([0-9a-f-]{36}))$/;

/** A note without a fact says that a process has worked on that timeline. */
export const noteText = ({ timeline, fact }: Note): string =>
  fact === null ? `${timeline} server` : `${timeline} ${fact.kind} ${fact.attempt} ${fact.id}`;

/** Undefined when the text is no note. */
export function readNote(text: string): Note | undefined {
  const [, timeline, kind, attempt, id] = FORM.exec(text) ?? [];
  if (timeline === undefined) return undefined;
  const fact = id === undefined ? null : ({ kind, attempt: Number(attempt), id } as Fact);
  return { timeline, fact };
}
