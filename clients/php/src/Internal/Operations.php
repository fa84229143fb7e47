<?php

declare(strict_types=1);

namespace TopUp\Internal;

/** @internal The endpoints and error codes of the API. tests/clients/php.test.ts compares them with its document. */
final class Operations
{
    public const ENDPOINTS = [
        'buyAirtime' => ['POST', '/v1/airtime/purchase'],
        'listDataPlans' => ['GET', '/v1/data/plans'],
        'buyData' => ['POST', '/v1/data/purchase'],
        'cablePackages' => ['POST', '/v1/cabletv/variations'],
        'verifySmartcard' => ['POST', '/v1/cabletv/verify'],
        'buyCable' => ['POST', '/v1/cabletv/purchase'],
        'verifyMeter' => ['POST', '/v1/electricity/verify'],
        'buyElectricity' => ['POST', '/v1/electricity/purchase'],
        'listExams' => ['GET', '/v1/exams'],
        'verifyProfile' => ['POST', '/v1/exams/verify'],
        'buyExamPin' => ['POST', '/v1/exams/purchase'],
        'services' => ['GET', '/v1/services'],
        'prices' => ['GET', '/v1/prices'],
        'transactionStatus' => ['POST', '/v1/transaction/status'],
        'claimTransaction' => ['POST', '/v1/transaction/claim'],
        'listTransactions' => ['GET', '/v1/transactions'],
        'listChanges' => ['GET', '/v1/transactions/changes'],
        'setWebhook' => ['POST', '/v1/webhook/set'],
        'getWebhook' => ['GET', '/v1/webhook/get'],
        'walletBalance' => ['GET', '/v1/wallet/balance'],
        'fundingAccounts' => ['GET', '/v1/wallet/funding-accounts'],
        'listWalletEntries' => ['GET', '/v1/wallet/entries'],
        'listRequests' => ['GET', '/v1/requests'],
        'fundTestWallet' => ['POST', '/v1/test/wallet/fund'],
        'resetTestAccount' => ['POST', '/v1/test/reset'],
        'triggerEvent' => ['POST', '/v1/test/events'],
    ];

    /** The calls that spend money. */
    public const PURCHASES = ['buyAirtime', 'buyData', 'buyCable', 'buyElectricity', 'buyExamPin'];

    /** The calls that add something, so that the same request could do it twice. */
    private const ADDING = ['fundTestWallet', 'resetTestAccount', 'triggerEvent'];

    /** Every `X-Error-Code`: whether the same request, with the same reference, may be sent again. */
    public const RETRYABLE = [
        'validation_failed' => false,
        'body_not_json' => false,
        'malformed_request' => false,
        'request_timeout' => true,
        'body_too_large' => false,
        'unsupported_encoding' => false,
        'expectation_failed' => false,
        'headers_too_large' => false,
        'unauthorized' => false,
        'key_expired' => false,
        'address_not_allowed' => false,
        'key_scope' => false,
        'key_limit_reached' => false,
        'duplicate_reference' => false,
        'insufficient_balance' => false,
        'unknown_plan' => false,
        'price_changed' => false,
        'discount_paused' => false,
        'unknown_exam' => false,
        'unknown_package' => false,
        'wrong_package_amount' => false,
        'not_current_package' => false,
        'unknown_smartcard' => false,
        'transaction_not_found' => false,
        'transaction_not_yours' => false,
        'not_successful' => false,
        'unknown_path' => false,
        'method_not_allowed' => false,
        'rate_limited' => true,
        'too_many_failed_keys' => true,
        'overloaded' => true,
        'internal' => true,
        'provider_unavailable' => true,
        'provider_unreachable' => false,
        'outcome_unknown' => false,
        'unavailable' => true,
        'provider_rejected' => false,
        'not_sent' => false,
        'refunded_by_operator' => false,
        'not_recognised' => false,
        'no_packages' => true,
    ];

    public static function isPurchase(string $name): bool
    {
        return in_array($name, self::PURCHASES, true);
    }

    /** Whether a request may be sent again even if its answer was lost. */
    public static function isRepeatable(string $name): bool
    {
        return !self::isPurchase($name) && !in_array($name, self::ADDING, true);
    }

    public static function isKnown(?string $code): bool
    {
        return $code !== null && isset(self::RETRYABLE[$code]);
    }
}
