import { useMutation } from '@tanstack/react-query';
import type { PricePreview } from '@topup/dashboard-contract';
import { useState } from 'react';
import { getJson, type Query, RequestFault } from '../../api/request';
import { faultsOf } from '../../ui/form/use-send';

/** The step before a change of prices: what it would do. */
export type Previewing = {
  /** What was read; null before, and after `leave`. */
  preview: PricePreview | null;
  /** Reads it. The faults are those that the change itself would have. @returns the code of a refusal */
  look(query: Query): Promise<string | null>;
  leave(): void;
  busy: boolean;
  fault: string | null;
  fields: Record<string, string>;
};

/** @param shown the inputs at which the form shows faults, as for `useSend` */
export function usePreview(path: string, shown: string[]): Previewing {
  const [preview, setPreview] = useState<PricePreview | null>(null);
  const { mutateAsync, isPending, error } = useMutation<PricePreview, Error, Query>({
    mutationFn: (query) => getJson<PricePreview>(path, query),
  });
  const look = async (query: Query) => {
    try {
      setPreview(await mutateAsync(query));
      return null;
    } catch (error) {
      return error instanceof RequestFault ? error.code : null;
    }
  };
  return { preview, look, leave: () => setPreview(null), busy: isPending, ...faultsOf(error, shown) };
}
