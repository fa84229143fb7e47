<?php

declare(strict_types=1);

namespace TopUp\Errors;

use TopUp\PerCall;
use TopUp\TopUp;

/**
 * Nobody knows yet whether it was sold: no answer came, or the service said so. Ask with `status` or `settled` before
 * you buy again or give money back. Nothing can be sent again from here.
 */
final class OutcomeUnknownError extends TopUpError
{
    public function __construct(private readonly TopUp $topup, string $message, mixed ...$facts)
    {
        parent::__construct($message, ...$facts);
    }

    /**
     * Asks once how it stands.
     *
     * @return array<string, mixed>
     * @throws NotFoundError if nothing was accepted under the reference so far
     */
    public function status(?PerCall $options = null): array
    {
        return $this->topup->status((string) $this->reference, $options);
    }

    /**
     * Waits for the outcome, as `settled` of the client does.
     *
     * @return array<string, mixed>
     * @throws TopUpError
     */
    public function settled(float $timeoutSeconds = TopUp::SETTLE_WITHIN): array
    {
        return $this->topup->settled((string) $this->reference, $timeoutSeconds);
    }
}
