<?php

declare(strict_types=1);

namespace TopUp\Errors;

/**
 * 403 or 404: your account has no purchase with this reference. From `settled`, nothing was sold, and you may sell
 * again with the same reference. From `status`, a purchase whose response was lost may still arrive.
 */
final class NotFoundError extends TopUpError
{
}
