import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { postJson, RequestFault, wordsOf } from '../../api/request';

export type Sending<Body, Answer> = {
  /** Does nothing while one is under way, so that a double click sends once. Null when it was refused, or not sent. */
  send(body: Body): Promise<Answer | null>;
  busy: boolean;
  /** What is wrong as a whole, in the server's words; null when it is told at the fields. */
  fault: string | null;
  /** What is wrong with single inputs, by their names. */
  fields: Record<string, string>;
  clear(): void;
};

/**
 * One change that a page can ask the server for.
 * @param path where to POST the body
 * @param told the beginnings of the paths whose data are then out of date
 * @param shown the inputs at which the page shows a fault; one of any other field is told as a whole
 */
export function useSend<Body, Answer = unknown>(
  path: string,
  { told, shown = [] }: { told: string[]; shown?: string[] },
): Sending<Body, Answer> {
  const client = useQueryClient();
  const { mutateAsync, isPending, error, reset } = useMutation<Answer, Error, Body>({
    mutationFn: (body) => postJson<Answer>(path, body),
    // Refused or not: what the page shows led here, and may be why it was refused.
    onSettled: () =>
      void client.invalidateQueries({ predicate: ({ queryKey }) => told.some((start) => startsWith(queryKey, start)) }),
  });
  // The second click of a double click comes before anything is drawn anew.
  const underWay = useRef(false);
  const send = async (body: Body) => {
    if (underWay.current) return null;
    underWay.current = true;
    try {
      // An answer without a body is an answer too.
      return (await mutateAsync(body)) ?? ({} as Answer);
    } catch {
      return null;
    } finally {
      underWay.current = false;
    }
  };
  const fields = error instanceof RequestFault ? error.fields : {};
  const names = Object.keys(fields);
  const toldAtFields = names.length > 0 && names.every((name) => shown.includes(name));
  return { send, busy: isPending, fault: error === null || toldAtFields ? null : wordsOf(error), fields, clear: reset };
}

const startsWith = ([path]: QueryKey, start: string): boolean => typeof path === 'string' && path.startsWith(start);
