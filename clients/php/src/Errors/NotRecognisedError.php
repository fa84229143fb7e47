<?php

declare(strict_types=1);

namespace TopUp\Errors;

/** The provider does not know the smartcard or meter number, or lists nothing to buy. */
final class NotRecognisedError extends TopUpError
{
}
