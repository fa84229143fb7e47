import type { Asked } from '@topup/dashboard-contract';
import { useRef, useState } from 'react';
import { type Sending, useSend } from '../../ui/form/use-send';

export type Guarded<Body, Answer> = Pick<Sending<Body, Answer>, 'busy' | 'fault' | 'fields'> & {
  /** Null when it was refused, or when an approval was asked for. With a `note` it asks when it needs one. */
  send(body: Body, note?: string): Promise<Answer | null>;
  /** The server's message when the change needs an approval, which has not been asked for. */
  needed: string | null;
  /** Sends the last change again, with the note for whoever decides. */
  ask(note: string): Promise<void>;
  asked: Asked['approval'] | null;
  clear(): void;
};

/** A change that may need the approval of a second operator. */
export function useGuarded<Body extends object, Answer extends object>(
  path: string,
  options: Parameters<typeof useSend>[1],
): Guarded<Body, Answer> {
  const { send, busy, fault, code, fields, clear } = useSend<Body & { approvalNote?: string }, Answer | Asked>(
    path,
    options,
  );
  const [asked, setAsked] = useState<Asked['approval'] | null>(null);
  const last = useRef<Body | null>(null);
  const sendOnce = async (body: Body, note?: string) => {
    last.current = body;
    const answer = await send({ ...body, ...(note !== undefined && { approvalNote: note }) });
    if (answer === null || !isAsked(answer)) return answer;
    setAsked(answer.approval);
    return null;
  };
  const needed = code === 'approval_needed';
  return {
    send: sendOnce,
    busy,
    fault: needed ? null : fault,
    fields,
    needed: needed ? fault : null,
    async ask(note) {
      if (last.current !== null) await sendOnce(last.current, note);
    },
    asked,
    clear() {
      clear();
      setAsked(null);
    },
  };
}

/** A link that a new operator gets works once it was approved: it is an answer with an approval. */
const isAsked = (answer: object): answer is Asked => 'approval' in answer && !('link' in answer);
