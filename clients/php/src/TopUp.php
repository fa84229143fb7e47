<?php

declare(strict_types=1);

namespace TopUp;

use TopUp\Errors\DuplicateReferenceError;
use TopUp\Errors\PurchaseFailedError;
use TopUp\Errors\TopUpError;
use TopUp\Internal\Clock;
use TopUp\Internal\Exchange;
use TopUp\Internal\Performer;
use TopUp\Internal\Settling;

/**
 * The service for programs that buy. Every call returns what was asked for, or throws a TopUpError. It repeats a
 * request only if that is safe, and always with the same reference. Orders, filters and answers are arrays with the
 * names of the API. Amounts of answers are strings.
 */
final class TopUp
{
    /** How long `settled` waits, in seconds, if you say nothing. */
    public const SETTLE_WITHIN = 180.0;
    /** How long the service holds an empty answer of `changes` back, in seconds. */
    private const POLL = 20;

    private readonly Performer $performer;

    /**
     * @param string $baseUrl the URL of the service without `/v1`: `https://topup.example.com`
     * @param float $timeoutSeconds the time of a whole call, with everything that is sent again. The service answers
     *     within 35 s
     * @param int $maxRetries how often a request may be sent again, where that is safe
     * @param ?Clock $clock for tests
     * @throws \InvalidArgumentException if `baseUrl` is not an absolute http(s) URL, or `apiKey` is empty
     */
    public function __construct(
        string $baseUrl,
        #[\SensitiveParameter] string $apiKey,
        float $timeoutSeconds = 60.0,
        int $maxRetries = 2,
        ?Clock $clock = null,
    ) {
        $exchange = new Exchange($baseUrl, $apiKey);
        $clock ??= Clock::ofThisMachine();
        $this->performer = new Performer($this, $exchange, $clock, $timeoutSeconds, $maxRetries);
    }

    /**
     * Buys, and returns the first answer: `successful`, or `pending`. Save the `request_ref` before you call.
     *
     * If the reference has bought the same before, it returns or throws what became of that purchase.
     *
     * @param array<string, mixed> $order `network`, `phone`, `amount`, `request_ref`
     * @return array<string, mixed>
     * @throws PurchaseFailedError if it was not delivered, and the money is back
     * @throws Errors\OutcomeUnknownError if nobody knows yet
     * @throws DuplicateReferenceError if the reference was used, perhaps by this purchase
     * @throws TopUpError of another class: this call sold nothing
     */
    public function buyAirtime(array $order, ?PerCall $options = null): array
    {
        return $this->buy('buyAirtime', $order, $options);
    }

    /**
     * As `buyAirtime`.
     *
     * @param array<string, mixed> $order `plan_id`, `phone`, `request_ref`, and `expected_price` if you like
     * @return array<string, mixed>
     * @throws TopUpError
     */
    public function buyData(array $order, ?PerCall $options = null): array
    {
        return $this->buy('buyData', $order, $options);
    }

    /**
     * As `buyAirtime`.
     *
     * @param array<string, mixed> $order `product_type`, `smartcard_number`, `subscription_type`, `package_code`,
     *     `amount`, `phone`, `request_ref`
     * @return array<string, mixed>
     * @throws TopUpError
     */
    public function buyCable(array $order, ?PerCall $options = null): array
    {
        return $this->buy('buyCable', $order, $options);
    }

    /**
     * As `buyAirtime`.
     *
     * @param array<string, mixed> $order `disco`, `meter_number`, `meter_type`, `amount`, `phone`, `request_ref`
     * @return array<string, mixed>
     * @throws TopUpError
     */
    public function buyElectricity(array $order, ?PerCall $options = null): array
    {
        return $this->buy('buyElectricity', $order, $options);
    }

    /**
     * As `buyAirtime`.
     *
     * @param array<string, mixed> $order `exam`, `phone`, `quantity`, `request_ref`, and `profile_id` if it needs one
     * @return array<string, mixed>
     * @throws TopUpError
     */
    public function buyExamPin(array $order, ?PerCall $options = null): array
    {
        return $this->buy('buyExamPin', $order, $options);
    }

    /**
     * Waits for the outcome of a purchase. It asks for the status at growing intervals, and never sends the order
     * again.
     *
     * @param string|array<string, mixed> $purchase the answer that `buyAirtime` and the others gave; or, after a lost
     *     answer or a restart, its reference
     * @return array<string, mixed> of the successful purchase
     * @throws PurchaseFailedError
     * @throws Errors\OutcomeUnknownError if the outcome has not come in time, or the service rejects the status query
     * @throws Errors\NotFoundError if nothing was sold: you may sell again with the same reference
     */
    public function settled(string|array $purchase, float $timeoutSeconds = self::SETTLE_WITHIN): array
    {
        $isAccepted = is_array($purchase);
        if ($isAccepted && $purchase['status'] === 'successful') {
            return $purchase;
        }
        $reference = $isAccepted ? $purchase['reference'] : $purchase;
        return (new Settling($this->performer, $reference, $timeoutSeconds, $isAccepted))->run();
    }

