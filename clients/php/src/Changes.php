<?php

declare(strict_types=1);

namespace TopUp;

use TopUp\Errors\TopUpError;
use TopUp\Internal\Clock;

/**
 * Every purchase when it becomes final, and again when it is reversed, oldest first: `foreach` waits for the next one
 * and does not end. After a lost connection or a restart of the service it goes on from the last cursor.
 *
 * @implements \IteratorAggregate<int, array<string, mixed>>
 */
final class Changes implements \IteratorAggregate
{
    private const LONGEST_WAIT = 30;
    /** An empty page that comes sooner was not held back, so the next query waits. */
    private const SHORTEST_POLL = 1.0;

    /**
     * @internal
     * @param \Closure(?string): array<string, mixed> $read the body of the page after a cursor
     * @param ?string $cursor save it after your work on a row. If you go on from it, no row is lost, and rows of one
     *     page may come again
     */
    public function __construct(
        private readonly \Closure $read,
        private readonly Clock $clock,
        public ?string $cursor,
    ) {
    }

    /** @throws TopUpError if the key or the cursor is wrong, or something else responds in the place of the service */
    public function getIterator(): \Generator
    {
        for ($failures = 0;;) {
            $began = $this->clock->now();
            try {
                $page = ($this->read)($this->cursor);
            } catch (TopUpError $error) {
                $comesBack = $error->httpStatus === null || $error->httpStatus >= 500 || $error->retryable;
                if (!$comesBack) {
                    throw $error;
                }
                $this->clock->sleep(max($error->retryAfterSeconds ?? 0, min(2 ** $failures, self::LONGEST_WAIT)));
                $failures = min($failures + 1, self::LONGEST_WAIT);
                continue;
            }
            $failures = 0;
            $last = array_key_last($page['data']);
            foreach ($page['data'] as $i => $row) {
                if ($i === $last) {
                    $this->cursor = $page['next_cursor'];
                }
                yield $row;
            }
            if ($last === null) {
                $this->cursor = $page['next_cursor'];
                $this->clock->sleep(max(0.0, self::SHORTEST_POLL - ($this->clock->now() - $began)));
            }
        }
    }
}
