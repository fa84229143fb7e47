<?php

declare(strict_types=1);

namespace TopUp\Internal;

/** @internal No answer arrived. It is unknown what the service did, unless `sent` is false. */
final class NoAnswer extends \RuntimeException
{
    /**
     * @param bool $sent false if it is certain that nothing was sent
     * @param bool $timedOut the time of the request was up
     */
    public function __construct(string $message, public readonly bool $sent, public readonly bool $timedOut)
    {
        parent::__construct($message);
    }
}