    /**
     * How a purchase stands: `status` is `successful`, `pending` or `failed`. A failed one is an answer here, with the
     * reason as `error_code`. The service answers 120 queries of one reference in a minute.
     *
     * @return array<string, mixed>
     * @throws Errors\NotFoundError if nothing was accepted under the reference so far
     * @throws TopUpError
     */
    public function status(string $reference, ?PerCall $options = null): array
    {
        $answer = $this->performer->perform('transactionStatus', ['request_ref' => $reference], $options);
        $code = $answer->body['status'] === 'failed' ? $answer->header('x-error-code') : null;
        return $answer->body + ['error_code' => $code];
    }

    /**
     * Claims that a successful purchase was not received. Later calls return the same claim, with its answer.
     *
     * @param array<string, mixed> $claim `request_ref`, `note`
     * @return array<string, mixed>
     * @throws TopUpError
     */
    public function claim(array $claim, ?PerCall $options = null): array
    {
        return $this->data('claimTransaction', $claim, $options);
    }

    /**
     * The purchases of the account, newest first.
     *
     * @param array<string, mixed> $filter `search`, `product`, `status`, `from`, `to`, and `limit` of each page
     */
    public function transactions(array $filter = [], ?PerCall $options = null): Pages
    {
        return $this->pages('listTransactions', $filter, $options);
    }

    /** @param ?string $after the cursor to go on from; without it the oldest row comes first; `now` skips all */
    public function changes(?string $after = null): Changes
    {
        // the time of the poll comes on top, and Changes decides when it asks again
        $options = new PerCall(timeoutSeconds: self::POLL + $this->performer->timeoutSeconds, maxRetries: 0);
        $read = function (?string $cursor) use ($options): array {
            $query = ['after' => $cursor, 'limit' => 100, 'wait' => self::POLL];
            return (array) $this->performer->perform('listChanges', $query, $options)->body;
        };
        return new Changes($read, $this->performer->clock, $after);
    }

    /**
     * Every change of the wallet, newest first.
     *
     * @param array<string, mixed> $filter `kind`, `from`, `to`, `limit`
     */
    public function walletEntries(array $filter = [], ?PerCall $options = null): Pages
    {
        return $this->pages('listWalletEntries', $filter, $options);
    }

    /**
     * The calls of the account, newest first.
     *
     * @param array<string, mixed> $filter `status`, `error_code`, `method`, `path`, `reference`, `request_id` …
     */
    public function requests(array $filter = [], ?PerCall $options = null): Pages
    {
        return $this->pages('listRequests', $filter, $options);
    }

    /**
     * What can be bought now: each network, cable TV product type and disco, with its state.
     *
     * @return list<array<string, mixed>>
     * @throws TopUpError
     */
    public function services(?PerCall $options = null): array
    {
        return $this->data('services', null, $options);
    }

    /**
     * Your discount on each network, cable TV product type and disco.
     *
     * @return list<array<string, mixed>>
     * @throws TopUpError
     */
    public function prices(?PerCall $options = null): array
    {
        return $this->data('prices', null, $options);
    }

    /**
     * @return list<array<string, mixed>>
     * @throws TopUpError
     */
    public function listDataPlans(?PerCall $options = null): array
    {
        return $this->data('listDataPlans', null, $options);
    }

    /**
     * @param array<string, mixed> $query `product_type`
     * @return array<string, mixed>
     * @throws TopUpError
     */
    public function cablePackages(array $query, ?PerCall $options = null): array
    {
        return $this->data('cablePackages', $query, $options);
    }

    /**
     * @param array<string, mixed> $query `product_type`, `smartcard_number`
     * @return array<string, mixed>
     * @throws Errors\NotRecognisedError
     * @throws TopUpError
     */
    public function verifySmartcard(array $query, ?PerCall $options = null): array
    {
        return $this->data('verifySmartcard', $query, $options);
    }

    /**
     * @param array<string, mixed> $query `disco`, `meter_number`, `meter_type`
     * @return array<string, mixed>
     * @throws Errors\NotRecognisedError
     * @throws TopUpError
     */
    public function verifyMeter(array $query, ?PerCall $options = null): array
    {
        return $this->data('verifyMeter', $query, $options);
    }

