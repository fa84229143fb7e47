<?php

declare(strict_types=1);

namespace TopUp\Internal;

use TopUp\Errors\NotFoundError;
use TopUp\Errors\PurchaseFailedError;
use TopUp\Errors\TopUpError;
use TopUp\PerCall;

/**
 * @internal Asks for the status until a purchase is final, or the time is up. If it is not known that the service has
 * the purchase, "not found" counts only when the request cannot arrive any more: a minute after the service was last
 * silent. No other error of a query says that nothing was sold.
 */
final class Settling
{
    /** Between queries. The service answers 120 of one reference in a minute, and the first minute here has seven. */
    private const WAITS = [1.0, 2.0, 4.0, 8.0, 15.0];
    private const LONGEST_WAIT = 30.0;
    /** A request whose answer was lost can still be on its way, such as in the queue of a proxy. */
    private const LOST_FOR = 60.0;
    /** A service that takes longer has stood still, or something on the way has: a lost request may be in its hands. */
    private const SILENT = 10.0;

    /** Until then an order whose answer was lost can arrive; null once it was accepted. */
    private ?float $lostUntil;
    /** The service has the purchase. */
    private bool $seen;

    public function __construct(
        private readonly Performer $performer,
        private readonly string $reference,
        private readonly float $timeoutSeconds,
        bool $isAccepted,
    ) {
        $this->seen = $isAccepted;
        $this->lostUntil = $isAccepted ? null : $this->now() + self::LOST_FOR;
    }

    /**
     * @return array<string, mixed> of a successful purchase
     * @throws TopUpError
     */
    public function run(): array
    {
        $until = $this->now() + $this->timeoutSeconds;
        for ($n = 0;; $n += 1) {
            $left = $until - $this->now();
            if ($left <= 0) {
                throw $this->stillUnknown(null);
            }
            $this->performer->clock->sleep(min(self::WAITS[$n] ?? self::LONGEST_WAIT, $left));
            $found = $this->ask($until - $this->now());
            if ($found instanceof PurchaseFailedError) {
                throw $found;
            }
            if ($found !== null && $found['status'] === 'successful') {
                return $found;
            }
            $this->seen = $this->seen || $found !== null;
        }
    }

    /** @return array<string, mixed>|PurchaseFailedError|null null: ask again later */
    private function ask(float $leftSeconds): array|PurchaseFailedError|null
    {
        $began = $this->now();
        try {
            return $this->performer->query($this->reference, new PerCall(timeoutSeconds: max(1.0, $leftSeconds)));
        } catch (TopUpError $error) {
            if ($error->errorCode === null) {
                return $this->wasSilent();
            }
            if ($error->retryable) {
                return null;
            }
            if (!$error instanceof NotFoundError || $this->lostUntil === null) {
                throw $this->stillUnknown($error);
            }
            if ($this->now() - $began > self::SILENT) {
                return $this->wasSilent();
            }
            if ($this->now() < $this->lostUntil) {
                return null;
            }
            throw $this->nothingSold($error);
        }
    }

    private function wasSilent(): null
    {
        if ($this->lostUntil !== null) {
            $this->lostUntil = $this->now() + self::LOST_FOR;
        }
        return null;
    }

    /** @param ?TopUpError $cause an error that does not say what became of the purchase; null if the time is up */
    private function stillUnknown(?TopUpError $cause): TopUpError
    {
        $why = match (true) {
            $cause !== null => "The purchase \"{$this->reference}\" has an unknown outcome: {$cause->getMessage()}",
            $this->seen => "The purchase \"{$this->reference}\" was not final within {$this->timeoutSeconds} s. "
                . 'Its money stays debited until then.',
            default => "No answer about \"{$this->reference}\" came within {$this->timeoutSeconds} s. "
                . 'It may be sold and debited.',
        };
        $message = rtrim($why, '.') . '. Do not buy again: ask later with $topup->settled().';
        return $this->performer->unknownOutcome($message, $this->reference, $cause, $cause);
    }

    /** The message of the service says only that a status query has found nothing so far. */
    private function nothingSold(NotFoundError $cause): NotFoundError
    {
        return new NotFoundError(
            "Your account has no purchase \"{$this->reference}\", so nothing was sold. "
                . 'You may sell again with the same reference.',
            errorCode: $cause->errorCode,
            httpStatus: $cause->httpStatus,
            requestId: $cause->requestId,
            helpUrl: $cause->helpUrl,
            reference: $this->reference,
            previous: $cause,
        );
    }

    private function now(): float
    {
        return $this->performer->clock->now();
    }
}
