<?php

declare(strict_types=1);

// The shop of the example, as a process that sells an order for each line of its input. See shop-process.ts.

use TopUp\TopUp;

require __DIR__ . '/../../../clients/php/examples/sell.php';

$path = (string) getenv('SHOP_BOOK');
$book = new Book($path);
if (($argv[1] ?? '') === 'book') {
    $orders = $book->read()['orders'];
    echo json_encode(array_map(static fn ($id) => ['reference' => $id] + $orders[$id], array_keys($orders)));
    exit;
}
$topup = new TopUp(
    (string) getenv('TOPUP_URL'),
    (string) getenv('TOPUP_API_KEY'),
    timeoutSeconds: (float) getenv('CALL_SECONDS'),
);
$seller = lock("$path.seller");
resumeAtOnce($topup, $book);
echo "ready\n";
while (($line = fgets(STDIN)) !== false) {
    sell($topup, $book, ...explode(' ', trim($line)));
    echo "done\n";
}
resumeAtOnce($topup, $book);

/** As `resume`, with a process for each open order, because each that never arrived takes a minute. */
function resumeAtOnce(TopUp $topup, Book $book): void
{
    foreach ($book->read()['orders'] as $reference => ['state' => $state]) {
        if ($state === 'open' && pcntl_fork() === 0) {
            findOut($topup, $book, (string) $reference);
            exit;
        }
    }
    while (pcntl_wait($status) > 0) {
        if ($status !== 0) {
            throw new RuntimeException("A process of the shop ended with $status.");
        }
    }
}
