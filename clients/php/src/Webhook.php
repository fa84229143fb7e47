<?php

declare(strict_types=1);

namespace TopUp;

/** Checks whether the service has sent a webhook. */
final class Webhook
{
    private const TOLERANCE_SECONDS = 300;
    private const FIELDS = ['event', 'reference', 'status', 'amount', 'product_type', 'details', 'hash', 'timestamp'];
    /** The service makes secrets of 32 bytes. The = at the end may be missing: without it the bytes are the same. */
    private const SECRET = '~^whsec_[A-Za-z0-9+/]{43}=?$~D';

    /**
     * The event of a webhook request, or null if the service did not send it.
     *
     * @param string $rawBody the body as it came, before anything parses it: `file_get_contents('php://input')`
     * @param array<string, mixed> $headers of `getallheaders()`, `$_SERVER` or `$request->headers->all()`
     * @param array<string, mixed> $options at least one of the first two; each may be a list, while you change it:
     *     `secret`: the `whsec_…` secret of the account, which checks the signature over the whole body;
     *     `apiKey`: checks `hash`, over the reference alone: ask for the status before you act;
     *     `toleranceSeconds`: how far the signed time may be from now (300); `now`: the Unix time, for tests
     * @return ?array<string, mixed> eight strings, and more in a later version
     * @throws \InvalidArgumentException if `secret` or `apiKey` is there and empty, or `secret` is cut, because less
     *     would be checked than you asked for
     */
    public static function verify(string $rawBody, array $headers, #[\SensitiveParameter] array $options): ?array
    {
        $unknown = array_diff(array_keys($options), ['secret', 'apiKey', 'toleranceSeconds', 'now']);
        if ($unknown !== []) {
            throw new \InvalidArgumentException('Webhook::verify knows no option `' . implode('`, `', $unknown) . '`.');
        }
        foreach (['secret', 'apiKey'] as $name) {
            if (array_key_exists($name, $options) && self::keysIn($options[$name]) === []) {
                throw new \InvalidArgumentException(
                    "Webhook::verify got no value in `$name`. Set it, or leave `$name` out.",
                );
            }
        }
        $secrets = self::keysIn($options['secret'] ?? null);
        $keys = self::keysIn($options['apiKey'] ?? null);
        if ($secrets === [] && $keys === []) {
            throw new \InvalidArgumentException('Webhook::verify needs a `secret` or an `apiKey`.');
        }
        if (preg_grep(self::SECRET, $secrets, PREG_GREP_INVERT) !== []) {
            throw new \InvalidArgumentException(
                'Webhook::verify got a `secret` that is cut or is no webhook secret. '
                    . 'Pass the whole text that the dashboard showed you: whsec_ and 44 characters.',
            );
        }
        $tolerance = $options['toleranceSeconds'] ?? self::TOLERANCE_SECONDS;
        $now = $options['now'] ?? time();
        if ($secrets !== [] && !self::verifySignature($rawBody, $headers, $secrets, $tolerance, $now)) {
            return null;
        }
        $event = json_decode($rawBody, true);
        if (!self::isEvent($event) || ($keys !== [] && !self::verifyHash($event, $keys))) {
            return null;
        }
        return $event;
    }

    /**
     * Whether `webhook-id`, `webhook-timestamp` and `webhook-signature` (Standard Webhooks) sign exactly this body with
     * one of the secrets, at most five minutes from now. It takes the same time for every signature, and never throws.
     *
     * @param array<string, mixed> $headers as of `verify`
     * @param string|list<string> $secret
     * @param ?float $now the Unix time; without it that of this machine
     */
    public static function verifySignature(
        string $rawBody,
        array $headers,
        #[\SensitiveParameter] string|array $secret,
        int $toleranceSeconds = self::TOLERANCE_SECONDS,
        ?float $now = null,
    ): bool {
        $id = self::header($headers, 'webhook-id');
        $time = self::header($headers, 'webhook-timestamp');
        $signatures = self::header($headers, 'webhook-signature');
        if ($id === '' || $signatures === '' || preg_match('/^[0-9]{1,12}$/D', $time) !== 1) {
            return false;
        }
        $isRecent = abs(($now ?? time()) - (int) $time) <= $toleranceSeconds;
        $matches = false;
        foreach (self::secretsIn($secret) as $key) {
            $expected = hash_hmac('sha256', "$id.$time.$rawBody", $key, true);
            foreach (explode(' ', $signatures) as $given) {
                // goes on after a match, so that the time does not reveal which one it is
                $isOne = preg_match('~^v1,([A-Za-z0-9+/]{43}=)$~D', $given, $found) === 1;
                $matches = ($isOne && hash_equals($expected, (string) base64_decode($found[1]))) || $matches;
            }
        }
        return $matches && $isRecent;
    }

    /**
     * Whether a parsed body has the eight fields, all strings, and its `hash` is the lowercase hex SHA-256 of
     * `<API_KEY>:<reference>` for one of the keys. It takes the same time for every hash, and never throws.
     *
     * The hash covers only the reference. Query the status of the reference before you move goods or money.
     *
     * @param string|list<string> $apiKey
     */
    public static function verifyHash(mixed $body, #[\SensitiveParameter] string|array $apiKey): bool
    {
        if (!self::isEvent($body)) {
            return false;
        }
        $matches = false;
        foreach (self::keysIn($apiKey) as $key) {
            $matches = hash_equals(hash('sha256', "$key:{$body['reference']}"), $body['hash']) || $matches;
        }
        return $matches;
    }

    /**
     * The only value of a header, whose name `$_SERVER` writes as HTTP_WEBHOOK_ID; empty if there are none or several.
     *
     * @param array<string, mixed> $headers
     */
    private static function header(array $headers, string $wanted): string
    {
        $values = [];
        foreach ($headers as $name => $value) {
            if (preg_replace('/^http-/', '', strtr(strtolower((string) $name), '_', '-')) === $wanted) {
                array_push($values, ...array_values((array) $value));
            }
        }
        return count($values) === 1 && is_string($values[0]) ? $values[0] : '';
    }

    /**
     * Drops what is no secret of 24 to 64 bytes: with an empty key, anyone could sign.
     *
     * @param string|array<mixed> $secret
     * @return list<string> their bytes
     */
    private static function secretsIn(#[\SensitiveParameter] string|array $secret): array
    {
        $keys = [];
        foreach (self::keysIn($secret) as $text) {
            $isOne = preg_match('~^whsec_([A-Za-z0-9+/]+={0,2})$~D', $text, $found) === 1;
            $key = $isOne ? (string) base64_decode($found[1]) : '';
            if (strlen($key) >= 24 && strlen($key) <= 64) {
                $keys[] = $key;
            }
        }
        return $keys;
    }

    private static function isEvent(mixed $body): bool
    {
        if (!is_array($body)) {
            return false;
        }
        foreach (self::FIELDS as $name) {
            if (!is_string($body[$name] ?? null)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Drops missing keys and the white space around them, such as the line end of a file.
     *
     * @return list<string>
     */
    private static function keysIn(#[\SensitiveParameter] mixed $keys): array
    {
        $texts = [];
        foreach ((array) $keys as $key) {
            if (is_string($key) && trim($key) !== '') {
                $texts[] = trim($key);
            }
        }
        return $texts;
    }
}
