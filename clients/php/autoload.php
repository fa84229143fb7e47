<?php

declare(strict_types=1);

// For programs without Composer: require this file once.
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'TopUp\\')) {
        $file = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen('TopUp\\'))) . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
