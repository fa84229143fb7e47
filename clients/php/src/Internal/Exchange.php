<?php

declare(strict_types=1);

namespace TopUp\Internal;

/** @internal Sends single requests. */
final class Exchange
{
    public const VERSION = '0.1.0';

    /** Faults before a byte of the request is written: of the name, the connection, the certificate. */
    private const BEFORE_SENDING = [
        CURLE_COULDNT_RESOLVE_PROXY,
        CURLE_COULDNT_RESOLVE_HOST,
        CURLE_COULDNT_CONNECT,
        CURLE_SSL_CACERT,
    ];
    private const CONNECT_MS = 10_000;

    public readonly string $baseUrl;

    /** @throws \InvalidArgumentException if `baseUrl` is not an absolute http(s) URL, or `apiKey` is empty */
    public function __construct(string $baseUrl, #[\SensitiveParameter] private readonly string $apiKey)
    {
        if (preg_match('~^https?://[^/?#\s]+[^?#\s]*$~iD', $baseUrl) !== 1) {
            throw new \InvalidArgumentException('baseUrl must be an absolute http or https URL.');
        }
        if (preg_match('/^[\x21-\x7e]+$/D', $apiKey) !== 1) {
            throw new \InvalidArgumentException('apiKey must be a key: not empty, and without white space.');
        }
        $this->baseUrl = rtrim($baseUrl, '/');
    }

    /**
     * Sends one request, once. It follows no redirect, because that would send a purchase again.
     *
     * @param ?array<string, mixed> $request the body of a POST, or the query of a GET
     * @throws NoAnswer
     */
    public function send(string $operation, ?array $request, float $timeoutSeconds, ?string $prefer): Answer
    {
        [$method, $path] = Operations::ENDPOINTS[$operation];
        $headers = ["Authorization: Bearer {$this->apiKey}", 'Expect:'];
        if ($prefer !== null) {
            $headers[] = "Prefer: $prefer";
        }
        $url = $this->baseUrl . $path;
        $options = [];
        if ($method === 'GET') {
            $query = http_build_query($request ?? [], '', '&', PHP_QUERY_RFC3986);
            $url .= $query === '' ? '' : "?$query";
        } else {
            $headers[] = 'Content-Type: application/json';
            $options[CURLOPT_POSTFIELDS] = json_encode((object) $request, JSON_THROW_ON_ERROR);
        }
        $received = [];
        $curl = curl_init();
        curl_setopt_array($curl, $options + [
            CURLOPT_URL => $url,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_USERAGENT => 'topup-php/' . self::VERSION . ' php/' . PHP_VERSION,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false,
            // curl repeats a request on its own if a kept connection breaks; on a new connection it never does
            CURLOPT_FRESH_CONNECT => true,
            CURLOPT_FORBID_REUSE => true,
            CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_1_1,
            CURLOPT_CONNECTTIMEOUT_MS => self::CONNECT_MS,
            CURLOPT_TIMEOUT_MS => max(1, (int) ceil($timeoutSeconds * 1_000)),
            CURLOPT_NOSIGNAL => true,
            CURLOPT_HEADERFUNCTION => static function ($curl, string $line) use (&$received): int {
                if (str_starts_with($line, 'HTTP/')) {
                    $received = []; // the headers before belong to an interim response
                } elseif (str_contains($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $received[strtolower(trim($name))] = trim($value);
                }
                return strlen($line);
            },
        ]);
        $text = curl_exec($curl);
        if (!is_string($text)) {
            throw self::noAnswer($curl);
        }
        return new Answer(curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $received, self::readObject($text));
    }

    /** @return array<string, mixed> hides the key from dumps and error pages */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl];
    }

    private static function noAnswer(\CurlHandle $curl): NoAnswer
    {
        $code = curl_errno($curl);
        $timedOut = $code === CURLE_OPERATION_TIMEDOUT;
        // the connection is new, so this time is 0 until there is one
        $neverConnected = $timedOut && curl_getinfo($curl, CURLINFO_CONNECT_TIME) == 0;
        $sent = !$neverConnected && !in_array($code, self::BEFORE_SENDING, true);
        return new NoAnswer(curl_error($curl) ?: curl_strerror($code), $sent, $timedOut);
    }

    /** @return ?array<string, mixed> */
    private static function readObject(string $text): ?array
    {
        $value = json_decode($text, true, 512, JSON_BIGINT_AS_STRING);
        return is_array($value) && is_string($value['message'] ?? null) ? $value : null;
    }
}
