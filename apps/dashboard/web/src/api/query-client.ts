import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { worthAnotherTry } from './queries';
import { RequestFault } from './request';

/** @param onSignedOut called when any request is answered `signed_out` */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (!(error instanceof RequestFault) || error.code !== 'signed_out') return;
    client.clear();
    onSignedOut();
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: worthAnotherTry, staleTime: 5000 }, mutations: { retry: false } },
  });
  return client;
}
