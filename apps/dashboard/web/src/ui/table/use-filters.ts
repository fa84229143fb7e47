import { useLocation, useNavigate } from '@tanstack/react-router';

/** What a list is narrowed to, kept in the page's address so that it survives a reload and can be sent to somebody. An empty text takes a filter away. */
export function useFilters<Name extends string>(): [Partial<Record<Name, string>>, (name: Name, text: string) => void] {
  const given = useLocation().search as Partial<Record<Name, string>>;
  const navigate = useNavigate();
  const set = (name: Name, text: string) => {
    const search = (old: Record<string, unknown>) => ({ ...old, [name]: text === '' ? undefined : text });
    void navigate({ to: '.', search: search as never, replace: true });
  };
  return [given, set];
}
