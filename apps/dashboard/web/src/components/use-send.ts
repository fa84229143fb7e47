import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { postJson, RequestFault, wordsOf } from '../api/request';

export type Sending<Body, Answer> = {
  /** Does nothing while one is under way, so that a double click sends once. Answers null when it was refused, or not sent. */
  send(body: Body): Promise<Answer | null>;
  busy: boolean;
  /** What is wrong as a whole, in the server's words; null when it is told at the fields. */
  fault: string | null;
  fields: Record<string, string>;
  clear(): void;
};

/**
 * One change that a page can ask the server for.
 * @param path where to POST the body
 * @param told the first parts of the query keys (paths) whose data are then out of date
 * @param shown the names of the inputs at which the page shows a fault; one of any other field is told as a whole
 */
export function useSend<Body, Answer>(path: string, { told, shown = [] }: { told: string[]; shown?: string[] }): Sending<Body, Answer> {
  const client = useQueryClient();
  const { mutateAsync, isPending, error, reset } = useMutation<Answer, Error, Body>({
    mutationFn: (body) => postJson<Answer>(path, body),
    onSuccess: () =>
      Promise.all(told.map((start) => client.invalidateQueries({ predicate: ({ queryKey }) => startsWith(queryKey, start) }))),
  });
  const fields = error instanceof RequestFault ? error.fields : {};
  const allShown = Object.keys(fields).length > 0 && Object.keys(fields).every((name) => shown.includes(name));
  return {
    send: (body) => (isPending ? Promise.resolve(null) : mutateAsync(body).catch(() => null)),
    busy: isPending,
    fault: error === null || allShown ? null : wordsOf(error),
    fields,
    clear: reset,
  };
}

const startsWith = ([path]: QueryKey, start: string): boolean => typeof path === 'string' && path.startsWith(start);
