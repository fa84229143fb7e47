"""The client of the service."""

from __future__ import annotations

import ssl
import time
from typing import Any, Callable, Mapping, Optional, Union, cast

from . import types
from ._http import Connection
from ._lists import Changes, ListBody, Pages
from ._perform import Performer
from ._responses import facts_of, origin_of, quoted
from ._settle import SETTLE_WITHIN, Settling
from .errors import DuplicateReferenceError, OutcomeUnknownError, PurchaseFailedError, TopUpError

#: The fields of `data` that hold tokens of prepaid electricity, in the order in which a customer enters them.
TOKEN_FIELDS = ('key_change_tokens', 'token', 'bonus_token')

# The service holds an empty list of changes for this long, in seconds. The rest is for the way.
_CHANGES_WAIT = 20
_CHANGES_TIMEOUT = 40.0


class TopUp:
    """The service for programs that buy. Threads may share it.

    Every call returns what it was asked for, or raises a TopUpError. It repeats a request only when that is safe, and
    always with the same reference. Each call takes `timeout` (seconds, with its retries) and `max_retries`.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 60.0,
        max_retries: int = 2,
        ssl_context: Optional[ssl.SSLContext] = None,
        _now: Callable[[], float] = time.monotonic,
        _sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`base_url`: the URL of the service without `/v1`: `https://topup.example.com`.
        `timeout`: seconds for a whole call, with everything that is sent again. The service responds within 35.
        `max_retries`: how often a request may be sent again, where that is safe.
        `ssl_context`: default: the certificates of the system.
        `_now`, `_sleep`: the clock, in seconds. Only tests replace them.

        Raises ValueError if `base_url` is not an absolute http(s) URL, or `api_key` is empty or has white space.
        """
        connection = Connection(base_url, api_key, ssl_context, _now)
        self._performer = Performer(connection, timeout, max_retries, _now, _sleep)
        self._now = _now
        self._sleep = _sleep

    def buy_airtime(
        self,
        order: types.AirtimeOrder,
        *,
        respond_async: bool = False,
        wait_seconds: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Purchase:
        """Buys airtime. Returns the first response: `successful`, or `pending` (then ask with `settled`).

        `respond_async`: the service returns `pending` as soon as it has the order.
        `wait_seconds`: it waits so long for the outcome, from 0 to 15 seconds.

        Raises PurchaseFailedError when the money is back; OutcomeUnknownError when nobody knows yet;
        DuplicateReferenceError when another purchase may have the reference. After any other TopUpError, this call
        bought nothing. The other buy calls are alike.
        """
        return self._buy('buyAirtime', order, respond_async, wait_seconds, timeout, max_retries)

    def buy_data(
        self,
        order: types.DataOrder,
        *,
        respond_async: bool = False,
        wait_seconds: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Purchase:
        """Buys a data plan, as `buy_airtime` buys airtime."""
        return self._buy('buyData', order, respond_async, wait_seconds, timeout, max_retries)

    def buy_cable(
        self,
        order: types.CableOrder,
        *,
        respond_async: bool = False,
        wait_seconds: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Purchase:
        """Pays for cable TV, as `buy_airtime` buys airtime."""
        return self._buy('buyCable', order, respond_async, wait_seconds, timeout, max_retries)

    def buy_electricity(
        self,
        order: types.ElectricityOrder,
        *,
        respond_async: bool = False,
        wait_seconds: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Purchase:
        """Pays for electricity, as `buy_airtime` buys airtime. `TOKEN_FIELDS` names the tokens in `data`."""
        return self._buy('buyElectricity', order, respond_async, wait_seconds, timeout, max_retries)

    def buy_exam_pin(
        self,
        order: types.ExamOrder,
        *,
        respond_async: bool = False,
        wait_seconds: Optional[int] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.Purchase:
        """Buys an exam PIN, as `buy_airtime` buys airtime."""
        return self._buy('buyExamPin', order, respond_async, wait_seconds, timeout, max_retries)

    def settled(self, purchase: Union[str, types.Purchase], *, timeout: float = SETTLE_WITHIN) -> types.Purchase:
        """Waits for the outcome of a purchase, for `timeout` seconds. It does not send the purchase again.

        `purchase`: the reference, such as after a restart or an OutcomeUnknownError; or the first response, which
        proves that the service has the purchase.

        Raises PurchaseFailedError; OutcomeUnknownError when the outcome has not come in time, or when the service
        rejects the status query; NotFoundError when nothing was sold, and you may sell again with the same reference.
        """
        if isinstance(purchase, str):
            return self._settling(purchase, False, timeout).end()
        if purchase['status'] == 'successful':
            return purchase
        return self._settling(purchase['reference'], True, timeout).end()

    def status(
        self, reference: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> types.PurchaseStatus:
        """How a purchase stands. It returns a failed one too: branch on `status`.

        Raises NotFoundError when nothing was accepted under the reference so far.
        """
        request = {'request_ref': reference}
        response = self._performer.perform('transactionStatus', request, timeout, max_retries)
        body = response.body or {}
        code = response.headers.get('X-Error-Code') if body['status'] == 'failed' else None
        return cast(types.PurchaseStatus, {**body, 'error_code': code})

    def claim(
        self, claim: Mapping[str, str], *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> types.Claim:
        """Claims that a successful purchase was not received: `request_ref` and `note`.

        Later calls return the same claim, with its answer.
        """
        return self._data('claimTransaction', claim, timeout, max_retries)

    def transactions(
        self,
        filter: Optional[Mapping[str, Any]] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.Transaction]:
        """The purchases of the account, newest first.

        `filter`: `search`, `product`, `status`, `from`, `to`, and `limit` of each page.
        """
        return self._list('listTransactions', filter, timeout, max_retries)

    def wallet_entries(
        self,
        filter: Optional[Mapping[str, Any]] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.WalletEntry]:
        """The changes of the wallet, newest first. `filter`: `kind`, `from`, `to`, and `limit` of each page."""
        return self._list('listWalletEntries', filter, timeout, max_retries)

    def requests(
        self,
        filter: Optional[Mapping[str, Any]] = None,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Pages[types.LoggedRequest]:
        """The account's calls of the last 30 days, newest first; with `after` those after that one, oldest first.

        `filter`: `status`, `error_code`, `method`, `path`, `reference`, `request_id`, `from`, `to`, `after`, and
        `limit` of each page.
        """
        return self._list('listRequests', filter, timeout, max_retries)

    def changes(self, after: Optional[str] = None, *, timeout: Optional[float] = None) -> Changes:
        """Every purchase when it becomes final, and once more when it is reversed, oldest first, forever.

        `after`: the `cursor` that you saved; `now` for what comes; None for all that the service keeps.
        `timeout`: seconds for one query, which the service may hold for 20. Default: at least 40.
        """
        seconds = max(self._performer.timeout, _CHANGES_TIMEOUT) if timeout is None else timeout

        def read(cursor: Optional[str]) -> ListBody:
            query = {'after': cursor, 'limit': 100, 'wait': _CHANGES_WAIT}
            return self._performer.perform('listChanges', query, seconds, 0).body or {}

        return Changes(read, self._sleep, after)

    def services(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> list[types.Service]:
        """What you can buy now: each network, cable TV product type and disco, with its state."""
        return self._data('services', None, timeout, max_retries)

    def prices(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> list[types.Price]:
        """Your discount on each network, cable TV product type and disco. Data plans have prices."""
        return self._data('prices', None, timeout, max_retries)

    def list_data_plans(
        self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> list[types.DataPlan]:
        """The data plans, with your prices."""
        return self._data('listDataPlans', None, timeout, max_retries)

    def cable_packages(
        self, query: Mapping[str, str], *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> types.CablePackages:
        """The packages of a `product_type`."""
        return self._data('cablePackages', query, timeout, max_retries)

    def verify_smartcard(
        self, query: Mapping[str, str], *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> types.Smartcard:
        """Whose card it is: `product_type` and `smartcard_number`. Raises NotRecognisedError."""
        return self._data('verifySmartcard', query, timeout, max_retries)

    def verify_meter(
        self, query: Mapping[str, str], *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> types.Meter:
        """Whose meter it is: `disco`, `meter_number` and `meter_type`. Raises NotRecognisedError."""
        return self._data('verifyMeter', query, timeout, max_retries)

    def list_exams(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> list[types.Exam]:
        """The exams whose PINs you can buy."""
        return self._data('listExams', None, timeout, max_retries)

    def verify_profile(
        self, query: Mapping[str, str], *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> types.Profile:
        """Whose profile it is: `exam` and `profile_id`. Raises NotRecognisedError."""
        return self._data('verifyProfile', query, timeout, max_retries)

    def wallet_balance(
        self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> types.WalletBalance:
        """The balance of the wallet, in naira."""
        return self._data('walletBalance', None, timeout, max_retries)

    def funding_accounts(
        self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> list[types.FundingAccount]:
        """The bank accounts into which you transfer money for your wallet. Empty until an owner asks for one."""
        return self._data('fundingAccounts', None, timeout, max_retries)

    def set_webhook(
        self, settings: types.WebhookUrl, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> types.WebhookUrl:
        """Sets the URL that gets the events. `{'webhook_url': None}` removes it."""
        return self._data('setWebhook', settings, timeout, max_retries)

    def get_webhook(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> types.WebhookUrl:
        """The URL that gets the events."""
        return self._data('getWebhook', None, timeout, max_retries)

    def fund_test_wallet(
        self,
        funding: Mapping[str, types.Amount],
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> types.WalletBalance:
        """Adds test money: `{'amount': 5000}`. Only with a test key."""
        return self._data('fundTestWallet', funding, timeout, max_retries)

    def reset_test_account(
        self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> types.WalletBalance:
        """Opens a fresh test account behind the same keys. Only with a test key, once a minute."""
        return self._data('resetTestAccount', {}, timeout, max_retries)

    def trigger_event(
        self, kind: Mapping[str, str], *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> types.SentTestEvent:
        """Sends a test event to the webhook URL: `{'event': 'airtime.purchase.success'}`. Only with a test key."""
        return self._data('triggerEvent', kind, timeout, max_retries)

    def _data(
        self,
        name: str,
        request: Optional[Mapping[str, Any]],
        timeout: Optional[float],
        max_retries: Optional[int],
    ) -> Any:
        body = self._performer.perform(name, request, timeout, max_retries).body or {}
        return body.get('data')

    def _list(
        self,
        name: str,
        filter: Optional[Mapping[str, Any]],
        timeout: Optional[float],
        max_retries: Optional[int],
    ) -> Pages[Any]:
        def read(cursor: Optional[str]) -> ListBody:
            request = {**(filter or {}), 'cursor': cursor}
            return self._performer.perform(name, request, timeout, max_retries).body or {}

        return Pages(read)

    def _buy(
        self,
        name: str,
        order: Mapping[str, Any],
        respond_async: bool,
        wait_seconds: Optional[int],
        timeout: Optional[float],
        max_retries: Optional[int],
    ) -> types.Purchase:
        headers = _prefer(respond_async, wait_seconds)
        until = self._now() + (self._performer.timeout if timeout is None else timeout)
        try:
            response = self._performer.perform(name, order, timeout, max_retries, headers)
        except DuplicateReferenceError as repeated:
            if repeated.original_matches is not True:
                raise
            return self._original(repeated, until, max_retries)
        return cast(types.Purchase, response.body)

    def _original(
        self, repeated: DuplicateReferenceError, until: float, max_retries: Optional[int]
    ) -> types.Purchase:
        """The outcome of the same purchase, which an earlier request made. Raises as that request would have."""
        reference = repeated.reference or ''
        try:
            found = self._query(reference, max(1.0, until - self._now()), max_retries)
        except TopUpError as error:
            # even "not found" does not say that nothing was sold, because the service has just found the purchase
            raise OutcomeUnknownError(
                f'An earlier request made the purchase {quoted(reference)}, and its status is unknown: '
                f'{str(error).rstrip(".")}. Do not buy again: ask later with topup.settled().',
                reference=reference,
                **origin_of(error),
            ) from error
        if isinstance(found, PurchaseFailedError):
            raise found from None
        return found

    def _settling(self, reference: str, accepted: bool, timeout: float) -> Settling:
        return Settling(self._query, self._now, self._sleep, reference, accepted, timeout)

    def _query(
        self, reference: str, timeout: float, max_retries: Optional[int] = None
    ) -> Union[types.Purchase, PurchaseFailedError]:
        request = {'request_ref': reference}
        response = self._performer.perform('transactionStatus', request, timeout, max_retries)
        body = response.body or {}
        if body['status'] == 'failed':
            return PurchaseFailedError(**facts_of(response, request, self._performer.connection.base_url))
        return cast(types.Purchase, body)


def _prefer(respond_async: bool, wait_seconds: Optional[int]) -> dict[str, str]:
    if respond_async and wait_seconds is not None:
        raise ValueError('Give respond_async or wait_seconds, not both.')
    if respond_async:
        return {'Prefer': 'respond-async'}
    if wait_seconds is None:
        return {}
    if type(wait_seconds) is not int or not 0 <= wait_seconds <= 15:
        raise ValueError('wait_seconds must be a whole number from 0 to 15.')
    return {'Prefer': f'wait={wait_seconds}'}
