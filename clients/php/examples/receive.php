<?php

declare(strict_types=1);

// Receives webhooks in plain PHP, and saves each event once as a file of the folder EVENTS for another program to work
// on. It needs TOPUP_WEBHOOK_SECRET, and EVENTS outside the folder of your pages.

use TopUp\Webhook;

require __DIR__ . '/../autoload.php';

$event = Webhook::verify(
    (string) file_get_contents('php://input'),
    $_SERVER,
    ['secret' => getenv('TOPUP_WEBHOOK_SECRET')],
);
if ($event === null) {
    http_response_code(401);
    exit;
}
// each status query sends `transaction.requery`: a program that queries then would never stop
$isTest = isset($_SERVER['HTTP_X_WEBHOOK_TEST']);
if ($event['event'] !== 'transaction.requery' && !$isTest && !saveOnce($event, $_SERVER['HTTP_WEBHOOK_ID'])) {
    http_response_code(500);
}

/** An event that came before has a file, which stays as it is. The file appears whole, or not at all. */
function saveOnce(array $event, string $id): bool
{
    $file = getenv('EVENTS') . '/' . hash('sha256', $id) . '.json';
    $new = $file . '.' . bin2hex(random_bytes(8));
    $text = json_encode($event, JSON_THROW_ON_ERROR);
    $isWritten = file_put_contents($new, $text) === strlen($text);
    $isSaved = $isWritten && (@link($new, $file) || is_file($file)); // a link never replaces a file
    @unlink($new);
    return $isSaved;
}
