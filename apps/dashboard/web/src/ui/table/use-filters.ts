import { useLocation, useNavigate } from '@tanstack/react-router';

/**
 * The filters of a list, kept in the page's address, so that it can be reloaded and shared. An empty text removes a
 * filter.
 */
export function useFilters<Name extends string>(): [Partial<Record<Name, string>>, (name: Name, text: string) => void] {
  const given = useLocation().search as Partial<Record<Name, string>>;
  const navigate = useNavigate();
  const set = (name: Name, text: string) => {
    const search = (old: Record<string, unknown>) => ({ ...old, [name]: text === '' ? undefined : text });
    void navigate({ to: '.', search: search as never, replace: true });
  };
  return [given, set];
}
