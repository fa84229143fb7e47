import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

/** Opens this place for a user who has just signed in. Data of an earlier user is dropped. */
export function useEntry(place: string): () => void {
  const client = useQueryClient();
  const router = useRouter();
  return () => {
    client.clear();
    router.history.replace(place);
  };
}
