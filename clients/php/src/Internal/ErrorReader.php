<?php

declare(strict_types=1);

namespace TopUp\Internal;

use TopUp\Errors\AuthenticationError;
use TopUp\Errors\DuplicateReferenceError;
use TopUp\Errors\InsufficientBalanceError;
use TopUp\Errors\NotFoundError;
use TopUp\Errors\NotRecognisedError;
use TopUp\Errors\PurchaseFailedError;
use TopUp\Errors\RateLimitedError;
use TopUp\Errors\TopUpError;
use TopUp\Errors\UnavailableError;
use TopUp\Errors\ValidationError;

/** @internal Makes the error of an answer that is one. */
final class ErrorReader
{
    private const BY_CODE = [
        'validation_failed' => ValidationError::class,
        'unknown_plan' => ValidationError::class,
        'price_changed' => ValidationError::class,
        'unknown_package' => ValidationError::class,
        'wrong_package_amount' => ValidationError::class,
        'not_current_package' => ValidationError::class,
        'unknown_smartcard' => ValidationError::class,
        'insufficient_balance' => InsufficientBalanceError::class,
        'duplicate_reference' => DuplicateReferenceError::class,
        'transaction_not_found' => NotFoundError::class,
        'transaction_not_yours' => NotFoundError::class,
        'not_recognised' => NotRecognisedError::class,
        'no_packages' => NotRecognisedError::class,
        'internal' => UnavailableError::class,
        'unavailable' => UnavailableError::class,
        'provider_unavailable' => UnavailableError::class,
    ];
    private const BY_STATUS = [401 => AuthenticationError::class, 429 => RateLimitedError::class];

    /**
     * The error of an answer, by its code, or else by its status.
     *
     * @param ?array<string, mixed> $request
     */
    public static function toError(Answer $answer, string $operation, ?array $request, string $baseUrl): TopUpError
    {
        $facts = self::factsOf($answer, $request, $baseUrl);
        $code = $facts['errorCode'];
        $failed = $answer->status === 424 || $code === 'provider_unreachable';
        if ($failed && Operations::isPurchase($operation)) {
            return new PurchaseFailedError(...$facts);
        }
        $class = self::BY_STATUS[$answer->status] ?? self::BY_CODE[$code ?? ''] ?? TopUpError::class;
        return $class === DuplicateReferenceError::class
            ? self::duplicate($answer, $facts)
            : new $class(...$facts);
    }

    /**
     * The named arguments of an error.
     *
     * @param ?array<string, mixed> $request
     * @return array<string, mixed>
     */
    public static function factsOf(Answer $answer, ?array $request, string $baseUrl): array
    {
        $code = $answer->header('x-error-code');
        $detail = $answer->body['error'] ?? null;
        return [
            'message' => $answer->body['message']
                ?? "HTTP {$answer->status} is no answer of the service, but of a proxy before it. Try again later.",
            'errorCode' => $code,
            'httpStatus' => $answer->status,
            'requestId' => $answer->header('x-request-id'),
            'retryable' => Operations::RETRYABLE[$code ?? ''] ?? in_array($answer->status, [429, 502, 503, 504], true),
            'retryAfterSeconds' => self::secondsIn($answer->header('retry-after') ?? ''),
            'helpUrl' => self::helpUrl($answer->header('link') ?? '', $baseUrl),
            // each 401 has "unauthorized" there
            'detail' => is_string($detail) && $answer->status !== 401 ? $detail : null,
            'reference' => self::referenceIn($request),
        ];
    }

    /** @param ?array<string, mixed> $request */
    public static function referenceIn(?array $request): ?string
    {
        $reference = $request['request_ref'] ?? null;
        return is_scalar($reference) ? (string) $reference : null;
    }

    /** @param array<string, mixed> $facts */
    private static function duplicate(Answer $answer, array $facts): DuplicateReferenceError
    {
        $status = $answer->header('x-original-status');
        $matches = match ($answer->header('x-original-matches')) {
            'true' => true,
            'false' => false,
            default => null,
        };
        if ($matches === false) {
            $of = $status ?? 'of unknown status';
            $facts['message'] = "Another order has used this reference, with other fields, and its purchase is {$of}. "
                . 'This call sold nothing and moved no money. Send this order with a reference of its own.';
        }
        return new DuplicateReferenceError(...$facts, originalStatus: $status, originalMatches: $matches);
    }

    /** Of `Retry-After`: seconds as the service sends them, or a date as a proxy may. */
    private static function secondsIn(string $text): ?int
    {
        if (preg_match('/^[0-9]{1,6}$/D', $text) === 1) {
            return (int) $text;
        }
        $at = preg_match('/^[A-Z][a-z]{2}, .* GMT$/D', $text) === 1 ? strtotime($text) : false;
        return $at === false ? null : max(0, $at - time());
    }

    private static function helpUrl(string $link, string $baseUrl): ?string
    {
        if (preg_match('/^<([^>]+)>; *rel="help"$/D', $link, $found) !== 1) {
            return null;
        }
        if (preg_match('~^https?://~i', $found[1]) === 1) {
            return $found[1];
        }
        preg_match('~^https?://[^/]+~i', $baseUrl, $origin);
        return str_starts_with($found[1], '/') ? $origin[0] . $found[1] : null;
    }
}
