<?php

declare(strict_types=1);

namespace TopUp\Internal;

/** @internal The clock of a client. Tests give another one, so that they do not wait. */
final class Clock
{
    /**
     * @param \Closure(): float $now seconds that only grow, from any beginning
     * @param \Closure(float): void $sleep waits for so many seconds
     */
    public function __construct(private readonly \Closure $now, private readonly \Closure $sleep)
    {
    }

    public static function ofThisMachine(): self
    {
        return new self(
            static fn (): float => hrtime(true) / 1e9,
            static fn (float $seconds) => usleep((int) ceil($seconds * 1e6)),
        );
    }

    public function now(): float
    {
        return ($this->now)();
    }

    public function sleep(float $seconds): void
    {
        ($this->sleep)($seconds);
    }
}
