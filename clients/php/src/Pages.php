<?php

declare(strict_types=1);

namespace TopUp;

/**
 * All items of a list, newest first: `foreach` reads page by page as you use them, and `page` reads one.
 *
 * @implements \IteratorAggregate<int, array<string, mixed>>
 */
final class Pages implements \IteratorAggregate
{
    /**
     * @internal
     * @param \Closure(?string): array<string, mixed> $read the body of the page at a cursor
     */
    public function __construct(private readonly \Closure $read)
    {
    }

    /**
     * @param ?string $cursor `nextCursor` of the page before; without it the first page
     * @return array{items: list<array<string, mixed>>, nextCursor: ?string} `nextCursor` is null at the end
     * @throws Errors\TopUpError
     */
    public function page(?string $cursor = null): array
    {
        $body = ($this->read)($cursor);
        return ['items' => $body['data'], 'nextCursor' => $body['next_cursor']];
    }

    /** @throws Errors\TopUpError */
    public function getIterator(): \Generator
    {
        $cursor = null;
        do {
            ['items' => $items, 'nextCursor' => $cursor] = $this->page($cursor);
            foreach ($items as $item) {
                yield $item;
            }
        } while ($cursor !== null);
    }
}
