import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { worthAnotherTry } from './queries';
import { RequestFault } from './request';

/** What any request may be answered that ends the use of the pages. */
type Ends = { signed_out: () => void; factor_enrolment_needed: () => void };

/** @param ends called when a request is answered so, after all data has been dropped */
export function createQueryClient(ends: Ends): QueryClient {
  const onError = (error: Error) => {
    const end = error instanceof RequestFault ? ends[error.code as keyof Ends] : undefined;
    if (end === undefined) return;
    client.clear();
    end();
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: worthAnotherTry, staleTime: 5000 }, mutations: { retry: false } },
  });
  return client;
}
