<?php

declare(strict_types=1);

namespace TopUp\Internal;

/** @internal The answer to one request. */
final class Answer
{
    /**
     * @param array<string, string> $headers by their names in lower case
     * @param ?array<string, mixed> $body a JSON object with a message, as every answer of the service is; or null
     */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly ?array $body,
    ) {
    }

    public function header(string $name): ?string
    {
        return $this->headers[$name] ?? null;
    }
}
