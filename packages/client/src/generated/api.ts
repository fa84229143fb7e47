// Written by `npm run generate` from docs/openapi.json.

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
         * @description Debits the wallet, queues the purchase and waits for the provider up to 15 seconds, counted from the arrival of the request. Emits `airtime.purchase.success`, `airtime.purchase.failed` or `airtime.purchase.pending`.
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
         * @description Debits the price that the plan has for your tier, queues the purchase and waits for the provider up to 15 seconds, counted from the arrival of the request. Emits `data.purchase.success` or `data.purchase.failed`, and nothing while pending.
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
         * @description The packages that can be bought, with the price that a purchase has to name. Nothing is debited.
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
         * @description Whose smartcard it is. Nothing is debited.
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
         * @description Debits the wallet and calls the provider at once. `amount` has to be the current price of the package; with `renew` it may also be what the provider says that renewing costs this card. Verify the smartcard and list the packages first. No event is sent.
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
         * @description Whose meter it is. Nothing is debited.
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
         * @description Debits the wallet and calls the provider at once. A prepaid purchase is answered with its token, which is also sent to `phone` by SMS. Verify the meter first. No event is sent.
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
         * @description Tells the stored purchase and moves no money. Each call that finds it also emits `transaction.requery`, when a webhook URL is set. After an electricity purchase that was answered 202, the token comes from here.
         */
        post: operations["transactionStatus"];
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
         * @description Replaces the one before. Private, loopback and link-local addresses are refused, here and again when the connection is made.
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
         * @description The URL that events are sent to, null when none was set.
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
         * @description What can be spent now: purchases under way are debited already.
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
}
export interface webhooks {
    "airtime.purchase.success": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The provider confirmed the delivery.
         * @description Sent as one `POST`, with 10 seconds for the whole exchange and no retries. The hash of the example is made with the key `tup_live_key`.
         */
        post: operations["AirtimeSuccessEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "airtime.purchase.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rejected, never reached the provider, or given up before it was sent. The wallet was refunded.
         * @description Sent as one `POST`, with 10 seconds for the whole exchange and no retries. The hash of the example is made with the key `tup_live_key`.
         */
        post: operations["AirtimeFailedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "airtime.purchase.pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The purchase was answered 202. Another event follows, and never overtakes this one.
         * @description Sent as one `POST`, with 10 seconds for the whole exchange and no retries. The hash of the example is made with the key `tup_live_key`.
         */
        post: operations["AirtimePendingEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "data.purchase.success": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The provider confirmed the delivery.
         * @description Sent as one `POST`, with 10 seconds for the whole exchange and no retries. The hash of the example is made with the key `tup_live_key`.
         */
        post: operations["DataSuccessEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "data.purchase.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rejected, never reached the provider, or given up before it was sent. The wallet was refunded.
         * @description Sent as one `POST`, with 10 seconds for the whole exchange and no retries. The hash of the example is made with the key `tup_live_key`.
         */
        post: operations["DataFailedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transaction.requery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Every status query that finds the purchase, whatever its product. Mirrors what is stored; `details` is its description.
         * @description Sent as one `POST`, with 10 seconds for the whole exchange and no retries. The hash of the example is made with the key `tup_live_key`.
         */
        post: operations["TransactionRequeryEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A person asked for it in the dashboard. It belongs to no purchase: answer it, and do nothing.
         * @description Sent as one `POST`, with 10 seconds for the whole exchange and no retries. The hash of the example is made with the key `tup_live_key`.
         */
        post: operations["WebhookTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AirtimeOrder: {
            /**
             * @description Forwarded as it is, and never guessed from the number: numbers are ported.
             * @enum {string}
             */
            network: "mtn" | "glo" | "airtel" | "etisalat";
            /** @description Who gets it: 11 digits beginning with 0. */
            phone: string;
            /** @description Naira, 10 to 50,000 unless another range was agreed on for the network. A number or a decimal string, greater than zero, with at most nine digits and two decimals. */
            amount: number | string;
            /** @description Your reference of this purchase, compared exactly. Used once and for ever, in the whole service: a UUID is a good choice. */
            request_ref: string;
        };
        AirtimeData: {
            /** @description What was debited, in naira. */
            amount: string;
            /** @enum {string} */
            network: "mtn" | "glo" | "airtel" | "etisalat";
            /** @description The number that was topped up. */
            phone: string;
        };
        DataPlan: {
            /** @description Of the row. Not used for buying. */
            id: number;
            /** @description What the plan is bought by. A plan without one is announced or withdrawn, and cannot be bought. */
            plan_id: string | null;
            /** @enum {string} */
            network: "MTN" | "GLO" | "AIRTEL" | "9MOBILE";
            /** @description Of the plan, in full. */
            name: string;
            /** @description Of the plan, in short. */
            plan_name: string;
            /** @description For your tier, in naira: the very amount that a purchase debits. */
            price: string;
            /** @description How long the data lasts. */
            validity: string;
            is_active: boolean;
        };
        DataOrder: {
            /** @description From the list of plans. */
            plan_id: string;
            /** @description Who gets it: 11 digits beginning with 0. */
            phone: string;
            /** @description Your reference of this purchase, compared exactly. Used once and for ever, in the whole service: a UUID is a good choice. */
            request_ref: string;
        };
        DataData: {
            /** @description What was debited, in naira. */
            amount: string;
            /** @description The number that the plan is for. */
            phone: string;
            /** @description The `name` of the plan. */
            plan: string;
        };
        CableProduct: {
            /** @enum {string} */
            product_type: "dstv" | "gotv" | "startimes";
        };
        CablePackage: {
            /** @description What the package is bought by. */
            package_code: string;
            /** @description Its name. */
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
            /** @description Of the subscription, in the provider’s words. */
            status: string;
            /** @description When the subscription ends, in the provider’s words: a date and time. */
            due_date: string;
        };
        CableOrder: {
            /** @enum {string} */
            product_type: "dstv" | "gotv" | "startimes";
            /** @description Smartcard or IUC number: 5 to 30 digits or letters; dashes and slashes may stand between them. */
            smartcard_number: string;
            /** @description From the list of packages. */
            package_code: string;
            /** @description The price of the package, in naira. A number or a decimal string, greater than zero, with at most nine digits and two decimals. */
            amount: number | string;
            /** @description The customer’s: 11 digits beginning with 0. */
            phone: string;
            /**
             * @description `renew` keeps the present package, `change` replaces it.
             * @enum {string}
             */
            subscription_type: "renew" | "change";
            /** @description Your reference of this purchase, compared exactly. Used once and for ever, in the whole service: a UUID is a good choice. */
            request_ref: string;
        };
        CableData: {
            /** @description What was debited, in naira. */
            amount: string;
            /** @description The package. */
            package_code: string;
            /** @description The smartcard or IUC number. */
            smartcard_number: string;
        };
        MeterQuery: {
            /**
             * @description Forwarded as it is.
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
        };
        ElectricityOrder: {
            /**
             * @description Forwarded as it is.
             * @enum {string}
             */
            disco: "ikeja-electric" | "eko-electric" | "abuja-electric" | "ibadan-electric" | "kano-electric" | "portharcourt-electric" | "enugu-electric" | "jos-electric" | "kaduna-electric" | "benin-electric";
            /** @description Meter or account number: 5 to 30 digits or letters; dashes and slashes may stand between them. */
            meter_number: string;
            /** @enum {string} */
            meter_type: "prepaid" | "postpaid";
            /** @description Naira, 1,000 to 500,000 unless another range was agreed on for the disco. A meter may have a minimum of its own. A number or a decimal string, greater than zero, with at most nine digits and two decimals. */
            amount: number | string;
            /** @description The customer’s, to which a prepaid token is sent too: 11 digits beginning with 0. */
            phone: string;
            /** @description Your reference of this purchase, compared exactly. Used once and for ever, in the whole service: a UUID is a good choice. */
            request_ref: string;
        };
        ElectricityData: {
            /** @description Empty when the disco gives none. */
            address: string;
            /** @description What was debited, in naira. */
            amount: string;
            /** @description Empty when the disco gives none. */
            customer_name: string;
            /** @enum {string} */
            disco: "ikeja-electric" | "eko-electric" | "abuja-electric" | "ibadan-electric" | "kano-electric" | "portharcourt-electric" | "enugu-electric" | "jos-electric" | "kaduna-electric" | "benin-electric";
            /** @description The meter. */
            meter_number: string;
            /** @description What the customer types into a prepaid meter: 20 digits. Empty for a postpaid one. */
            token: string;
            /** @description Kilowatt-hours as decimal text, for a prepaid meter. Null for a postpaid one. */
            units: string | null;
            /** @description Only when the disco gave a second token. */
            bonus_token?: string;
        };
        UnsoldElectricityData: {
            /** @description Empty when the disco gives none. */
            address: string;
            /** @description What was debited, in naira. */
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
            /** @description Your reference of this purchase, compared exactly. Used once and for ever, in the whole service: a UUID is a good choice. */
            request_ref: string;
        };
        AirtimeTransaction: {
            /** @description What was debited, in naira. */
            amount: string;
            /** @enum {string} */
            network: "mtn" | "glo" | "airtel" | "etisalat";
            /** @description The number that was topped up. */
            phone: string;
            /** @constant */
            transaction_type: "AIRTIME";
            /** @description Of the wallet before the debit, in naira. */
            previous_balance?: string;
            /** @description Of the wallet after the debit, in naira. */
            new_balance?: string;
            /** @description What was bought, for people. */
            description: string;
            /**
             * Format: date-time
             * @description When it was accepted, in UTC.
             */
            created_at: string;
        };
        DataTransaction: {
            /** @description What was debited, in naira. */
            amount: string;
            /** @description The number that the plan is for. */
            phone: string;
            /** @description The `name` of the plan. */
            plan: string;
            /** @constant */
            transaction_type: "DATA";
            /** @description Of the wallet before the debit, in naira. */
            previous_balance?: string;
            /** @description Of the wallet after the debit, in naira. */
            new_balance?: string;
            /** @description What was bought, for people. */
            description: string;
            /**
             * Format: date-time
             * @description When it was accepted, in UTC.
             */
            created_at: string;
        };
        CableTransaction: {
            /** @description What was debited, in naira. */
            amount: string;
            /** @description The package. */
            package_code: string;
            /** @description The smartcard or IUC number. */
            smartcard_number: string;
            /** @constant */
            transaction_type: "CABLE_TV";
            /** @description Of the wallet before the debit, in naira. */
            previous_balance?: string;
            /** @description Of the wallet after the debit, in naira. */
            new_balance?: string;
            /** @description What was bought, for people. */
            description: string;
            /**
             * Format: date-time
             * @description When it was accepted, in UTC.
             */
            created_at: string;
        };
        ElectricityTransaction: {
            /** @description Empty when the disco gives none. */
            address: string;
            /** @description What was debited, in naira. */
            amount: string;
            /** @description Empty when the disco gives none. */
            customer_name: string;
            /** @enum {string} */
            disco: "ikeja-electric" | "eko-electric" | "abuja-electric" | "ibadan-electric" | "kano-electric" | "portharcourt-electric" | "enugu-electric" | "jos-electric" | "kaduna-electric" | "benin-electric";
            /** @description The meter. */
            meter_number: string;
            /** @description What the customer types into a prepaid meter: 20 digits. Empty for a postpaid one. */
            token: string;
            /** @description Kilowatt-hours as decimal text, for a prepaid meter. Null for a postpaid one. */
            units: string | null;
            /** @description Only when the disco gave a second token. */
            bonus_token?: string;
            /** @constant */
            transaction_type: "ELECTRICITY";
            /** @description Of the wallet before the debit, in naira. */
            previous_balance?: string;
            /** @description Of the wallet after the debit, in naira. */
            new_balance?: string;
            /** @description What was bought, for people. */
            description: string;
            /**
             * Format: date-time
             * @description When it was accepted, in UTC.
             */
            created_at: string;
        };
        UnsoldElectricityTransaction: {
            /** @description Empty when the disco gives none. */
            address: string;
            /** @description What was debited, in naira. */
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
            /** @description Of the wallet before the debit, in naira. */
            previous_balance?: string;
            /** @description Of the wallet after the debit, in naira. */
            new_balance?: string;
            /** @description What was bought, for people. */
            description: string;
            /**
             * Format: date-time
             * @description When it was accepted, in UTC.
             */
            created_at: string;
        };
        WebhookSettings: {
            /** @description An absolute http or https URL without user name and password, publicly reachable. HTTPS is advised. */
            webhook_url: string;
        };
        WebhookUrl: {
            webhook_url: string;
        };
        CurrentWebhookUrl: {
            webhook_url: string | null;
        };
        WalletBalance: {
            /** @description In naira. */
            balance: string;
            /** @constant */
            currency: "NGN";
        };
        /** @description Nothing is known of it. */
        NotRecognised: Record<string, never>;
        Error: {
            /** @constant */
            status: "error";
            /** @description For people. Its wording may change. */
            message: string;
            /** @description Only when fields failed validation: names every one of them. */
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
            /** @description Your `request_ref`. */
            reference: string;
            /** @enum {string} */
            status: "success";
            /** @description In naira. */
            amount: string;
            /** @enum {string} */
            product_type: "AIRTIME";
            /** @description For people. */
            details: string;
            /** @description Lowercase hex of SHA-256 of `<API_KEY>:<reference>`, with the most recently created key of the account that is not revoked. Compute it and compare in constant time. */
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
            /** @description Your `request_ref`. */
            reference: string;
            /** @enum {string} */
            status: "failed";
            /** @description In naira. */
            amount: string;
            /** @enum {string} */
            product_type: "AIRTIME";
            /** @description For people. */
            details: string;
            /** @description Lowercase hex of SHA-256 of `<API_KEY>:<reference>`, with the most recently created key of the account that is not revoked. Compute it and compare in constant time. */
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
            /** @description Your `request_ref`. */
            reference: string;
            /** @enum {string} */
            status: "pending";
            /** @description In naira. */
            amount: string;
            /** @enum {string} */
            product_type: "AIRTIME";
            /** @description For people. */
            details: string;
            /** @description Lowercase hex of SHA-256 of `<API_KEY>:<reference>`, with the most recently created key of the account that is not revoked. Compute it and compare in constant time. */
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
            /** @description Your `request_ref`. */
            reference: string;
            /** @enum {string} */
            status: "success";
            /** @description In naira. */
            amount: string;
            /** @enum {string} */
            product_type: "DATA";
            /** @description For people. */
            details: string;
            /** @description Lowercase hex of SHA-256 of `<API_KEY>:<reference>`, with the most recently created key of the account that is not revoked. Compute it and compare in constant time. */
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
            /** @description Your `request_ref`. */
            reference: string;
            /** @enum {string} */
            status: "failed";
            /** @description In naira. */
            amount: string;
            /** @enum {string} */
            product_type: "DATA";
            /** @description For people. */
            details: string;
            /** @description Lowercase hex of SHA-256 of `<API_KEY>:<reference>`, with the most recently created key of the account that is not revoked. Compute it and compare in constant time. */
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
            /** @description Your `request_ref`. */
            reference: string;
            /** @enum {string} */
            status: "initiated" | "pending" | "success" | "failed" | "refunded";
            /** @description In naira. */
            amount: string;
            /** @enum {string} */
            product_type: "AIRTIME" | "DATA" | "CABLE_TV" | "ELECTRICITY";
            /** @description For people. */
            details: string;
            /** @description Lowercase hex of SHA-256 of `<API_KEY>:<reference>`, with the most recently created key of the account that is not revoked. Compute it and compare in constant time. */
            hash: string;
            /**
             * Format: date-time
             * @description When it was sent, in UTC.
             */
            timestamp: string;
        };
        WebhookTestEvent: {
            /** @constant */
            event: "webhook.test";
            /** @description `test-` and an id; no purchase has it. */
            reference: string;
            /** @enum {string} */
            status: "success";
            /** @constant */
            amount: "0.00";
            /** @enum {string} */
            product_type: "TEST";
            /** @description For people. */
            details: string;
            /** @description Lowercase hex of SHA-256 of `<API_KEY>:<reference>`, with the most recently created key of the account that is not revoked. Compute it and compare in constant time. */
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
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description Not known after 15 seconds. The outcome comes by webhook, or from `POST /v1/transaction/status`. The wallet stays debited until then; a failure refunds it. Do not buy again under another reference before you know. */
            202: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description Refused before anything happened: nothing was debited, and a `request_ref` that was free still is. */
            400: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A missing, malformed, invalid or revoked API key, or a suspended account. */
            401: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unauthorized"];
                };
            };
            /** @description This path was called with another method. */
            405: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description The method that this path takes. */
                    Allow: "POST";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 16 KiB. */
            413: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not sold. The wallet has been refunded when you read this. A new attempt needs a new reference. */
            424: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description More than your key may ask in a minute, or more than can be carried at once. Decided before any debit: a reference is still unused. */
            429: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description Seconds after which the same request may be sent again, with the same reference. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. `message` says what became of the money, if any was concerned. */
            500: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description A missing, malformed, invalid or revoked API key, or a suspended account. */
            401: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unauthorized"];
                };
            };
            /** @description This path was called with another method. */
            405: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description The method that this path takes. */
                    Allow: "GET";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More than your key may ask in a minute, or more than can be carried at once. Decided before any debit: a reference is still unused. */
            429: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description Seconds after which the same request may be sent again, with the same reference. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. `message` says what became of the money, if any was concerned. */
            500: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description Not known after 15 seconds. The outcome comes by webhook, or from `POST /v1/transaction/status`. The wallet stays debited until then; a failure refunds it. Do not buy again under another reference before you know. */
            202: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description Refused before anything happened: nothing was debited, and a `request_ref` that was free still is. */
            400: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A missing, malformed, invalid or revoked API key, or a suspended account. */
            401: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unauthorized"];
                };
            };
            /** @description This path was called with another method. */
            405: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description The method that this path takes. */
                    Allow: "POST";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 16 KiB. */
            413: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not sold. The wallet has been refunded when you read this. A new attempt needs a new reference. */
            424: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description More than your key may ask in a minute, or more than can be carried at once. Decided before any debit: a reference is still unused. */
            429: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description Seconds after which the same request may be sent again, with the same reference. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. `message` says what became of the money, if any was concerned. */
            500: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description Refused before anything happened: nothing was debited, and a `request_ref` that was free still is. */
            400: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A missing, malformed, invalid or revoked API key, or a suspended account. */
            401: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unauthorized"];
                };
            };
            /** @description This path was called with another method. */
            405: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description The method that this path takes. */
                    Allow: "POST";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 16 KiB. */
            413: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The provider lists no packages for this product type. */
            424: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description More than your key may ask in a minute, or more than can be carried at once. Decided before any debit: a reference is still unused. */
            429: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description Seconds after which the same request may be sent again, with the same reference. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. `message` says what became of the money, if any was concerned. */
            500: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description Refused before anything happened: nothing was debited, and a `request_ref` that was free still is. */
            400: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A missing, malformed, invalid or revoked API key, or a suspended account. */
            401: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unauthorized"];
                };
            };
            /** @description This path was called with another method. */
            405: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description The method that this path takes. */
                    Allow: "POST";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 16 KiB. */
            413: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The card is not recognised. `data` is empty. */
            424: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description More than your key may ask in a minute, or more than can be carried at once. Decided before any debit: a reference is still unused. */
            429: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description Seconds after which the same request may be sent again, with the same reference. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. `message` says what became of the money, if any was concerned. */
            500: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description The provider is still processing it, or has said nothing for 30 seconds. The outcome comes from `POST /v1/transaction/status`. The wallet stays debited until then; a failure refunds it. Do not buy again under another reference before you know. */
            202: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description Refused before anything happened: nothing was debited, and a `request_ref` that was free still is. */
            400: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A missing, malformed, invalid or revoked API key, or a suspended account. */
            401: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unauthorized"];
                };
            };
            /** @description This path was called with another method. */
            405: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description The method that this path takes. */
                    Allow: "POST";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 16 KiB. */
            413: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not sold. The wallet has been refunded when you read this. A new attempt needs a new reference. */
            424: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description More than your key may ask in a minute, or more than can be carried at once. Decided before any debit: a reference is still unused. */
            429: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description Seconds after which the same request may be sent again, with the same reference. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. `message` says what became of the money, if any was concerned. */
            500: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description Refused before anything happened: nothing was debited, and a `request_ref` that was free still is. */
            400: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A missing, malformed, invalid or revoked API key, or a suspended account. */
            401: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unauthorized"];
                };
            };
            /** @description This path was called with another method. */
            405: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description The method that this path takes. */
                    Allow: "POST";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 16 KiB. */
            413: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The disco does not recognise the meter, or does not sell to it. `data` is empty. */
            424: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description More than your key may ask in a minute, or more than can be carried at once. Decided before any debit: a reference is still unused. */
            429: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description Seconds after which the same request may be sent again, with the same reference. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. `message` says what became of the money, if any was concerned. */
            500: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description The disco is still processing it, or has said nothing for 30 seconds. The outcome, with the token, comes from `POST /v1/transaction/status`. The wallet stays debited until then; a failure refunds it. Do not buy again under another reference before you know. */
            202: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description Refused before anything happened: nothing was debited, and a `request_ref` that was free still is. */
            400: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A missing, malformed, invalid or revoked API key, or a suspended account. */
            401: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unauthorized"];
                };
            };
            /** @description This path was called with another method. */
            405: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description The method that this path takes. */
                    Allow: "POST";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 16 KiB. */
            413: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not sold. The wallet has been refunded when you read this. A new attempt needs a new reference. */
            424: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description More than your key may ask in a minute, or more than can be carried at once. Decided before any debit: a reference is still unused. */
            429: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description Seconds after which the same request may be sent again, with the same reference. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. `message` says what became of the money, if any was concerned. */
            500: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description Not known yet. The wallet stays debited until it is. */
            202: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description Refused before anything happened: nothing was debited, and a `request_ref` that was free still is. */
            400: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A missing, malformed, invalid or revoked API key, or a suspended account. */
            401: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unauthorized"];
                };
            };
            /** @description The reference belongs to another account. The body is the same as that of 404. */
            403: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no transaction with that reference. */
            404: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This path was called with another method. */
            405: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description The method that this path takes. */
                    Allow: "POST";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 16 KiB. */
            413: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not delivered. The wallet was refunded; `new_balance` is what it held between the debit and the refund. */
            424: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description More than your key may ask in a minute, or more than can be carried at once. Decided before any debit: a reference is still unused. */
            429: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description Seconds after which the same request may be sent again, with the same reference. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. `message` says what became of the money, if any was concerned. */
            500: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
            /** @description The URL is set. */
            200: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        /** @description For people. Its wording may change. */
                        message: string;
                        data: components["schemas"]["WebhookUrl"];
                    };
                };
            };
            /** @description Refused before anything happened: nothing was debited, and a `request_ref` that was free still is. */
            400: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A missing, malformed, invalid or revoked API key, or a suspended account. */
            401: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unauthorized"];
                };
            };
            /** @description This path was called with another method. */
            405: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description The method that this path takes. */
                    Allow: "POST";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 16 KiB. */
            413: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More than your key may ask in a minute, or more than can be carried at once. Decided before any debit: a reference is still unused. */
            429: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description Seconds after which the same request may be sent again, with the same reference. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. `message` says what became of the money, if any was concerned. */
            500: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description A missing, malformed, invalid or revoked API key, or a suspended account. */
            401: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unauthorized"];
                };
            };
            /** @description This path was called with another method. */
            405: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description The method that this path takes. */
                    Allow: "GET";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More than your key may ask in a minute, or more than can be carried at once. Decided before any debit: a reference is still unused. */
            429: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description Seconds after which the same request may be sent again, with the same reference. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. `message` says what became of the money, if any was concerned. */
            500: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
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
            /** @description A missing, malformed, invalid or revoked API key, or a suspended account. */
            401: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unauthorized"];
                };
            };
            /** @description This path was called with another method. */
            405: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description The method that this path takes. */
                    Allow: "GET";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description More than your key may ask in a minute, or more than can be carried at once. Decided before any debit: a reference is still unused. */
            429: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    /** @description Seconds after which the same request may be sent again, with the same reference. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong on our side. `message` says what became of the money, if any was concerned. */
            500: {
                headers: {
                    /** @description Names this request in our logs: quote it when you ask us about it. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    AirtimeSuccessEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event: the same when a person sends it again. */
                "X-Webhook-Id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AirtimeSuccessEvent"];
            };
        };
        responses: {
            /** @description Delivered. Answer quickly; the first KiB of the body is kept for your people to see. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    AirtimeFailedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event: the same when a person sends it again. */
                "X-Webhook-Id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AirtimeFailedEvent"];
            };
        };
        responses: {
            /** @description Delivered. Answer quickly; the first KiB of the body is kept for your people to see. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    AirtimePendingEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event: the same when a person sends it again. */
                "X-Webhook-Id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AirtimePendingEvent"];
            };
        };
        responses: {
            /** @description Delivered. Answer quickly; the first KiB of the body is kept for your people to see. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    DataSuccessEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event: the same when a person sends it again. */
                "X-Webhook-Id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DataSuccessEvent"];
            };
        };
        responses: {
            /** @description Delivered. Answer quickly; the first KiB of the body is kept for your people to see. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    DataFailedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event: the same when a person sends it again. */
                "X-Webhook-Id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DataFailedEvent"];
            };
        };
        responses: {
            /** @description Delivered. Answer quickly; the first KiB of the body is kept for your people to see. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    TransactionRequeryEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event: the same when a person sends it again. */
                "X-Webhook-Id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransactionRequeryEvent"];
            };
        };
        responses: {
            /** @description Delivered. Answer quickly; the first KiB of the body is kept for your people to see. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    WebhookTestEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Names the event: the same when a person sends it again. */
                "X-Webhook-Id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description Delivered. Answer quickly; the first KiB of the body is kept for your people to see. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
