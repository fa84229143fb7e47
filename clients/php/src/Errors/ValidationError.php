<?php

declare(strict_types=1);

namespace TopUp\Errors;

/** 400: fields are not valid, or name nothing that can be bought. Nothing was done, and the reference is unused. */
final class ValidationError extends TopUpError
{
    /** The first word of a fault, such as "phone must be 11 digits": faults are separated by semicolons. */
    private const FIELD = '/(?:^|; )"?([a-z_]+)"? (?:must|is|are|has)\b/';

    /** @var list<string> the fields that `detail` names */
    public readonly array $fields;

    public function __construct(string $message, mixed ...$facts)
    {
        parent::__construct($message, ...$facts);
        preg_match_all(self::FIELD, $this->detail ?? '', $found);
        $this->fields = array_values(array_unique($found[1]));
    }
}
