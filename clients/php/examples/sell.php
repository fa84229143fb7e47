<?php

declare(strict_types=1);

// A shop that sells airtime without losing money. It needs TOPUP_URL, TOPUP_API_KEY, and in SHOP_BOOK
// the path of its book.
//
//   php sell.php sell 08031234567 100    sells to a customer who has paid
//   php sell.php resume                  after a restart: finds out what became of the open orders
//   php sell.php follow                  notes outcomes and reversals as they happen, until you stop it

use TopUp\Errors\DuplicateReferenceError;
use TopUp\Errors\OutcomeUnknownError;
use TopUp\Errors\PurchaseFailedError;
use TopUp\Errors\TopUpError;
use TopUp\TopUp;

require __DIR__ . '/../autoload.php';

/** The orders by their reference, and the cursor of the changes. One process at a time changes the file. */
final class Book
{
    public function __construct(private readonly string $path)
    {
    }

    /** @return array{orders: array<string, array{phone: string, amount: string, state: string}>, cursor: ?string} */
    public function read(): array
    {
        return is_file($this->path)
            ? json_decode((string) file_get_contents($this->path), true, flags: JSON_THROW_ON_ERROR)
            : ['orders' => [], 'cursor' => null];
    }

    /**
     * @param Closure(array): array $change gets the book and returns the new one
     * @throws RuntimeException if the book is not on the disk afterwards
     */
    public function change(Closure $change): void
    {
        $lock = lock("{$this->path}.lock");
        $text = json_encode($change($this->read()), JSON_THROW_ON_ERROR | JSON_PRETTY_PRINT);
        // a new file that replaces the old one: after a power cut there is the one or the other, and never a half
        $file = fopen("{$this->path}.new", 'w');
        $isWritten = $file !== false && fwrite($file, $text) === strlen($text) && fsync($file) && fclose($file)
            && rename("{$this->path}.new", $this->path);
        fclose($lock);
        if (!$isWritten) {
            throw new RuntimeException("The book {$this->path} cannot be written.");
        }
    }

    /** Only an open order gets an outcome: what is decided stays so, until `follow` hears of a reversal. */
    public function decide(string $reference, string $state): void
    {
        $this->change(static function (array $book) use ($reference, $state): array {
            if ($book['orders'][$reference]['state'] === 'open') {
                $book['orders'][$reference]['state'] = $state;
            }
            return $book;
        });
        echo "$reference $state\n";
    }
}

/** @return resource held until you close it, or the process ends */
function lock(string $path)
{
    $file = fopen($path, 'c');
    if ($file === false || !flock($file, LOCK_EX)) {
        throw new RuntimeException("$path cannot be locked.");
    }
    return $file;
}

function sell(TopUp $topup, Book $book, string $phone, string $amount): void
{
    $reference = bin2hex(random_bytes(16));
    // first into the book: if this process dies now, or the answer is lost, `resume` can ask for the reference
    $book->change(static function (array $all) use ($reference, $phone, $amount): array {
        $all['orders'][$reference] = ['phone' => $phone, 'amount' => $amount, 'state' => 'open'];
        return $all;
    });
    $order = ['network' => 'mtn', 'phone' => $phone, 'amount' => $amount, 'request_ref' => $reference];
    $book->decide($reference, outcomeOf(static fn () => $topup->settled($topup->buyAirtime($order))));
}

function resume(TopUp $topup, Book $book): void
{
    foreach ($book->read()['orders'] as $reference => ['state' => $state]) {
        if ($state === 'open') {
            findOut($topup, $book, (string) $reference);
        }
    }
}

/** It takes a minute if the order never arrived. */
function findOut(TopUp $topup, Book $book, string $reference): void
{
    $book->decide($reference, outcomeOf(static fn () => $topup->settled($reference)));
}

/** The state of an order, after buying or asking. If it is "not sold", give the customer the money back. */
function outcomeOf(Closure $ask): string
{
    try {
        $ask();
        return 'sold';
    } catch (PurchaseFailedError $error) {
        return stateOfFailure($error->errorCode);
    } catch (OutcomeUnknownError $error) {
        fwrite(STDERR, "{$error->getMessage()}\n");
        return 'open'; // perhaps sold: no new order, and no money back
    } catch (DuplicateReferenceError $error) {
        return $error->originalMatches === false ? 'not sold' : 'open';
    } catch (TopUpError $error) {
        fwrite(STDERR, "{$error->getMessage()} {$error->detail}\n");
        return 'not sold'; // every other error says that nothing was bought
    }
}

/** An operator may have refunded what the customer got. */
function stateOfFailure(?string $code): string
{
    return $code === 'refunded_by_operator' ? 'ask the operator' : 'not sold';
}

function follow(TopUp $topup, Book $book): void
{
    $changes = $topup->changes($book->read()['cursor']);
    foreach ($changes as $row) {
        $book->change(static function (array $all) use ($row, $changes): array {
            $reference = $row['reference'];
            $before = $all['orders'][$reference]['state'] ?? null;
            if ($before !== null) { // other rows are orders of another program
                $all['orders'][$reference]['state'] = match (true) {
                    $row['status'] === 'successful' => 'sold',
                    $before === 'sold' || $before === 'reversed' => 'reversed',
                    default => stateOfFailure($row['error_code']),
                };
            }
            $all['cursor'] = $changes->cursor; // with the row in one file, so that none is lost
            return $all;
        });
    }
}

function main(?string $command = null, string $phone = '', string $amount = ''): void
{
    $topup = new TopUp((string) getenv('TOPUP_URL'), (string) getenv('TOPUP_API_KEY'));
    $path = (string) getenv('SHOP_BOOK');
    $book = new Book($path);
    if ($command === 'follow') {
        follow($topup, $book);
    }
    // one process buys or resumes: otherwise `resume` could give up an order that another process is about to send
    $seller = lock("$path.seller");
    match ($command) {
        'sell' => sell($topup, $book, $phone, $amount),
        'resume' => resume($topup, $book),
        default => throw new InvalidArgumentException('usage: php sell.php sell <phone> <amount> | resume | follow'),
    };
}

if (realpath($argv[0]) === __FILE__) {
    main(...array_slice($argv, 1));
}
