import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type Filter, useQueryOf } from './filter-bar';

type Props = { filters: readonly Filter[]; variant?: 'subtle' | 'default' };

/** Removes all filters from the address of the page. Nothing while it has none. */
export function ClearFilters({ filters, variant = 'subtle' }: Props) {
  const { any } = useQueryOf(filters);
  const navigate = useNavigate();
  if (!any) return null;
  return (
    <Button variant={variant} onClick={() => void navigate({ to: '.', search: {} as never, replace: true })}>
      Clear filters
    </Button>
  );
}
