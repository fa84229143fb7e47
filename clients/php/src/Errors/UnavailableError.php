<?php

declare(strict_types=1);

namespace TopUp\Errors;

/** The service or its provider is not available. A purchase that throws this error is not debited. */
final class UnavailableError extends TopUpError
{
}
