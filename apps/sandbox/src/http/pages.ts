/** One page as Spring writes it. `number` is 0-based. */
export function springPage<Item>(items: readonly Item[], number: number, size: number) {
  const content = items.slice(number * size, (number + 1) * size);
  const totalPages = Math.ceil(items.length / size);
  return {
    content,
    totalPages,
    totalElements: items.length,
    last: number >= totalPages - 1,
    first: number === 0,
    numberOfElements: content.length,
    size,
    number,
    empty: content.length === 0,
  };
}

/**
 * A whole number of a query, or the fallback if there is none or it is not one.
 * @param most a greater number counts as this one
 */
export function readCount(value: unknown, fallback: number, most: number): number {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Math.min(Number(value), most) : fallback;
}
