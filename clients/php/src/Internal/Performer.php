<?php

declare(strict_types=1);

namespace TopUp\Internal;

use TopUp\Errors\ConnectionError;
use TopUp\Errors\OutcomeUnknownError;
use TopUp\Errors\PurchaseFailedError;
use TopUp\Errors\TopUpError;
use TopUp\PerCall;
use TopUp\TopUp;

/**
 * @internal Sends a request until the service answers with a success, or with an error that repeating does not help. It
 * repeats the same request, with the same reference, and only if that cannot do anything twice:
 *
 * - after an answer that says that nothing was done and that it may be repeated (429, `unavailable` …)
 * - if no part of it was sent
 * - if it changes nothing, even after no answer, or after a 502, 503 or 504 of a proxy
 */
final class Performer
{
    private const FIRST_WAIT = 0.5;
    private const LONGEST_WAIT = 8.0;

    public function __construct(
        private readonly TopUp $topup,
        private readonly Exchange $exchange,
        public readonly Clock $clock,
        public readonly float $timeoutSeconds,
        private readonly int $maxRetries,
    ) {
    }

    /**
     * @param ?array<string, mixed> $request
     * @throws TopUpError
     */
    public function perform(string $operation, ?array $request, ?PerCall $options = null): Answer
    {
        $timeout = $options?->timeoutSeconds ?? $this->timeoutSeconds;
        $maxRetries = $options?->maxRetries ?? $this->maxRetries;
        $prefer = Operations::isPurchase($operation) ? $options?->prefer() : null;
        $until = $this->clock->now() + $timeout;
        for ($attempt = 1;; $attempt += 1) {
            try {
                $answer = $this->exchange->send($operation, $request, $until - $this->clock->now(), $prefer);
                if (self::isSuccess($operation, $answer)) {
                    return $answer;
                }
                [$error, $safe] = $this->failureOf($operation, $request, $answer);
            } catch (NoAnswer $cause) {
                [$error, $safe] = $this->failureWithoutAnswer($operation, $request, $cause, $timeout);
            }
            $wait = self::waitBefore($attempt, $error->retryAfterSeconds);
            if (!$safe || $attempt > $maxRetries || $this->clock->now() + $wait >= $until) {
                throw $error;
            }
            $this->clock->sleep($wait);
        }
    }

    /**
     * The status of a purchase; of a failed one the error that the purchase would have thrown.
     *
     * @return array<string, mixed>|PurchaseFailedError
     * @throws TopUpError
     */
    public function query(string $reference, ?PerCall $options): array|PurchaseFailedError
    {
        $request = ['request_ref' => $reference];
        $answer = $this->perform('transactionStatus', $request, $options);
        return $answer->body['status'] === 'failed'
            ? new PurchaseFailedError(...ErrorReader::factsOf($answer, $request, $this->exchange->baseUrl))
            : $answer->body;
    }

    /** @param ?TopUpError $from the error that the answer alone would be; null if no answer came */
    public function unknownOutcome(
        string $message,
        ?string $reference,
        ?TopUpError $from,
        ?\Throwable $cause,
    ): OutcomeUnknownError {
        return new OutcomeUnknownError(
            $this->topup,
            $message,
            errorCode: $from?->errorCode,
            httpStatus: $from?->httpStatus,
            requestId: $from?->requestId,
            helpUrl: $from?->helpUrl,
            reference: $reference,
            previous: $cause,
        );
    }

    /**
     * @param ?array<string, mixed> $request
     * @return array{TopUpError, bool} the error, and whether the same request may be sent again
     */
    private function failureOf(string $operation, ?array $request, Answer $answer): array
    {
        $error = ErrorReader::toError($answer, $operation, $request, $this->exchange->baseUrl);
        if (Operations::isPurchase($operation) && !self::provesTheOutcome($error)) {
            return [$this->lost($error->getMessage(), $request, $error, $error), false];
        }
        $mayPass = in_array($error->httpStatus, [408, 429], true) || $error->httpStatus >= 500;
        $nothingWasDone = $error->httpStatus === 429 || Operations::isKnown($error->errorCode);
        $safe = $error->retryable && $mayPass && ($nothingWasDone || Operations::isRepeatable($operation));
        return [$error, $safe];
    }

    /**
     * @param ?array<string, mixed> $request
     * @return array{TopUpError, bool} as of `failureOf`
     */
    private function failureWithoutAnswer(string $operation, ?array $request, NoAnswer $cause, float $timeout): array
    {
        $isPurchase = Operations::isPurchase($operation);
        $fault = match (true) {
            !$cause->sent => "The service at {$this->exchange->baseUrl} cannot be reached ({$cause->getMessage()}).",
            $cause->timedOut => "No answer came within $timeout s.",
            default => "No answer came from the service at {$this->exchange->baseUrl} ({$cause->getMessage()}).",
        };
        if ($isPurchase && $cause->sent) {
            return [$this->lost($fault, $request, null, $cause), false];
        }
        $safe = !$cause->sent || Operations::isRepeatable($operation);
        $advice = match (true) {
            !$safe => 'The test account may have changed. No real money moved. Look before you try again.',
            $isPurchase => 'This call sold nothing and moved no money. Check the URL, the network and that the service '
                . 'runs. Then try again with the same reference.',
            !$cause->sent => 'This call moved no money. Check the URL, the network and that the service runs. '
                . 'Then try again.',
            default => 'This call moved no money. Try again later.',
        };
        $reference = ErrorReader::referenceIn($request);
        $error = new ConnectionError("$fault $advice", retryable: $safe, reference: $reference, previous: $cause);
        return [$error, $safe];
    }

    /** @param ?array<string, mixed> $request */
    private function lost(string $fault, ?array $request, ?TopUpError $from, \Throwable $cause): TopUpError
    {
        $message = "$fault The outcome of the purchase is unknown: ask for its status before you buy again.";
        return $this->unknownOutcome($message, ErrorReader::referenceIn($request), $from, $cause);
    }

    /** A failed purchase is a success of the status query: it was asked for. */
    private static function isSuccess(string $operation, Answer $answer): bool
    {
        if ($answer->body === null) {
            return false;
        }
        $status = $answer->body['status'] ?? null;
        $isOpenOrSold = $status === 'successful' || $status === 'pending';
        $is2xx = $answer->status >= 200 && $answer->status < 300;
        if (Operations::isPurchase($operation)) {
            return $is2xx && $isOpenOrSold;
        }
        if ($operation !== 'transactionStatus') {
            return $is2xx;
        }
        return ($is2xx || $answer->status === 424) && ($isOpenOrSold || $status === 'failed');
    }

    /**
     * Whether an error of a purchase says what became of it: a code of the service below 500, or a known one that says
     * that nothing is debited. A proxy, which sends no code, says nothing, but that it has not passed on a request
     * (429).
     */
    private static function provesTheOutcome(TopUpError $error): bool
    {
        if ($error->errorCode === null) {
            return $error->httpStatus === 429;
        }
        return $error instanceof PurchaseFailedError
            || $error->httpStatus < 500
            || ($error->retryable && Operations::isKnown($error->errorCode));
    }

    /** Doubles each time, with jitter, and is never less than `Retry-After`. In seconds. */
    private static function waitBefore(int $attempt, ?int $retryAfterSeconds): float
    {
        $most = min(self::FIRST_WAIT * 2 ** ($attempt - 1), self::LONGEST_WAIT);
        return ($retryAfterSeconds ?? 0) + $most / 2 * (1 + mt_rand() / mt_getrandmax());
    }
}
