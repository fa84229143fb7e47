/** One page of a list, newest first. `nextCursor` is null at the end. */
export type Page<Item> = { items: Item[]; nextCursor: string | null };

/** All items of a list, page by page as they are used: `for await (const item of list)`. Or one page at a time. */
export type Pages<Item> = AsyncIterable<Item> & {
  /** @param cursor `nextCursor` of the page before; without it the first page */
  page(cursor?: string): Promise<Page<Item>>;
};

export const toPages = <Item>(read: (cursor: string | undefined) => Promise<Page<Item>>): Pages<Item> => ({
  page: read,
  async *[Symbol.asyncIterator]() {
    let cursor: string | undefined;
    do {
      const { items, nextCursor }: Page<Item> = await read(cursor);
      yield* items;
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
  },
});
