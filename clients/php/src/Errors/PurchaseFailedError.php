<?php

declare(strict_types=1);

namespace TopUp\Errors;

/** The purchase failed, and the money is back in the wallet. A new attempt needs a new reference. */
final class PurchaseFailedError extends TopUpError
{
}
