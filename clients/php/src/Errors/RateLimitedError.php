<?php

declare(strict_types=1);

namespace TopUp\Errors;

/** 429: too many requests, or too much under way. Nothing was done. */
final class RateLimitedError extends TopUpError
{
}
