"""The endpoints and the error codes of the API, as its OpenAPI document and its error catalogue have them."""

from __future__ import annotations

VERSION = '0.1.0'

ENDPOINTS = {
    'buyAirtime': ('POST', '/v1/airtime/purchase'),
    'listDataPlans': ('GET', '/v1/data/plans'),
    'buyData': ('POST', '/v1/data/purchase'),
    'cablePackages': ('POST', '/v1/cabletv/variations'),
    'verifySmartcard': ('POST', '/v1/cabletv/verify'),
    'buyCable': ('POST', '/v1/cabletv/purchase'),
    'verifyMeter': ('POST', '/v1/electricity/verify'),
    'buyElectricity': ('POST', '/v1/electricity/purchase'),
    'listExams': ('GET', '/v1/exams'),
    'verifyProfile': ('POST', '/v1/exams/verify'),
    'buyExamPin': ('POST', '/v1/exams/purchase'),
    'services': ('GET', '/v1/services'),
    'prices': ('GET', '/v1/prices'),
    'transactionStatus': ('POST', '/v1/transaction/status'),
    'claimTransaction': ('POST', '/v1/transaction/claim'),
    'listTransactions': ('GET', '/v1/transactions'),
    'listChanges': ('GET', '/v1/transactions/changes'),
    'setWebhook': ('POST', '/v1/webhook/set'),
    'getWebhook': ('GET', '/v1/webhook/get'),
    'walletBalance': ('GET', '/v1/wallet/balance'),
    'fundingAccounts': ('GET', '/v1/wallet/funding-accounts'),
    'listWalletEntries': ('GET', '/v1/wallet/entries'),
    'listRequests': ('GET', '/v1/requests'),
    'fundTestWallet': ('POST', '/v1/test/wallet/fund'),
    'resetTestAccount': ('POST', '/v1/test/reset'),
    'triggerEvent': ('POST', '/v1/test/events'),
}

# The calls that spend money.
PURCHASES = frozenset({'buyAirtime', 'buyData', 'buyCable', 'buyElectricity', 'buyExamPin'})

# These add something, so the client repeats them only when the service did nothing.
ADDING = frozenset({'fundTestWallet', 'resetTestAccount', 'triggerEvent'})

# Every value of `X-Error-Code`, and whether you may send the same request, with the same reference, again.
ERROR_CODES = {
    'validation_failed': False,
    'body_not_json': False,
    'malformed_request': False,
    'request_timeout': True,
    'body_too_large': False,
    'unsupported_encoding': False,
    'expectation_failed': False,
    'headers_too_large': False,
    'unauthorized': False,
    'key_expired': False,
    'address_not_allowed': False,
    'key_scope': False,
    'key_limit_reached': False,
    'duplicate_reference': False,
    'insufficient_balance': False,
    'unknown_plan': False,
    'price_changed': False,
    'discount_paused': False,
    'unknown_exam': False,
    'unknown_package': False,
    'wrong_package_amount': False,
    'not_current_package': False,
    'unknown_smartcard': False,
    'transaction_not_found': False,
    'transaction_not_yours': False,
    'not_successful': False,
    'unknown_path': False,
    'method_not_allowed': False,
    'rate_limited': True,
    'too_many_failed_keys': True,
    'overloaded': True,
    'internal': True,
    'provider_unavailable': True,
    'provider_unreachable': False,
    'outcome_unknown': False,
    'unavailable': True,
    'provider_rejected': False,
    'not_sent': False,
    'refunded_by_operator': False,
    'not_recognised': False,
    'no_packages': True,
}
