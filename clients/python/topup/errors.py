"""The errors of the client. Decide by the class, and by `code`; the message is for people."""

from __future__ import annotations

import re
from typing import Optional


class TopUpError(Exception):
    """An error of the service, or of the way to it. `str(error)` is the message."""

    #: Why, from `X-Error-Code`. None when a proxy responded, or nobody. A later version can send other codes.
    code: Optional[str]
    #: None when no response came.
    http_status: Optional[int]
    #: Quote it when you contact us.
    request_id: Optional[str]
    #: Whether you may send the same request, with the same reference, again later.
    retryable: bool
    #: How long to wait before that; None when the service did not say.
    retry_after_seconds: Optional[int]
    #: The page that explains the code.
    help_url: Optional[str]
    #: A text for people that says why, such as which field is wrong; None for codes that say it all.
    detail: Optional[str]
    #: The `request_ref` that the call was about.
    reference: Optional[str]

    def __init__(
        self,
        message: str,
        *,
        code: Optional[str] = None,
        http_status: Optional[int] = None,
        request_id: Optional[str] = None,
        retryable: bool = False,
        retry_after_seconds: Optional[int] = None,
        help_url: Optional[str] = None,
        detail: Optional[str] = None,
        reference: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.http_status = http_status
        self.request_id = request_id
        self.retryable = retryable
        self.retry_after_seconds = retry_after_seconds
        self.help_url = help_url
        self.detail = detail
        self.reference = reference


class ValidationError(TopUpError):
    """400: fields are not valid, or name nothing that can be bought. Nothing was done, and the reference is unused."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that `detail` names."""
        return tuple(dict.fromkeys(_FIELD.findall(self.detail or '')))


# The first word of a fault, such as "phone must be 11 digits". Semicolons separate the faults.
_FIELD = re.compile(r'(?:^|; )"?([a-z_]+)"? (?:must|is|are|has)\b')


class AuthenticationError(TopUpError):
    """401: the key is wrong, revoked or expired, or may not do this, or not from here."""


class InsufficientBalanceError(TopUpError):
    """The wallet has too little for this purchase. Fund it, and send the same request."""


class DuplicateReferenceError(TopUpError):
    """The reference was used before, and this order did nothing.

    If `original_matches` is False, another order has it: take a new one. If it is None, it may be this very purchase:
    ask for its status before you take another reference.
    """

    #: How the first purchase stands: `successful`, `pending` or `failed`. None when unknown.
    original_status: Optional[str] = None
    #: Whether the first purchase has the same product and fields. None when unknown.
    original_matches: Optional[bool] = None


class NotFoundError(TopUpError):
    """403 or 404: your account has no purchase with this reference.

    From `settled`, nothing was sold, and you may sell again with the same reference. From `status`, a purchase whose
    response was lost may still arrive.
    """


class RateLimitedError(TopUpError):
    """429: too many requests, or too much under way. Nothing was done."""


class UnavailableError(TopUpError):
    """The service or its provider is not available. A purchase that raises this error is not debited."""


class ConnectionError(TopUpError):
    """No response came to a call that buys nothing, or it is certain that nothing was sent."""


class NotRecognisedError(TopUpError):
    """The provider does not know the smartcard or meter number, or lists nothing to buy."""


class PurchaseFailedError(TopUpError):
    """The purchase failed, and the money is back in the wallet. A new attempt needs a new reference."""


class OutcomeUnknownError(TopUpError):
    """Nobody knows yet whether it was sold: no response came, or the service said so.

    Ask with `topup.settled(error.reference)` before you buy again or give money back.
    """
