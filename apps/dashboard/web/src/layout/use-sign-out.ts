import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { postJson } from '../api/request';

/** Ends the session, and goes to the page to sign in. */
export function useSignOut(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate } = useMutation({
    mutationFn: () => postJson('/api/auth/sign-out'),
    onSuccess: async () => {
      await navigate({ to: '/sign-in' });
      client.clear();
    },
  });
  return () => mutate();
}
