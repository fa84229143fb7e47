<?php

declare(strict_types=1);

// Performs each call that standard input names in a line of JSON, and prints how it ended, as tests/clients/drivers.ts
// describes it. Its clock only records the sleeps, and moves on by them.

use TopUp\Errors\OutcomeUnknownError;
use TopUp\Errors\TopUpError;
use TopUp\Internal\Clock;
use TopUp\PerCall;
use TopUp\TopUp;
use TopUp\Webhook;

require __DIR__ . '/../autoload.php';

function perform(TopUp $topup, array $call): mixed
{
    $method = $call['method'];
    $args = $call['args'];
    $options = $call['options'] ?? [];
    $timeout = isset($options['timeoutMs']) ? $options['timeoutMs'] / 1_000 : null;
    if ($method === 'verifySignature' || $method === 'verifyHash') {
        return Webhook::$method(...$args);
    }
    if ($method === 'settled') {
        return $topup->settled($args[0], $timeout ?? TopUp::SETTLE_WITHIN);
    }
    if ($options !== []) {
        $args[] = new PerCall(
            $timeout,
            $options['maxRetries'] ?? null,
            $options['respondAsync'] ?? false,
            $options['waitSeconds'] ?? null,
        );
    }
    if (!isset($call['take'])) {
        return ($call['settled'] ?? false) ? settle($topup, $method, $args) : $topup->$method(...$args);
    }
    $list = $topup->$method(...$args);
    $rows = [];
    foreach ($list as $row) {
        $rows[] = $row;
        if (count($rows) === $call['take']) {
            break;
        }
    }
    return ['rows' => $rows, 'cursor' => $list->cursor ?? null];
}

function settle(TopUp $topup, string $method, array $args): array
{
    try {
        $first = $topup->$method(...$args);
    } catch (OutcomeUnknownError $lost) {
        return $lost->settled();
    }
    return $topup->settled($first);
}

function factsOf(TopUpError $error): array
{
    return [
        'class' => (new ReflectionClass($error))->getShortName(),
        'code' => $error->errorCode,
        'httpStatus' => $error->httpStatus,
        'requestId' => $error->requestId,
        'retryable' => $error->retryable,
        'retryAfterSeconds' => $error->retryAfterSeconds,
        'helpUrl' => $error->helpUrl,
        'detail' => $error->detail,
        'reference' => $error->reference,
        'fields' => $error->fields ?? null,
        'message' => $error->getMessage(),
        'originalStatus' => $error->originalStatus ?? null,
        'originalMatches' => $error->originalMatches ?? null,
    ];
}

while (($line = fgets(STDIN)) !== false) {
    $command = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
    ['baseUrl' => $baseUrl, 'apiKey' => $apiKey, 'call' => $call] = $command;
    $waits = [];
    $clock = new Clock(
        function () use (&$waits): float {
            return hrtime(true) / 1e9 + array_sum($waits);
        },
        function (float $seconds) use (&$waits): void {
            $waits[] = $seconds;
        },
    );
    try {
        $end = ['resolves' => perform(new TopUp($baseUrl, $apiKey, clock: $clock), $call)];
    } catch (TopUpError $error) {
        $end = ['rejects' => factsOf($error)];
    }
    echo json_encode($end + ['waits' => $waits], JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE), "\n";
}
