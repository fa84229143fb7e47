<?php

declare(strict_types=1);

namespace TopUp\Errors;

/** The wallet has too little for this purchase. Fund it, and send the same request. */
final class InsufficientBalanceError extends TopUpError
{
}
