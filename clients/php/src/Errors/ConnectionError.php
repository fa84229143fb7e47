<?php

declare(strict_types=1);

namespace TopUp\Errors;

/** A call that changes nothing got no answer, or it is certain that nothing was sent. */
final class ConnectionError extends TopUpError
{
}
