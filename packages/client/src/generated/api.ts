// Written by `npm run generate` from docs/reference/openapi.json.

export interface paths {
    "/v1/airtime/purchase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Buy airtime
         * @description Debits the wallet, queues the purchase and waits for the provider for up to 15 seconds after the request arrived. Sends `airtime.purchase.success`, `airtime.purchase.failed` or `airtime.purchase.pending`.
         */
        post: operations["buyAirtime"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/data/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the data plans
         * @description Every active plan of every network, priced for your tier. Nothing is debited.
         */
        get: operations["listDataPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/data/purchase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Buy a data plan
         * @description Debits the price of the plan for your tier, queues the purchase and waits for the provider for up to 15 seconds after the request arrived. Sends `data.purchase.success` or `data.purchase.failed`, and nothing while it is pending.
         */
        post: operations["buyData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cabletv/variations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the packages of a product
         * @description The packages that can be bought, each with the `amount` that a purchase must have. Nothing is debited.
         */
        post: operations["cablePackages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cabletv/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a smartcard
         * @description Returns the owner of a smartcard, its current package, and what it costs to renew it. Nothing is debited.
         */
        post: operations["verifySmartcard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cabletv/purchase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Buy a cable TV package
         * @description Debits the wallet and calls the provider at once. `change` buys the package: `amount` must be its current price. `renew` pays for what the card has: `package_code` must be a current package of the card, and `amount` its `renewal_amount`, or the price of the package when that is not lower. Verify the smartcard and list the packages first. No event is sent.
         */
        post: operations["buyCable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/electricity/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a meter
         * @description Returns the owner of a meter. Nothing is debited.
         */
        post: operations["verifyMeter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/electricity/purchase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Buy prepaid units or pay a postpaid bill
         * @description Debits the wallet and calls the provider at once. The answer of a prepaid purchase has the tokens, which are also sent to `phone` by SMS. Verify the meter first. No event is sent.
         */
        post: operations["buyElectricity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transaction/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query a purchase
         * @description Returns the stored purchase. It moves no money. Each call that finds the purchase also sends `transaction.requery` when a webhook URL is set. **Do not query the status because of a `transaction.requery` event: the query would send the next one.** An account may query one reference 30 times in a minute. After an electricity purchase that was answered with 202, this returns the token.
         */
        post: operations["transactionStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your purchases
         * @description Every purchase of the account, newest first, with all its keys together. It sends no event. A purchase keeps its place, so paging neither repeats nor leaves out one that was there when you began.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook/set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the webhook URL
         * @description Replaces the current URL, or removes it with null. Private, loopback and link-local addresses are not allowed. They are checked here and again when a connection is made. The port is 443, 80 or one above 1023. An operator can decide that new URLs must be https.
         */
        post: operations["setWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the webhook URL
         * @description The URL to which events are sent, or null when none is set.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the balance
         * @description The amount that can be spent now. Open purchases are already debited.
         */
        get: operations["walletBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallet/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes of the wallet
         * @description Fundings, debits, refunds and adjustments, newest first. `previous_balance` of an entry is `new_balance` of the entry before it in time, so the list adds up.
         */
        get: operations["listWalletEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your requests
         * @description Every request of the account of the last 30 days, also declined ones, newest first. Phone, smartcard and meter numbers, tokens, names, addresses and keys are masked. A request appears within seconds. A page with rare filters can be short or empty before the end: go on while `next_cursor` is not null. With `after` the list goes on from that request, oldest first, and leaves out the last 2 seconds: send the last `id` that you have got again to follow the log. This endpoint itself is not in the list.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/wallet/fund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fund the test wallet
         * @description Adds play money. Each call adds it again. With a live key the answer is 404.
         */
        post: operations["fundTestWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset the test account
         * @description Opens a fresh test account behind the same keys, webhook URL and webhook secrets: an empty wallet, and no reference is used. At most once a minute. What is under way in the old one ends without an event. With a live key the answer is 404.
         */
        post: operations["resetTestAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen to the events
         * @description Server-sent events: a copy of every event of the test account, also without a webhook URL, until you close the connection. Each message has the name of the event, its id, and in `data` the `headers` and the `body` of the request that a webhook URL would get now. They are signed with the key of this request, and with the webhook secret that the first message, `ready`, names; it stays the same for a key. With a live key the answer is 404.
         */
        get: operations["listenToEvents"];
        put?: never;
        /**
         * Send a test event
         * @description A test event of this kind, to the webhook URL and to whoever listens. It belongs to no purchase: its reference begins with `test-`, and it has the header `X-Webhook-Test: true`. One at a time is under way. With a live key the answer is 404.
         */
        post: operations["triggerEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AirtimeOrder: {
            /**
             * @description The network of the number. The service does not check it, because numbers can be ported.
             * @enum {string}
             */
            network: "mtn" | "glo" | "airtel" | "etisalat";
            /** @description The phone number that receives the value: 11 digits beginning with 0. */
            phone: string;
            /** @description In naira, 10 to 50,000 unless another range was agreed for the network. It must be a number or decimal string greater than zero, with at most nine digits and two decimals. */
            amount: number | string;
            /** @description Your reference of this purchase, compared exactly. Your account can use it only once: a UUID is a good choice. It has no white space at its ends and no invisible or direction-changing characters, and is neither `.` nor `..`. */
            request_ref: string;
        };
        AirtimeData: {
            /** @description The amount that was debited, in naira. */
            amount: string;
            /** @enum {string} */
            network: "mtn" | "glo" | "airtel" | "etisalat";
            /** @description The number that was topped up. */
            phone: string;
        };
        DataPlan: {
            /** @description The id of the row. You do not need it to buy. */
            id: number;
            /** @description Identifies the plan in a purchase. A plan without it cannot be bought: it is announced or withdrawn. */
            plan_id: string | null;
            /** @enum {string} */
            network: "MTN" | "GLO" | "AIRTEL" | "9MOBILE";
            /** @description The full name of the plan. */
            name: string;
            /** @description The short name of the plan. */
            plan_name: string;
            /** @description The price for your tier, in naira. A purchase debits exactly this. */
            price: string;
            /** @description How long the data lasts. */
            validity: string;
            is_active: boolean;
        };
        DataOrder: {
            /** @description The `plan_id` from the list of plans. */
            plan_id: string;
            /** @description The phone number that receives the value: 11 digits beginning with 0. */
            phone: string;
            /** @description Your reference of this purchase, compared exactly. Your account can use it only once: a UUID is a good choice. It has no white space at its ends and no invisible or direction-changing characters, and is neither `.` nor `..`. */
            request_ref: string;
        };
        DataData: {
            /** @description The amount that was debited, in naira. */
            amount: string;
            /** @description The number that receives the plan. */
            phone: string;
            /** @description The `name` of the plan. */
            plan: string;
        };
        CableProduct: {
            /** @enum {string} */
            product_type: "dstv" | "gotv" | "startimes";
        };
        CablePackage: {
            /** @description Identifies the package in a purchase. */
            package_code: string;
            /** @description The name of the package. */
            package_name: string;
            /** @description In naira. */
            price: string;
        };
        CablePackages: {
            /** @enum {string} */
            product_type: "dstv" | "gotv" | "startimes";
            packages: components["schemas"]["CablePackage"][];
        };
        SmartcardQuery: {
            /** @enum {string} */
            product_type: "dstv" | "gotv" | "startimes";
            /** @description Smartcard or IUC number: 5 to 30 digits or letters; dashes and slashes may stand between them. */
            smartcard_number: string;
        };
        Smartcard: {
            /** @description Empty when the provider gives none. */
            customer_name: string;
            /** @description Empty when the provider gives none. */
            customer_number: string;
            /** @description Empty when the provider gives none. */
            customer_type: string;
            /** @description The state of the subscription, as the provider words it. */
            status: string;
            /** @description When the subscription ends, as the provider writes it: a date and time. */
            due_date: string;
            /** @description What `renew` pays for; several codes are separated by commas. `null` when the provider does not say. */
            current_package_code: string | null;
            /** @description What it costs to renew them, in naira. `null` when the provider does not say. */
            renewal_amount: string | null;
        };
        CableOrder: {
            /** @enum {string} */
            product_type: "dstv" | "gotv" | "startimes";
            /** @description Smartcard or IUC number: 5 to 30 digits or letters; dashes and slashes may stand between them. */
            smartcard_number: string;
            /** @description The `package_code` from the list of packages. */
            package_code: string;
            /** @description The price of the package, or to renew it the `renewal_amount` of the card, in naira. It must be a number or decimal string greater than zero, with at most nine digits and two decimals. */
            amount: number | string;
            /** @description The phone number of the customer: 11 digits beginning with 0. */
            phone: string;
            /**
             * @description `renew` pays for the package that the card has, `change` buys another one.
             * @enum {string}
             */
            subscription_type: "renew" | "change";
            /** @description Your reference of this purchase, compared exactly. Your account can use it only once: a UUID is a good choice. It has no white space at its ends and no invisible or direction-changing characters, and is neither `.` nor `..`. */
            request_ref: string;
        };
        CableData: {
            /** @description The amount that was debited, in naira. */
            amount: string;
            /** @description The package. */
            package_code: string;
            /** @description The smartcard or IUC number. */
            smartcard_number: string;
        };
        MeterQuery: {
            /**
             * @description The disco of the meter.
             * @enum {string}
             */
            disco: "ikeja-electric" | "eko-electric" | "abuja-electric" | "ibadan-electric" | "kano-electric" | "portharcourt-electric" | "enugu-electric" | "jos-electric" | "kaduna-electric" | "benin-electric";
            /** @description Meter or account number: 5 to 30 digits or letters; dashes and slashes may stand between them. */
            meter_number: string;
            /** @enum {string} */
            meter_type: "prepaid" | "postpaid";
        };
        Meter: {
            /** @description The meter. */
            meter_number: string;
            /** @description Empty when the disco gives none. */
            customer_name: string;
            /** @description Empty when the disco gives none. */
            address: string;
            /** @enum {string} */
            disco: "ikeja-electric" | "eko-electric" | "abuja-electric" | "ibadan-electric" | "kano-electric" | "portharcourt-electric" | "enugu-electric" | "jos-electric" | "kaduna-electric" | "benin-electric";
            /** @description The least that the disco sells to this meter, in naira. Present only when it is named. */
            minimum_amount?: string;
            /** @description What the customer owes the disco, in naira. Present only when it is named. */
            arrears?: string;
        };
        ElectricityOrder: {
            /**
             * @description The disco of the meter.
             * @enum {string}
             */
            disco: "ikeja-electric" | "eko-electric" | "abuja-electric" | "ibadan-electric" | "kano-electric" | "portharcourt-electric" | "enugu-electric" | "jos-electric" | "kaduna-electric" | "benin-electric";
            /** @description Meter or account number: 5 to 30 digits or letters; dashes and slashes may stand between them. */
            meter_number: string;
            /** @enum {string} */
            meter_type: "prepaid" | "postpaid";
            /** @description In naira, 1,000 to 500,000 unless another range was agreed for the disco. A meter may have its own minimum. It must be a number or decimal string greater than zero, with at most nine digits and two decimals. */
            amount: number | string;
            /** @description The phone number of the customer, to which a prepaid token is also sent: 11 digits beginning with 0. */
            phone: string;
            /** @description Your reference of this purchase, compared exactly. Your account can use it only once: a UUID is a good choice. It has no white space at its ends and no invisible or direction-changing characters, and is neither `.` nor `..`. */
            request_ref: string;
        };
        ElectricityData: {
            /** @description Empty when the disco gives none. */
            address: string;
            /** @description The amount that was debited, in naira. */
            amount: string;
            /** @description Empty when the disco gives none. */
            customer_name: string;
            /** @enum {string} */
            disco: "ikeja-electric" | "eko-electric" | "abuja-electric" | "ibadan-electric" | "kano-electric" | "portharcourt-electric" | "enugu-electric" | "jos-electric" | "kaduna-electric" | "benin-electric";
            /** @description The meter. */
            meter_number: string;
            /** @description One to four tokens, separated by commas, that change the key of the meter. The customer enters them in this order, before `token`: until then the meter takes no other token. Present only when the disco gave them. */
            key_change_tokens?: string;
            /** @description The energy: 20 digits that the customer types into a prepaid meter. Empty for a postpaid one. */
            token: string;
            /** @description Kilowatt-hours as decimal text, for a prepaid meter. Null for a postpaid one. */
            units: string | null;
            /** @description Free energy, entered after `token`. Present only when the disco gave it. */
            bonus_token?: string;
            /** @description What the disco kept of the amount for a debt, in naira. Present only when it says so. */
            debt_deducted?: string;
            /** @description The VAT in the amount, in naira. Present only when the disco says so. */
            vat?: string;
        };
        UnsoldElectricityData: {
            /** @description Empty when the disco gives none. */
            address: string;
            /** @description The amount that was debited, in naira. */
            amount: string;
            /** @description Empty when the disco gives none. */
            customer_name: string;
            /** @enum {string} */
            disco: "ikeja-electric" | "eko-electric" | "abuja-electric" | "ibadan-electric" | "kano-electric" | "portharcourt-electric" | "enugu-electric" | "jos-electric" | "kaduna-electric" | "benin-electric";
            /** @description The meter. */
            meter_number: string;
            /**
             * @description There is none, or none yet.
             * @constant
             */
            token: "";
            /** @description There are none, or none yet. */
            units: null;
        };
        TransactionQuery: {
            /** @description Your reference of the purchase, compared exactly. */
            request_ref: string;
        };
        AirtimeTransaction: {
            /** @description The amount that was debited, in naira. */
            amount: string;
            /** @enum {string} */
            network: "mtn" | "glo" | "airtel" | "etisalat";
            /** @description The number that was topped up. */
            phone: string;
            /** @constant */
            transaction_type: "AIRTIME";
            /** @description The wallet balance before the debit, in naira. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. */
            new_balance?: string;
            /** @description What was bought, as text for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        DataTransaction: {
            /** @description The amount that was debited, in naira. */
            amount: string;
            /** @description The number that receives the plan. */
            phone: string;
            /** @description The `name` of the plan. */
            plan: string;
            /** @constant */
            transaction_type: "DATA";
            /** @description The wallet balance before the debit, in naira. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. */
            new_balance?: string;
            /** @description What was bought, as text for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        CableTransaction: {
            /** @description The amount that was debited, in naira. */
            amount: string;
            /** @description The package. */
            package_code: string;
            /** @description The smartcard or IUC number. */
            smartcard_number: string;
            /** @constant */
            transaction_type: "CABLE_TV";
            /** @description The wallet balance before the debit, in naira. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. */
            new_balance?: string;
            /** @description What was bought, as text for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        ElectricityTransaction: {
            /** @description Empty when the disco gives none. */
            address: string;
            /** @description The amount that was debited, in naira. */
            amount: string;
            /** @description Empty when the disco gives none. */
            customer_name: string;
            /** @enum {string} */
            disco: "ikeja-electric" | "eko-electric" | "abuja-electric" | "ibadan-electric" | "kano-electric" | "portharcourt-electric" | "enugu-electric" | "jos-electric" | "kaduna-electric" | "benin-electric";
            /** @description The meter. */
            meter_number: string;
            /** @description One to four tokens, separated by commas, that change the key of the meter. The customer enters them in this order, before `token`: until then the meter takes no other token. Present only when the disco gave them. */
            key_change_tokens?: string;
            /** @description The energy: 20 digits that the customer types into a prepaid meter. Empty for a postpaid one. */
            token: string;
            /** @description Kilowatt-hours as decimal text, for a prepaid meter. Null for a postpaid one. */
            units: string | null;
            /** @description Free energy, entered after `token`. Present only when the disco gave it. */
            bonus_token?: string;
            /** @description What the disco kept of the amount for a debt, in naira. Present only when it says so. */
            debt_deducted?: string;
            /** @description The VAT in the amount, in naira. Present only when the disco says so. */
            vat?: string;
            /** @constant */
            transaction_type: "ELECTRICITY";
            /** @description The wallet balance before the debit, in naira. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. */
            new_balance?: string;
            /** @description What was bought, as text for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        UnsoldElectricityTransaction: {
            /** @description Empty when the disco gives none. */
            address: string;
            /** @description The amount that was debited, in naira. */
            amount: string;
            /** @description Empty when the disco gives none. */
            customer_name: string;
            /** @enum {string} */
            disco: "ikeja-electric" | "eko-electric" | "abuja-electric" | "ibadan-electric" | "kano-electric" | "portharcourt-electric" | "enugu-electric" | "jos-electric" | "kaduna-electric" | "benin-electric";
            /** @description The meter. */
            meter_number: string;
            /**
             * @description There is none, or none yet.
             * @constant
             */
            token: "";
            /** @description There are none, or none yet. */
            units: null;
            /** @constant */
            transaction_type: "ELECTRICITY";
            /** @description The wallet balance before the debit, in naira. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. */
            new_balance?: string;
            /** @description What was bought, as text for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        ListedAirtime: {
            /** @description Your `request_ref`. */
            reference: string;
            /** @enum {string} */
            status: "successful" | "pending" | "failed";
            /** @description For people. Its wording may change. */
            message: string;
            /**
             * @description Why it failed, as `X-Error-Code` of the status answer. Null unless `status` is `failed`.
             * @enum {string|null}
             */
            error_code: "provider_rejected" | "provider_unreachable" | "not_sent" | "refunded_by_operator" | null;
            /**
             * Format: date-time
             * @description When it became `successful` or `failed`, in UTC. Null while it is pending.
             */
            completed_at: string | null;
            /** @description The amount that was debited, in naira. */
            amount: string;
            /** @enum {string} */
            network: "mtn" | "glo" | "airtel" | "etisalat";
            /** @description The number that was topped up. */
            phone: string;
            /** @constant */
            transaction_type: "AIRTIME";
            /** @description The wallet balance before the debit, in naira. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. */
            new_balance?: string;
            /** @description What was bought, as text for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        ListedData: {
            /** @description Your `request_ref`. */
            reference: string;
            /** @enum {string} */
            status: "successful" | "pending" | "failed";
            /** @description For people. Its wording may change. */
            message: string;
            /**
             * @description Why it failed, as `X-Error-Code` of the status answer. Null unless `status` is `failed`.
             * @enum {string|null}
             */
            error_code: "provider_rejected" | "provider_unreachable" | "not_sent" | "refunded_by_operator" | null;
            /**
             * Format: date-time
             * @description When it became `successful` or `failed`, in UTC. Null while it is pending.
             */
            completed_at: string | null;
            /** @description The amount that was debited, in naira. */
            amount: string;
            /** @description The number that receives the plan. */
            phone: string;
            /** @description The `name` of the plan. */
            plan: string;
            /** @constant */
            transaction_type: "DATA";
            /** @description The wallet balance before the debit, in naira. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. */
            new_balance?: string;
            /** @description What was bought, as text for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        ListedCable: {
            /** @description Your `request_ref`. */
            reference: string;
            /** @enum {string} */
            status: "successful" | "pending" | "failed";
            /** @description For people. Its wording may change. */
            message: string;
            /**
             * @description Why it failed, as `X-Error-Code` of the status answer. Null unless `status` is `failed`.
             * @enum {string|null}
             */
            error_code: "provider_rejected" | "provider_unreachable" | "not_sent" | "refunded_by_operator" | null;
            /**
             * Format: date-time
             * @description When it became `successful` or `failed`, in UTC. Null while it is pending.
             */
            completed_at: string | null;
            /** @description The amount that was debited, in naira. */
            amount: string;
            /** @description The package. */
            package_code: string;
            /** @description The smartcard or IUC number. */
            smartcard_number: string;
            /** @constant */
            transaction_type: "CABLE_TV";
            /** @description The wallet balance before the debit, in naira. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. */
            new_balance?: string;
            /** @description What was bought, as text for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        ListedElectricity: {
            /** @description Your `request_ref`. */
            reference: string;
            /** @enum {string} */
            status: "successful" | "pending" | "failed";
            /** @description For people. Its wording may change. */
            message: string;
            /**
             * @description Why it failed, as `X-Error-Code` of the status answer. Null unless `status` is `failed`.
             * @enum {string|null}
             */
            error_code: "provider_rejected" | "provider_unreachable" | "not_sent" | "refunded_by_operator" | null;
            /**
             * Format: date-time
             * @description When it became `successful` or `failed`, in UTC. Null while it is pending.
             */
            completed_at: string | null;
            /** @description Empty when the disco gives none. */
            address: string;
            /** @description The amount that was debited, in naira. */
            amount: string;
            /** @description Empty when the disco gives none. */
            customer_name: string;
            /** @enum {string} */
            disco: "ikeja-electric" | "eko-electric" | "abuja-electric" | "ibadan-electric" | "kano-electric" | "portharcourt-electric" | "enugu-electric" | "jos-electric" | "kaduna-electric" | "benin-electric";
            /** @description The meter. */
            meter_number: string;
            /** @description One to four tokens, separated by commas, that change the key of the meter. The customer enters them in this order, before `token`: until then the meter takes no other token. Present only when the disco gave them. */
            key_change_tokens?: string;
            /** @description The energy: 20 digits that the customer types into a prepaid meter. Empty for a postpaid one. */
            token: string;
            /** @description Kilowatt-hours as decimal text, for a prepaid meter. Null for a postpaid one. */
            units: string | null;
            /** @description Free energy, entered after `token`. Present only when the disco gave it. */
            bonus_token?: string;
            /** @description What the disco kept of the amount for a debt, in naira. Present only when it says so. */
            debt_deducted?: string;
            /** @description The VAT in the amount, in naira. Present only when the disco says so. */
            vat?: string;
            /** @constant */
            transaction_type: "ELECTRICITY";
            /** @description The wallet balance before the debit, in naira. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. */
            new_balance?: string;
            /** @description What was bought, as text for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        WebhookSettings: {
            /** @description A publicly reachable http or https URL without user name and password, with the port 443, 80 or one above 1023. HTTPS is recommended: an http URL is answered with a warning in `message`. Null removes the URL: no events are sent then. */
            webhook_url: string | null;
        };
        CurrentWebhookUrl: {
            webhook_url: string | null;
        };
        WalletEntry: {
            /** @description A number that grows with every entry of the wallet. */
            id: string;
            /** @enum {string} */
            kind: "funding" | "debit" | "refund" | "adjustment";
            /** @description In naira. Negative when it was taken from the wallet, as a debit is. */
            amount: string;
            /** @description The balance before it, in naira. */
            previous_balance: string;
            /** @description The balance after it, in naira. */
            new_balance: string;
            /** @description Of a debit or refund the `request_ref` of the purchase; otherwise that of the funding or adjustment. */
            reference: string;
            /** @description The id of the entry that an adjustment corrects. */
            corrects: string | null;
            /** @description Why an adjustment was made. */
            reason: string | null;
            /**
             * Format: date-time
             * @description When it was made, in UTC.
             */
            created_at: string;
        };
        WalletBalance: {
            /** @description In naira. */
            balance: string;
            /** @constant */
            currency: "NGN";
            /** @description Whether the balance is below the threshold that an owner of the account has set. False without a threshold. */
            low: boolean;
        };
        LoggedRequest: {
            /** @description Identifies it in this list, and grows with time. */
            id: string;
            /**
             * Format: date-time
             * @description When its answer ended, in UTC.
             */
            time: string;
            /** @description The HTTP method. */
            method: string;
            /** @description Without the query. */
            path: string;
            /** @description The HTTP status. 0: you hung up before the answer. */
            status: number;
            /** @description `X-Error-Code` of the answer, such as `validation_failed`. */
            error_code: string | null;
            /** @description From its arrival to the end of the answer. */
            duration_ms: number;
            /** @description `X-Request-Id` of the answer. */
            request_id: string;
            /** @description The `request_ref` that it was sent with. */
            reference: string | null;
            key: {
                /** @description The name of the API key that it was sent with. */
                name: string;
                /** @description The beginning and the end of that key. */
                display: string;
            };
            /** @description Its body, masked; of a GET its query. An object, or null. `{"truncated": <bytes>}` when it is longer than 4 KiB, `{"bytes": <bytes>}` when it is no JSON object. */
            request: unknown;
            /** @description The body of the answer, masked. Of a list only its length is kept, as `data.items`. An object, or null. `{"truncated": <bytes>}` when it is longer than 4 KiB, `{"bytes": <bytes>}` when it is no JSON object. */
            answer: unknown;
        };
        TestFunding: {
            /** @description Play money to add, at most 10000000.00 naira. It must be a number or decimal string greater than zero, with at most nine digits and two decimals. */
            amount: number | string;
        };
        TestReset: Record<string, never>;
        TestEvent: {
            /**
             * @description The kind of event.
             * @enum {string}
             */
            event: "airtime.purchase.success" | "airtime.purchase.failed" | "airtime.purchase.pending" | "data.purchase.success" | "data.purchase.failed" | "transaction.requery";
        };
        SentTestEvent: {
            /** @description Of the event: its `X-Webhook-Id`. */
            id: string;
            /** @enum {string} */
            event: "airtime.purchase.success" | "airtime.purchase.failed" | "airtime.purchase.pending" | "data.purchase.success" | "data.purchase.failed" | "transaction.requery";
            /** @description The reference in the event. */
            reference: string;
        };
        /** @description Nothing is known about it. */
        NotRecognised: Record<string, never>;
        Error: {
            /** @constant */
            status: "error";
            /** @description For people. Its wording may change. */
            message: string;
            /** @description Present only when fields are not valid. It names all of them. */
            error?: string;
        };
        Unauthorized: {
            /** @description For people. Its wording may change. */
            message: string;
            /** @constant */
            error: "unauthorized";
        };
        AirtimeSuccessEvent: {
            /** @constant */
            event: "airtime.purchase.success";
            /** @description Your `request_ref`. That of a test event is `test-` and an id. */
            reference: string;
            /** @enum {string} */
            status: "success";
            /** @description In naira. */
            amount: string;
            /** @enum {string} */
            product_type: "AIRTIME";
            /** @description For people. */
            details: string;
            /** @description SHA-256 of `<API_KEY>:<reference>` as lowercase hex. The key is the newest one of the account that is not revoked. Compute the hash and compare it in constant time. */
            hash: string;
            /**
             * Format: date-time
             * @description When it was sent, in UTC.
             */
            timestamp: string;
        };
        AirtimeFailedEvent: {
            /** @constant */
            event: "airtime.purchase.failed";
            /** @description Your `request_ref`. That of a test event is `test-` and an id. */
            reference: string;
            /** @enum {string} */
            status: "failed";
            /** @description In naira. */
            amount: string;
            /** @enum {string} */
            product_type: "AIRTIME";
            /** @description For people. */
            details: string;
            /** @description SHA-256 of `<API_KEY>:<reference>` as lowercase hex. The key is the newest one of the account that is not revoked. Compute the hash and compare it in constant time. */
            hash: string;
            /**
             * Format: date-time
             * @description When it was sent, in UTC.
             */
            timestamp: string;
        };
        AirtimePendingEvent: {
            /** @constant */
            event: "airtime.purchase.pending";
            /** @description Your `request_ref`. That of a test event is `test-` and an id. */
            reference: string;
            /** @enum {string} */
            status: "pending";
            /** @description In naira. */
            amount: string;
            /** @enum {string} */
            product_type: "AIRTIME";
            /** @description For people. */
            details: string;
            /** @description SHA-256 of `<API_KEY>:<reference>` as lowercase hex. The key is the newest one of the account that is not revoked. Compute the hash and compare it in constant time. */
            hash: string;
            /**
             * Format: date-time
             * @description When it was sent, in UTC.
             */
            timestamp: string;
        };
        DataSuccessEvent: {
            /** @constant */
            event: "data.purchase.success";
            /** @description Your `request_ref`. That of a test event is `test-` and an id. */
            reference: string;
            /** @enum {string} */
            status: "success";
            /** @description In naira. */
            amount: string;
            /** @enum {string} */
            product_type: "DATA";
            /** @description For people. */
            details: string;
            /** @description SHA-256 of `<API_KEY>:<reference>` as lowercase hex. The key is the newest one of the account that is not revoked. Compute the hash and compare it in constant time. */
            hash: string;
            /**
             * Format: date-time
             * @description When it was sent, in UTC.
             */
            timestamp: string;
        };
        DataFailedEvent: {
            /** @constant */
            event: "data.purchase.failed";
            /** @description Your `request_ref`. That of a test event is `test-` and an id. */
            reference: string;
            /** @enum {string} */
            status: "failed";
            /** @description In naira. */
            amount: string;
            /** @enum {string} */
            product_type: "DATA";
            /** @description For people. */
            details: string;
            /** @description SHA-256 of `<API_KEY>:<reference>` as lowercase hex. The key is the newest one of the account that is not revoked. Compute the hash and compare it in constant time. */
            hash: string;
            /**
             * Format: date-time
             * @description When it was sent, in UTC.
             */
            timestamp: string;
        };
        TransactionRequeryEvent: {
            /** @constant */
            event: "transaction.requery";
            /** @description Your `request_ref`. That of a test event is `test-` and an id. */
            reference: string;
            /** @enum {string} */
            status: "initiated" | "pending" | "success" | "failed" | "refunded";
            /** @description In naira. */
            amount: string;
            /** @enum {string} */
            product_type: "AIRTIME" | "DATA" | "CABLE_TV" | "ELECTRICITY";
            /** @description For people. */
            details: string;
            /** @description SHA-256 of `<API_KEY>:<reference>` as lowercase hex. The key is the newest one of the account that is not revoked. Compute the hash and compare it in constant time. */
            hash: string;
            /**
             * Format: date-time
             * @description When it was sent, in UTC.
             */
            timestamp: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    buyAirtime: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AirtimeOrder"];
            };
        };
        responses: {
            /** @description Delivered. The wallet was debited. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "successful";
                        /** @constant */
                        status_code: 200;
                        /** @description For people. Its wording may change. */
                        message: string;
                        /** @description Your `request_ref`. */
                        reference: string;
                        data: components["schemas"]["AirtimeData"];
                    };
                };
            };
            /** @description Not known after 15 seconds. A webhook sends the outcome, and `POST /v1/transaction/status` returns it. The wallet stays debited until then, and a failure refunds it. Do not buy again with another reference before you know the outcome. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "pending";
                        /** @constant */
                        status_code: 202;
                        /** @description For people. Its wording may change. */
                        message: string;
                        /** @description Your `request_ref`. */
                        reference: string;
                        data: components["schemas"]["AirtimeData"];
                    };
                };
            };
            /** @description Not sold. The wallet is already refunded. A new attempt needs a new reference. */
            424: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "failed";
                        /** @constant */
                        status_code: 424;
                        /** @description For people. Its wording may change. */
                        message: string;
                        /** @description Your `request_ref`. */
                        reference: string;
                        data: components["schemas"]["AirtimeData"];
                    };
                };
            };
        };
    };
    listDataPlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plans. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @description For people. Its wording may change. */
                        message: string;
                        data: components["schemas"]["DataPlan"][];
                    };
                };
            };
        };
    };
    buyData: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DataOrder"];
            };
        };
        responses: {
            /** @description Delivered. The wallet was debited. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "successful";
                        /** @constant */
                        status_code: 200;
                        /** @description For people. Its wording may change. */
                        message: string;
                        /** @description Your `request_ref`. */
                        reference: string;
                        data: components["schemas"]["DataData"];
                    };
                };
            };
            /** @description Not known after 15 seconds. A webhook sends the outcome, and `POST /v1/transaction/status` returns it. The wallet stays debited until then, and a failure refunds it. Do not buy again with another reference before you know the outcome. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "pending";
                        /** @constant */
                        status_code: 202;
                        /** @description For people. Its wording may change. */
                        message: string;
                        /** @description Your `request_ref`. */
                        reference: string;
                        data: components["schemas"]["DataData"];
                    };
                };
            };
            /** @description Not sold. The wallet is already refunded. A new attempt needs a new reference. */
            424: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "failed";
                        /** @constant */
                        status_code: 424;
                        /** @description For people. Its wording may change. */
                        message: string;
                        /** @description Your `request_ref`. */
                        reference: string;
                        data: components["schemas"]["DataData"];
                    };
                };
            };
        };
    };
    cablePackages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CableProduct"];
            };
        };
        responses: {
            /** @description The packages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "successful";
                        /** @constant */
                        status_code: 200;
                        /** @description For people. Its wording may change. */
                        message: string;
                        data: components["schemas"]["CablePackages"];
                    };
                };
            };
            /** @description The provider lists no packages for this product type. */
            424: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "failed";
                        /** @constant */
                        status_code: 424;
                        /** @description For people. Its wording may change. */
                        message: string;
                        data: components["schemas"]["CablePackages"];
                    };
                };
            };
        };
    };
    verifySmartcard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SmartcardQuery"];
            };
        };
        responses: {
            /** @description The card is known. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "successful";
                        /** @constant */
                        status_code: 200;
                        /** @description For people. Its wording may change. */
                        message: string;
                        data: components["schemas"]["Smartcard"];
                    };
                };
            };
            /** @description The card is not recognised. `data` is empty. */
            424: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "failed";
                        /** @constant */
                        status_code: 424;
                        /** @description For people. Its wording may change. */
                        message: string;
                        data: components["schemas"]["NotRecognised"];
                    };
                };
            };
        };
    };
    buyCable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CableOrder"];
            };
        };
        responses: {
            /** @description Delivered. The wallet was debited. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "successful";
                        /** @constant */
                        status_code: 200;
                        /** @description For people. Its wording may change. */
                        message: string;
                        /** @description Your `request_ref`. */
                        reference: string;
                        data: components["schemas"]["CableData"];
                    };
                };
            };
            /** @description The provider is still processing it, or did not answer within 30 seconds. `POST /v1/transaction/status` returns the outcome. The wallet stays debited until then, and a failure refunds it. Do not buy again with another reference before you know the outcome. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "pending";
                        /** @constant */
                        status_code: 202;
                        /** @description For people. Its wording may change. */
                        message: string;
                        /** @description Your `request_ref`. */
                        reference: string;
                        data: components["schemas"]["CableData"];
                    };
                };
            };
            /** @description Not sold. The wallet is already refunded. A new attempt needs a new reference. */
            424: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "failed";
                        /** @constant */
                        status_code: 424;
                        /** @description For people. Its wording may change. */
                        message: string;
                        /** @description Your `request_ref`. */
                        reference: string;
                        data: components["schemas"]["CableData"];
                    };
                };
            };
        };
    };
    verifyMeter: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeterQuery"];
            };
        };
        responses: {
            /** @description The meter is known. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "successful";
                        /** @constant */
                        status_code: 200;
                        /** @description For people. Its wording may change. */
                        message: string;
                        data: components["schemas"]["Meter"];
                    };
                };
            };
            /** @description The disco does not recognise the meter, or does not sell to it. `data` is empty. */
            424: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "failed";
                        /** @constant */
                        status_code: 424;
                        /** @description For people. Its wording may change. */
                        message: string;
                        data: components["schemas"]["NotRecognised"];
                    };
                };
            };
        };
    };
    buyElectricity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ElectricityOrder"];
            };
        };
        responses: {
            /** @description Delivered. The wallet was debited. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "successful";
                        /** @constant */
                        status_code: 200;
                        /** @description For people. Its wording may change. */
                        message: string;
                        /** @description Your `request_ref`. */
                        reference: string;
                        data: components["schemas"]["ElectricityData"];
                    };
                };
            };
            /** @description The disco is still processing it, or did not answer within 30 seconds. `POST /v1/transaction/status` returns the outcome and the token. The wallet stays debited until then, and a failure refunds it. Do not buy again with another reference before you know the outcome. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "pending";
                        /** @constant */
                        status_code: 202;
                        /** @description For people. Its wording may change. */
                        message: string;
                        /** @description Your `request_ref`. */
                        reference: string;
                        data: components["schemas"]["UnsoldElectricityData"];
                    };
                };
            };
            /** @description Not sold. The wallet is already refunded. A new attempt needs a new reference. */
            424: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "failed";
                        /** @constant */
                        status_code: 424;
                        /** @description For people. Its wording may change. */
                        message: string;
                        /** @description Your `request_ref`. */
                        reference: string;
                        data: components["schemas"]["UnsoldElectricityData"];
                    };
                };
            };
        };
    };
    transactionStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransactionQuery"];
            };
        };
        responses: {
            /** @description Delivered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "successful";
                        /** @constant */
                        status_code: 200;
                        /** @description For people. Its wording may change. */
                        message: string;
                        /** @description Your `request_ref`. */
                        reference: string;
                        data: components["schemas"]["AirtimeTransaction"] | components["schemas"]["DataTransaction"] | components["schemas"]["CableTransaction"] | components["schemas"]["ElectricityTransaction"];
                    };
                };
            };
            /** @description Not known yet. The wallet stays debited until then. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "pending";
                        /** @constant */
                        status_code: 202;
                        /** @description For people. Its wording may change. */
                        message: string;
                        /** @description Your `request_ref`. */
                        reference: string;
                        data: components["schemas"]["AirtimeTransaction"] | components["schemas"]["DataTransaction"] | components["schemas"]["CableTransaction"] | components["schemas"]["UnsoldElectricityTransaction"];
                    };
                };
            };
            /** @description Not delivered. The wallet was refunded. `new_balance` is the balance between debit and refund. */
            424: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "failed";
                        /** @constant */
                        status_code: 424;
                        /** @description For people. Its wording may change. */
                        message: string;
                        /** @description Your `request_ref`. */
                        reference: string;
                        data: components["schemas"]["AirtimeTransaction"] | components["schemas"]["DataTransaction"] | components["schemas"]["CableTransaction"] | components["schemas"]["UnsoldElectricityTransaction"];
                    };
                };
            };
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /** @description A reference, or the phone, smartcard or meter number as it was sent: exactly this one. */
                search?: string;
                /** @description Only this product. */
                product?: "AIRTIME" | "DATA" | "CABLE_TV" | "ELECTRICITY";
                /** @description Only those that stand so now. */
                status?: "successful" | "pending" | "failed";
                /** @description Accepted at this time or later: a time such as `2026-11-22T09:30:00Z`, or a day in Lagos such as `2026-11-22`. */
                from?: string;
                /** @description Accepted before this time, or on this day or earlier: a time such as `2026-11-22T09:30:00Z`, or a day in Lagos such as `2026-11-22`. */
                to?: string;
                /** @description How many to answer at most. */
                limit?: number;
                /** @description `next_cursor` of the page before, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transactions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @description For people. Its wording may change. */
                        message: string;
                        data: (components["schemas"]["ListedAirtime"] | components["schemas"]["ListedData"] | components["schemas"]["ListedCable"] | components["schemas"]["ListedElectricity"])[];
                        /** @description Send it as `cursor`, with the same filters, for the next page. Null: the list ends here. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    setWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookSettings"];
            };
        };
        responses: {
            /** @description The URL is set. For an http URL, `message` has a warning. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @description For people. Its wording may change. */
                        message: string;
                        data: components["schemas"]["CurrentWebhookUrl"];
                    };
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The URL. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @description For people. Its wording may change. */
                        message: string;
                        data: components["schemas"]["CurrentWebhookUrl"];
                    };
                };
            };
        };
    };
    walletBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @description For people. Its wording may change. */
                        message: string;
                        data: components["schemas"]["WalletBalance"];
                    };
                };
            };
        };
    };
    listWalletEntries: {
        parameters: {
            query?: {
                /** @description Only this kind. */
                kind?: "funding" | "debit" | "refund" | "adjustment";
                /** @description Made at this time or later: a time such as `2026-11-22T09:30:00Z`, or a day in Lagos such as `2026-11-22`. */
                from?: string;
                /** @description Made before this time, or on this day or earlier: a time such as `2026-11-22T09:30:00Z`, or a day in Lagos such as `2026-11-22`. */
                to?: string;
                /** @description How many to answer at most. */
                limit?: number;
                /** @description `next_cursor` of the page before, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @description For people. Its wording may change. */
                        message: string;
                        data: components["schemas"]["WalletEntry"][];
                        /** @description Send it as `cursor`, with the same filters, for the next page. Null: the list ends here. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Only this HTTP status, or all of `2xx`, `4xx` or `5xx`. `0`: you hung up before the answer. */
                status?: string;
                /** @description Only those answered with this `X-Error-Code`. */
                error_code?: string;
                /** @description Only this method, in capitals. */
                method?: string;
                /** @description Only this path, such as `/v1/airtime/purchase`. */
                path?: string;
                /** @description Only those about the purchase with this reference. */
                reference?: string;
                /** @description Only the one answered with this `X-Request-Id`. */
                request_id?: string;
                /** @description Answered at this time or later: a time such as `2026-11-22T09:30:00Z`, or a day in Lagos such as `2026-11-22`. */
                from?: string;
                /** @description Answered before this time, or on this day or earlier: a time such as `2026-11-22T09:30:00Z`, or a day in Lagos such as `2026-11-22`. */
                to?: string;
                /** @description Only those answered after the request with this `id`, oldest first: to follow the log. */
                after?: string;
                /** @description How many to answer at most. */
                limit?: number;
                /** @description `next_cursor` of the page before, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @description For people. Its wording may change. */
                        message: string;
                        data: components["schemas"]["LoggedRequest"][];
                        /** @description Send it as `cursor`, with the same filters, for the next page. Null: the list ends here. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    fundTestWallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestFunding"];
            };
        };
        responses: {
            /** @description The money is there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @description For people. Its wording may change. */
                        message: string;
                        data: components["schemas"]["WalletBalance"];
                    };
                };
            };
        };
    };
    resetTestAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestReset"];
            };
        };
        responses: {
            /** @description The test account is new. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @description For people. Its wording may change. */
                        message: string;
                        data: components["schemas"]["WalletBalance"];
                    };
                };
            };
        };
    };
    listenToEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of a message. The stream begins after that event. Without it, it begins with new events. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    triggerEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestEvent"];
            };
        };
        responses: {
            /** @description The event is on its way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @description For people. Its wording may change. */
                        message: string;
                        data: components["schemas"]["SentTestEvent"];
                    };
                };
            };
        };
    };
}
