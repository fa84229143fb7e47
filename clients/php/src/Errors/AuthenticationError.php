<?php

declare(strict_types=1);

namespace TopUp\Errors;

/** 401: the key is wrong, revoked or expired, or may not do this, or not from here. */
final class AuthenticationError extends TopUpError
{
}