    /**
     * @return list<array<string, mixed>>
     * @throws TopUpError
     */
    public function listExams(?PerCall $options = null): array
    {
        return $this->data('listExams', null, $options);
    }

    /**
     * @param array<string, mixed> $query `exam`, `profile_id`
     * @return array<string, mixed>
     * @throws Errors\NotRecognisedError
     * @throws TopUpError
     */
    public function verifyProfile(array $query, ?PerCall $options = null): array
    {
        return $this->data('verifyProfile', $query, $options);
    }

    /**
     * @return array<string, mixed> `balance`, `currency`, `low`
     * @throws TopUpError
     */
    public function walletBalance(?PerCall $options = null): array
    {
        return $this->data('walletBalance', null, $options);
    }

    /**
     * The bank accounts into which you transfer money for your wallet. Empty until an owner asks for one.
     *
     * @return list<array<string, mixed>> each `bank_name`, `bank_code`, `account_number`, `account_name`
     * @throws TopUpError
     */
    public function fundingAccounts(?PerCall $options = null): array
    {
        return $this->data('fundingAccounts', null, $options);
    }

    /**
     * @param array<string, mixed> $settings `webhook_url`; null removes it
     * @return array<string, mixed>
     * @throws TopUpError
     */
    public function setWebhook(array $settings, ?PerCall $options = null): array
    {
        return $this->data('setWebhook', $settings, $options);
    }

    /**
     * @return array<string, mixed> `webhook_url`
     * @throws TopUpError
     */
    public function getWebhook(?PerCall $options = null): array
    {
        return $this->data('getWebhook', null, $options);
    }

    /**
     * Adds test money. Only with a test key.
     *
     * @param array<string, mixed> $funding `amount`
     * @return array<string, mixed>
     * @throws TopUpError
     */
    public function fundTestWallet(array $funding, ?PerCall $options = null): array
    {
        return $this->data('fundTestWallet', $funding, $options);
    }

    /**
     * Opens a fresh test account behind the same keys. Only with a test key, once a minute.
     *
     * @return array<string, mixed>
     * @throws TopUpError
     */
    public function resetTestAccount(?PerCall $options = null): array
    {
        return $this->data('resetTestAccount', [], $options);
    }

    /**
     * Sends a test event to the webhook URL. Only with a test key.
     *
     * @param array<string, mixed> $kind `event`
     * @return array<string, mixed>
     * @throws TopUpError
     */
    public function triggerEvent(array $kind, ?PerCall $options = null): array
    {
        return $this->data('triggerEvent', $kind, $options);
    }

    /**
     * @param ?array<string, mixed> $request
     * @return array<int|string, mixed>
     */
    private function data(string $operation, ?array $request, ?PerCall $options): array
    {
        return $this->performer->perform($operation, $request, $options)->body['data'];
    }

    /** @param array<string, mixed> $filter */
    private function pages(string $operation, array $filter, ?PerCall $options): Pages
    {
        return new Pages(
            fn (?string $cursor): array =>
                (array) $this->performer->perform($operation, ['cursor' => $cursor] + $filter, $options)->body,
        );
    }

    /**
     * @param array<string, mixed> $order
     * @return array<string, mixed>
     */
    private function buy(string $operation, array $order, ?PerCall $options): array
    {
        if (!isset($order['request_ref'])) {
            throw new \InvalidArgumentException('Give a request_ref, and save it before you buy.');
        }
        $until = $this->performer->clock->now() + ($options?->timeoutSeconds ?? $this->performer->timeoutSeconds);
        try {
            return (array) $this->performer->perform($operation, $order, $options)->body;
        } catch (DuplicateReferenceError $error) {
            if ($error->originalMatches !== true) {
                throw $error;
            }
            return $this->original($error, $until - $this->performer->clock->now(), $options?->maxRetries);
        }
    }

    /**
     * What became of the first purchase with the reference, which ordered the same.
     *
     * @return array<string, mixed>
     */
    private function original(DuplicateReferenceError $error, float $leftSeconds, ?int $maxRetries): array
    {
        $reference = (string) $error->reference;
        try {
            $found = $this->performer->query($reference, new PerCall(max(1.0, $leftSeconds), $maxRetries));
        } catch (TopUpError $cause) {
            $message = "You have bought this before, and its status is not known: {$cause->getMessage()} "
                . 'Do not buy again: ask later with $topup->settled().';
            throw $this->performer->unknownOutcome($message, $reference, $cause, $cause);
        }
        if ($found instanceof PurchaseFailedError) {
            throw $found;
        }
        return $found;
    }
}
