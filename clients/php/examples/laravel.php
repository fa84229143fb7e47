<?php

declare(strict_types=1);

// Receives webhooks in Laravel. No test runs this file: only its syntax is checked. Put the route into routes/api.php,
// and the secret into config/services.php. The table topup_events needs a unique index on webhook_id.

namespace App\Http\Controllers;

use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Route;
use TopUp\Webhook;

Route::post('/topup-events', TopUpEventController::class);

final class TopUpEventController
{
    public function __invoke(Request $request): Response
    {
        $event = Webhook::verify(
            $request->getContent(),
            $request->headers->all(),
            ['secret' => config('services.topup.webhook_secret')],
        );
        if ($event === null) {
            return response('', 401);
        }
        // each status query sends `transaction.requery`: a program that queries then would never stop
        if ($event['event'] !== 'transaction.requery' && !$request->hasHeader('X-Webhook-Test')) {
            DB::table('topup_events')->insertOrIgnore([
                'webhook_id' => $request->header('webhook-id'),
                'event' => json_encode($event, JSON_THROW_ON_ERROR),
            ]);
        }
        return response('', 200); // a job works on the table later
    }
}
