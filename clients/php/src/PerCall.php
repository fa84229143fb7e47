<?php

declare(strict_types=1);

namespace TopUp;

/** What holds for one call. It replaces what the client was made with. */
final class PerCall
{
    /**
     * @param ?float $timeoutSeconds the time of the whole call, with everything that is sent again
     * @param ?int $maxRetries how often a request may be sent again
     * @param bool $respondAsync of a purchase: the service returns `pending` as soon as it has accepted the order
     * @param ?int $waitSeconds of a purchase: the service waits so long for the outcome, from 0 to 15
     * @throws \InvalidArgumentException if `waitSeconds` is out of range, or given beside `respondAsync`
     */
    public function __construct(
        public readonly ?float $timeoutSeconds = null,
        public readonly ?int $maxRetries = null,
        public readonly bool $respondAsync = false,
        public readonly ?int $waitSeconds = null,
    ) {
        if ($waitSeconds !== null && ($waitSeconds < 0 || $waitSeconds > 15)) {
            throw new \InvalidArgumentException('waitSeconds must be from 0 to 15.');
        }
        if ($waitSeconds !== null && $respondAsync) {
            throw new \InvalidArgumentException('Give either respondAsync or waitSeconds.');
        }
    }

    /** @internal the value of the header `Prefer`; null without a preference */
    public function prefer(): ?string
    {
        if ($this->respondAsync) {
            return 'respond-async';
        }
        return $this->waitSeconds === null ? null : "wait={$this->waitSeconds}";
    }
}
