import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf, postJson, RequestFault } from '../../api/request';
import { withTimes } from '../../format/time';

export type Sending<Body, Answer> = {
  /**
   * Does nothing while a request is under way, so that a double click sends once. Null when it was refused or not sent.
   */
  send(body: Body): Promise<Answer | null>;
  busy: boolean;
  /** The server's message; null when the faults are shown at the fields. */
  fault: string | null;
  /** The code of the server's refusal. */
  code: string | null;
  /** What is wrong with single inputs, by their names. */
  fields: Record<string, string>;
  clear(): void;
};

/**
 * One change that a page can request from the server.
 * @param path where to POST the body
 * @param invalidates the beginnings of the paths whose data is out of date afterwards
 * @param shown the inputs at which the page shows faults; a fault of any other field is shown as the whole message
 */
export function useSend<Body, Answer = unknown>(
  path: string,
  { invalidates, shown = [] }: { invalidates: string[]; shown?: string[] },
): Sending<Body, Answer> {
  const client = useQueryClient();
  const { mutateAsync, isPending, error, reset } = useMutation<Answer, Error, Body>({
    mutationFn: (body) => postJson<Answer>(path, body),
    // Also after a refusal: the data on the page may be out of date, and the reason for it.
    onSettled: () =>
      void client.invalidateQueries({
        predicate: ({ queryKey }) => invalidates.some((start) => startsWith(queryKey, start)),
      }),
  });
  // The second click of a double click comes before React draws again.
  const underWay = useRef(false);
  const send = async (body: Body) => {
    if (underWay.current) return null;
    underWay.current = true;
    try {
      // An answer may have no body.
      return (await mutateAsync(body)) ?? ({} as Answer);
    } catch {
      return null;
    } finally {
      underWay.current = false;
    }
  };
  const code = error instanceof RequestFault ? error.code : null;
  return { send, busy: isPending, code, ...faultsOf(error, shown), clear: reset };
}

/** What a form shows of an error: at its inputs when it shows them all, otherwise the whole message. */
export function faultsOf(
  error: Error | null,
  shown: string[],
): { fault: string | null; fields: Record<string, string> } {
  const said = error instanceof RequestFault ? error.fields : {};
  const fields = Object.fromEntries(Object.entries(said).map(([name, text]) => [name, withTimes(text)]));
  const names = Object.keys(fields);
  const shownAtFields = names.length > 0 && names.every((name) => shown.includes(name));
  return { fault: error === null || shownAtFields ? null : messageOf(error), fields };
}

const startsWith = ([path]: QueryKey, start: string): boolean => typeof path === 'string' && path.startsWith(start);
