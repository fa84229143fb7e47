"""The shapes of requests and responses. A later version of the service can send more fields and other values."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, TypedDict, Union

#: Naira: an int, or a text such as "100" or "99.50".
Amount = Union[int, str]


class AirtimeOrder(TypedDict):
    network: str
    phone: str
    amount: Amount
    request_ref: str


class _DataOrder(TypedDict):
    plan_id: str
    phone: str
    request_ref: str


class DataOrder(_DataOrder, total=False):
    """With another price than `expected_price` the service sells nothing."""

    expected_price: Amount


class CableOrder(TypedDict):
    product_type: str
    smartcard_number: str
    package_code: str
    amount: Amount
    phone: str
    #: `change` or `renew`
    subscription_type: str
    request_ref: str


class ElectricityOrder(TypedDict):
    disco: str
    meter_number: str
    #: `prepaid` or `postpaid`
    meter_type: str
    amount: Amount
    phone: str
    request_ref: str


class _ExamOrder(TypedDict):
    exam: str
    phone: str
    request_ref: str


class ExamOrder(_ExamOrder, total=False):
    profile_id: str
    quantity: int
    expected_price: Amount


class Purchase(TypedDict):
    """A response of a purchase. `data` has the keys of its product, and amounts in naira as texts: "100.00"."""

    #: `successful` or `pending`
    status: str
    status_code: int
    message: str
    reference: str
    data: Dict[str, Any]


class PurchaseStatus(TypedDict):
    """The response to a status query."""

    #: `successful`, `pending` or `failed`
    status: str
    status_code: int
    message: str
    reference: str
    data: Dict[str, Any]
    #: why the purchase failed; None for the other outcomes
    error_code: Optional[str]


class _Transaction(TypedDict):
    reference: str
    status: str
    message: str
    error_code: Optional[str]
    completed_at: Optional[str]
    transaction_type: str
    amount: str
    previous_balance: str
    new_balance: str
    description: str
    created_at: str


class Transaction(_Transaction, total=False):
    """A purchase, as the lists show it, beside the keys of its product. Times are RFC 3339 in UTC."""

    charged: str
    claim: Dict[str, Any]
    #: only in the list of changes
    changed_at: str


class WalletEntry(TypedDict):
    id: str
    kind: str
    amount: str
    previous_balance: str
    new_balance: str
    reference: str
    corrects: Optional[str]
    reason: Optional[str]
    created_at: str


class LoggedRequest(TypedDict):
    """A call to the service, as its request log has it."""

    id: str
    time: str
    method: str
    path: str
    status: int
    error_code: Optional[str]
    duration_ms: int
    request_id: str
    reference: Optional[str]
    key: Dict[str, str]
    request: Any
    answer: Any


class Claim(TypedDict):
    request_ref: str
    #: `open`, `confirmed` or `reversed`
    state: str
    answered_at: Optional[str]
    answer: Optional[str]


class Service(TypedDict):
    product_type: str
    service: str
    #: `available`, `degraded` or `unavailable`
    state: str
    since: str
    message: Optional[str]


class Price(TypedDict):
    product_type: str
    service: str
    discount_percent: str


class DataPlan(TypedDict):
    id: int
    #: None: nobody can buy it now
    plan_id: Optional[str]
    network: str
    name: str
    plan_name: str
    price: str
    validity: str
    is_active: bool
    size_mb: Optional[int]
    validity_days: Optional[int]
    changed_at: str


class CablePackage(TypedDict):
    package_code: str
    package_name: str
    price: str


class CablePackages(TypedDict):
    product_type: str
    packages: List[CablePackage]


class Smartcard(TypedDict):
    customer_name: str
    customer_number: str
    customer_type: str
    status: str
    due_date: str
    current_package_code: Optional[str]
    renewal_amount: Optional[str]


class _Meter(TypedDict):
    meter_number: str
    customer_name: str
    address: str
    disco: str


class Meter(_Meter, total=False):
    """The amounts are naira, and absent when the provider does not name them."""

    minimum_amount: str
    arrears: str


class Exam(TypedDict):
    exam: str
    name: str
    price: str
    needs_profile: bool


class Profile(TypedDict):
    customer_name: str


class WalletBalance(TypedDict):
    balance: str
    currency: str
    #: whether the balance is under the threshold of the account
    low: bool


class FundingAccount(TypedDict):
    bank_name: str
    bank_code: str
    account_number: str
    account_name: str


class WebhookUrl(TypedDict):
    webhook_url: Optional[str]


class SentTestEvent(TypedDict):
    id: str
    event: str
    reference: str


class WebhookEvent(TypedDict):
    """The eight fields of an event, all texts."""

    event: str
    reference: str
    status: str
    amount: str
    product_type: str
    details: str
    hash: str
    timestamp: str
