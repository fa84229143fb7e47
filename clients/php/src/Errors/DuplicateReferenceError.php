<?php

declare(strict_types=1);

namespace TopUp\Errors;

/**
 * The reference was used before. If `originalMatches` is false, another order has it. If it is null, it may be this
 * very purchase: ask for its status before you take another reference.
 */
final class DuplicateReferenceError extends TopUpError
{
    /**
     * @param ?string $originalStatus of the first purchase: `successful`, `pending` or `failed`; null if unknown
     * @param ?bool $originalMatches whether the first order has the same product and fields; null if unknown
     */
    public function __construct(
        string $message,
        public readonly ?string $originalStatus = null,
        public readonly ?bool $originalMatches = null,
        mixed ...$facts,
    ) {
        parent::__construct($message, ...$facts);
    }
}
