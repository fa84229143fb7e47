<?php

declare(strict_types=1);

namespace TopUp\Errors;

/** An error of the service, or of the way to it. Decide by its class and by `errorCode`; its message is for people. */
class TopUpError extends \RuntimeException
{
    /**
     * @param ?string $errorCode why, from `X-Error-Code`; null if something else responded, or nothing. A later version
     *     of the service can send other codes
     * @param ?int $httpStatus null if no answer came
     * @param ?string $requestId quote it when you contact us
     * @param bool $retryable whether you may send the same request, with the same reference, again later
     * @param ?int $retryAfterSeconds how long to wait before that; null if the service did not say
     * @param ?string $helpUrl the page that explains the code
     * @param ?string $detail a text for people that says why, such as which field is wrong
     * @param ?string $reference the `request_ref` of the call
     */
    public function __construct(
        string $message,
        public readonly ?string $errorCode = null,
        public readonly ?int $httpStatus = null,
        public readonly ?string $requestId = null,
        public readonly bool $retryable = false,
        public readonly ?int $retryAfterSeconds = null,
        public readonly ?string $helpUrl = null,
        public readonly ?string $detail = null,
        public readonly ?string $reference = null,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
    }
}
