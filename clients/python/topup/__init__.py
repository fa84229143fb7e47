"""A typed client for the prepaid top-up service: buys, waits for the outcome, lists, and verifies webhooks."""

from ._catalogue import VERSION as __version__
from ._lists import Changes, Page, Pages
from .client import TOKEN_FIELDS, TopUp
from .errors import (
    AuthenticationError,
    ConnectionError,
    DuplicateReferenceError,
    InsufficientBalanceError,
    NotFoundError,
    NotRecognisedError,
    OutcomeUnknownError,
    PurchaseFailedError,
    RateLimitedError,
    TopUpError,
    UnavailableError,
    ValidationError,
)
from .webhooks import verify_webhook, verify_webhook_hash, verify_webhook_signature

__all__ = [
    'TOKEN_FIELDS',
    'AuthenticationError',
    'Changes',
    'ConnectionError',
    'DuplicateReferenceError',
    'InsufficientBalanceError',
    'NotFoundError',
    'NotRecognisedError',
    'OutcomeUnknownError',
    'Page',
    'Pages',
    'PurchaseFailedError',
    'RateLimitedError',
    'TopUp',
    'TopUpError',
    'UnavailableError',
    'ValidationError',
    '__version__',
    'verify_webhook',
    'verify_webhook_hash',
    'verify_webhook_signature',
]
