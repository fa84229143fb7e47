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
         * @description Debits the wallet, queues the purchase, and responds within 15 seconds after the request arrived. Sends `airtime.purchase.success`, `airtime.purchase.failed` or `airtime.purchase.pending`.
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
         * @description Returns every active plan of every network, priced for your tier.
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
         * @description Debits the price of the plan for your tier, queues the purchase, and responds within 15 seconds after the request arrived. Sends `data.purchase.success` or `data.purchase.failed`, and nothing while it is pending.
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
         * @description Returns the packages that can be bought. The `price` of a package is the `amount` of its purchase.
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
         * @description Returns the owner of a smartcard, its current package, and the price of a renewal.
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
         * @description Debits the wallet, and calls the provider at once. No event reports the outcome. Verify the smartcard and list the packages first.
         *
         *     - `change` buys a package: `amount` must be its current price.
         *     - `renew` pays for what the card has: `package_code` must be a current package of the card, and `amount` its `renewal_amount`. The service also accepts the listed price, if it is not lower or `renewal_amount` is null.
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
         * @description Returns the owner of a meter.
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
         * @description Debits the wallet, and calls the provider at once. The response of a prepaid purchase has the tokens. If the operator has an SMS provider, the service also sends them to `phone`. No event reports the outcome. Verify the meter first.
         */
        post: operations["buyElectricity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the exams
         * @description Returns the exams whose PINs can be bought, each with its price. Returns 404 unless the operator of this service sells exam PINs.
         */
        get: operations["listExams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exams/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a profile
         * @description Returns the name of the customer who has a profile. Returns 404 unless the operator of this service sells exam PINs.
         */
        post: operations["verifyProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exams/purchase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Buy an exam PIN
         * @description Debits the wallet, and calls the provider at once. No event reports the outcome, and a status query sends none. The customer also gets the PIN by SMS. Returns 404 unless the operator of this service sells exam PINs.
         */
        post: operations["buyExamPin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what is on sale now
         * @description Returns every network, cable TV product type and disco that this service sells, with its state now. A test key gets the states of the live service. Its purchases do not depend on them.
         */
        get: operations["services"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your discounts
         * @description Returns every network, cable TV product type and disco that this service sells, with the discount of your tier on the face value. Data plans have [prices of their own](#tag/data).
         */
        get: operations["prices"];
        put?: never;
        post?: never;
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
         * @description Returns the stored purchase, and moves no money. After a 202 of an electricity purchase, it returns the token. An account can query one reference 120 times in a minute.
         *
         *     Each call that finds the purchase also sends the event `transaction.requery`, if a webhook URL is set. **Do not query the status when that event arrives: the query would send the next one.**
         */
        post: operations["transactionStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transaction/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim that a purchase was not received
         * @description Asks the operators to look into a successful purchase whose customer has received nothing. A purchase has one claim: each further call returns it, so call again to read the answer. They confirm the delivery, or reverse the purchase: then it is `failed`, and refunded. A claim of a test purchase is confirmed at once.
         */
        post: operations["claimTransaction"];
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
         * @description Every purchase of the account, newest first, whichever key bought it. The list sends no event. A purchase keeps its place, so paging neither repeats nor skips one that was there when you began.
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
    "/v1/transactions/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what became of your purchases
         * @description Every purchase of the account when it becomes final, and once more if it is reversed later, oldest first. Save `next_cursor` with what you did about the rows, and send it as `after`. No change is skipped, and the order is the same at every read, so `changed_at` may step back slightly. With `wait`, an empty response waits for the next change. The list sends no event.
         */
        get: operations["listChanges"];
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
         * @description Replaces the current URL, or removes it if you send null. The service rejects private, loopback and link-local addresses, here and again when it connects. The port is 443, 80, or above 1023. The service can require https for new URLs.
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
         * @description Returns the URL that receives the events, or null if none is set.
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
         * @description Returns the amount that you can spend now. Open purchases are already debited.
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
    "/v1/wallet/funding-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the account numbers to transfer into
         * @description A transfer into one of them funds your wallet within seconds. An owner asks for them on the page of the wallet. Read them before each transfer, because a bank can end its number. The list is empty without one.
         */
        get: operations["fundingAccounts"];
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
         * @description Fundings, debits, refunds and adjustments, newest first. The `previous_balance` of an entry is the `new_balance` of the entry before it in time, so the list adds up.
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
         * @description Every request of the account in the last 30 days, newest first, including those that failed. Phone, smartcard and meter numbers, tokens, names, addresses and keys are masked. A request appears within seconds. With rare filters, a page can be short or empty before the end of the list, so continue while `next_cursor` is not null.
         *
         *     To follow the log, send the last `id` that you received as `after`. The list then continues from that request, oldest first, without the last 2 seconds. Calls of this endpoint are not in the list.
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
         * @description Adds test money. Each call adds the amount again. A live key gets 404.
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
         * @description Opens a fresh test account behind the same keys, webhook URL and webhook secrets. Its wallet is empty, and no reference is used. You can do this once a minute. Open purchases of the old account end without an event. A live key gets 404.
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
         * @description Server-sent events: a copy of every event of the test account, even without a webhook URL, until you close the connection. Each message has the name of the event and its id. Its `data` has the `headers` and the `body` of the request that a webhook URL would get. They are signed with the key of this request and with a webhook secret. The first message, `ready`, names that secret, which stays the same for a key. A live key gets 404.
         */
        get: operations["listenToEvents"];
        put?: never;
        /**
         * Send a test event
         * @description Sends a test event of this kind to the webhook URL and to every listener. It belongs to no purchase: its reference begins with `test-`, and it has the header `X-Webhook-Test: true`. While one is being sent, another call gets 429. A live key gets 404.
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
            /** @description Your reference for this purchase, compared exactly. Your account can use it only once, so a UUID is a good choice. It has no white space at its ends and no invisible or direction-changing characters. It is neither `.` nor `..`. */
            request_ref: string;
        };
        AirtimeData: {
            /** @description The face value, in naira. It was debited, unless `charged` says otherwise. */
            amount: string;
            /** @description What was debited, in naira. Present only if a discount makes it less than `amount`. */
            charged?: string;
            /** @enum {string} */
            network: "mtn" | "glo" | "airtel" | "etisalat";
            /** @description The number that was topped up. */
            phone: string;
        };
        DataPlan: {
            /** @description The number of the row. You do not need it to buy. */
            id: number;
            /** @description Identifies the plan in a purchase. A plan whose `plan_id` is null cannot be bought. */
            plan_id: string | null;
            /** @enum {string} */
            network: "MTN" | "GLO" | "AIRTEL" | "9MOBILE";
            /** @description The full name of the plan. */
            name: string;
            /** @description The short name of the plan. */
            plan_name: string;
            /** @description The price for your tier, in naira. A purchase debits exactly this, until the price changes. */
            price: string;
            /** @description How long the data lasts. */
            validity: string;
            is_active: boolean;
            /** @description The size in MB, with 1,000 MB to a GB. Null if the name does not say exactly one. */
            size_mb: number | null;
            /** @description How many days the data lasts. Null if that is no whole number, or not known. */
            validity_days: number | null;
            /**
             * Format: date-time
             * @description When the name, your price, or whether you can buy the plan last changed.
             */
            changed_at: string;
        };
        DataOrder: {
            /** @description The `plan_id` from the list of plans. */
            plan_id: string;
            /** @description The phone number that receives the value: 11 digits beginning with 0. */
            phone: string;
            /** @description Your reference for this purchase, compared exactly. Your account can use it only once, so a UUID is a good choice. It has no white space at its ends and no invisible or direction-changing characters. It is neither `.` nor `..`. */
            request_ref: string;
            /** @description The price that you know, in naira. The plan is bought only if it has exactly this price now. It must be a number or decimal string greater than zero, with at most nine digits and two decimals. */
            expected_price?: number | string;
        };
        DataData: {
            /** @description The amount that was debited, in naira. */
            amount: string;
            /** @description The phone number that receives the plan. */
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
            /** @description The price, in naira. */
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
            /** @description Empty if the provider gives none. */
            customer_name: string;
            /** @description Empty if the provider gives none. */
            customer_number: string;
            /** @description Empty if the provider gives none. */
            customer_type: string;
            /** @description The state of the subscription, in the words of the provider. Empty if it gives none. */
            status: string;
            /** @description When the subscription ends, in the words of the provider, or empty. Do not parse it. */
            due_date: string;
            /** @description The package that `renew` pays for. Several codes are separated by commas. Null if the provider does not say. */
            current_package_code: string | null;
            /** @description The price of a renewal, in naira. Null if the provider does not say. */
            renewal_amount: string | null;
        };
        CableOrder: {
            /** @enum {string} */
            product_type: "dstv" | "gotv" | "startimes";
            /** @description Smartcard or IUC number: 5 to 30 digits or letters; dashes and slashes may stand between them. */
            smartcard_number: string;
            /** @description The `package_code` from the list of packages. */
            package_code: string;
            /** @description The price of the package, in naira. For a renewal, the `renewal_amount` of the card. It must be a number or decimal string greater than zero, with at most nine digits and two decimals. */
            amount: number | string;
            /** @description The phone number of the customer: 11 digits beginning with 0. */
            phone: string;
            /**
             * @description `renew` pays for the package that the card has. `change` buys another one.
             * @enum {string}
             */
            subscription_type: "renew" | "change";
            /** @description Your reference for this purchase, compared exactly. Your account can use it only once, so a UUID is a good choice. It has no white space at its ends and no invisible or direction-changing characters. It is neither `.` nor `..`. */
            request_ref: string;
        };
        CableData: {
            /** @description The face value, in naira. It was debited, unless `charged` says otherwise. */
            amount: string;
            /** @description What was debited, in naira. Present only if a discount makes it less than `amount`. */
            charged?: string;
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
            /** @description The meter number. */
            meter_number: string;
            /** @description Empty if the disco gives none. */
            customer_name: string;
            /** @description Empty if the disco gives none. */
            address: string;
            /** @enum {string} */
            disco: "ikeja-electric" | "eko-electric" | "abuja-electric" | "ibadan-electric" | "kano-electric" | "portharcourt-electric" | "enugu-electric" | "jos-electric" | "kaduna-electric" | "benin-electric";
            /** @description The smallest amount that the disco sells to this meter, in naira. Present only if the disco names it. */
            minimum_amount?: string;
            /** @description The debt of the customer at the disco, in naira. Present only if the disco names it. */
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
            /** @description In naira, 1,000 to 500,000 unless another range was agreed for the disco. A meter can have a higher minimum: see `minimum_amount` of its verification. It must be a number or decimal string greater than zero, with at most nine digits and two decimals. */
            amount: number | string;
            /** @description The phone number of the customer, which also gets a prepaid token if the operator has an SMS provider: 11 digits beginning with 0. */
            phone: string;
            /** @description Your reference for this purchase, compared exactly. Your account can use it only once, so a UUID is a good choice. It has no white space at its ends and no invisible or direction-changing characters. It is neither `.` nor `..`. */
            request_ref: string;
        };
        ElectricityData: {
            /** @description Empty if the disco gives none. */
            address: string;
            /** @description The face value, in naira. It was debited, unless `charged` says otherwise. */
            amount: string;
            /** @description What was debited, in naira. Present only if a discount makes it less than `amount`. */
            charged?: string;
            /** @description Empty if the disco gives none. */
            customer_name: string;
            /** @enum {string} */
            disco: "ikeja-electric" | "eko-electric" | "abuja-electric" | "ibadan-electric" | "kano-electric" | "portharcourt-electric" | "enugu-electric" | "jos-electric" | "kaduna-electric" | "benin-electric";
            /** @description The meter number. */
            meter_number: string;
            /** @description One to four tokens, separated by commas, that change the key of the meter. The customer enters them in this order, before `token`: the meter accepts no other token until then. Present only if the disco gave them. */
            key_change_tokens?: string;
            /** @description The energy: 20 digits that the customer types into a prepaid meter. Empty for a postpaid meter. */
            token: string;
            /** @description Kilowatt-hours as decimal text, for a prepaid meter. Null for a postpaid meter, or if the disco does not say. */
            units: string | null;
            /** @description Free energy: 20 digits, entered after `token`. Present only if the disco gave it. */
            bonus_token?: string;
            /** @description The part of the amount that the disco kept for a debt, in naira. Present only if the disco says so. */
            debt_deducted?: string;
            /** @description The VAT in the amount, in naira. Present only if the disco says so. */
            vat?: string;
        };
        UnsoldElectricityData: {
            /** @description Empty if the disco gives none. */
            address: string;
            /** @description The face value, in naira. It was debited, unless `charged` says otherwise. */
            amount: string;
            /** @description What was debited, in naira. Present only if a discount makes it less than `amount`. */
            charged?: string;
            /** @description Empty if the disco gives none. */
            customer_name: string;
            /** @enum {string} */
            disco: "ikeja-electric" | "eko-electric" | "abuja-electric" | "ibadan-electric" | "kano-electric" | "portharcourt-electric" | "enugu-electric" | "jos-electric" | "kaduna-electric" | "benin-electric";
            /** @description The meter number. */
            meter_number: string;
            /**
             * @description No token, or none yet.
             * @constant
             */
            token: "";
            /** @description No units, or none yet. */
            units: null;
        };
        Exam: {
            /** @description Identifies the exam in a purchase. */
            exam: string;
            /** @description The name of the exam. */
            name: string;
            /** @description The price, in naira. */
            price: string;
            /** @description Whether a purchase needs the `profile_id` of the customer. */
            needs_profile: boolean;
        };
        ProfileQuery: {
            /** @description The `exam` from the list of exams. */
            exam: string;
            /** @description The profile of the customer at the exam body: 10 digits. */
            profile_id: string;
        };
        Profile: {
            /** @description Empty if the provider gives none. */
            customer_name: string;
        };
        ExamOrder: {
            /** @description The `exam` from the list of exams. */
            exam: string;
            /** @description The phone number of the customer, who gets the PIN by SMS: 11 digits beginning with 0. */
            phone: string;
            /** @description The profile of the customer at the exam body: 10 digits. Required if the exam needs a profile. */
            profile_id?: string;
            /** @description How many PINs: each purchase is for one. */
            quantity?: number;
            /** @description Your reference for this purchase, compared exactly. Your account can use it only once, so a UUID is a good choice. It has no white space at its ends and no invisible or direction-changing characters. It is neither `.` nor `..`. */
            request_ref: string;
            /** @description The price that you know, in naira. The PIN is bought only if it has exactly this price now. It must be a number or decimal string greater than zero, with at most nine digits and two decimals. */
            expected_price?: number | string;
        };
        ExamData: {
            /** @description The face value, in naira. It was debited, unless `charged` says otherwise. */
            amount: string;
            /** @description What was debited, in naira. Present only if a discount makes it less than `amount`. */
            charged?: string;
            /** @description The exam. */
            exam: string;
            /** @description The PIN, which is worth money. Empty until the purchase is successful. */
            pins: string;
            /** @description The serial number that the exam body asks for with the PIN. Present only if the card has one. */
            serial?: string;
        };
        Service: {
            /** @enum {string} */
            product_type: "AIRTIME" | "DATA" | "CABLE_TV" | "ELECTRICITY" | "EXAM_PIN";
            /** @description The network, `product_type` or disco, as an order names it. For data, the `network` of its plans. */
            service: string;
            /**
             * @description `degraded`: you can buy it, but some purchases fail or take longer, or a part of its plans is not on sale. `unavailable`: you cannot buy it now. A state holds for at least a minute.
             * @enum {string}
             */
            state: "available" | "degraded" | "unavailable";
            /**
             * Format: date-time
             * @description When the state began, in UTC.
             */
            since: string;
            /** @description What the operators say about it, for people. */
            message: string | null;
        };
        Price: {
            /** @enum {string} */
            product_type: "AIRTIME" | "CABLE_TV" | "ELECTRICITY" | "EXAM_PIN";
            /** @description The network, `product_type` or disco, as an order names it, such as mtn. */
            service: string;
            /** @description The discount in percent of the face value, rounded down to whole kobo for each purchase. */
            discount_percent: string;
        };
        TransactionQuery: {
            /** @description Your reference for the purchase, compared exactly. */
            request_ref: string;
        };
        ClaimRequest: {
            /** @description Your reference for the purchase, compared exactly. */
            request_ref: string;
            /** @description For the operators: what your customer says, on one line. */
            note: string;
        };
        Claim: {
            /** @description Your `request_ref`. */
            request_ref: string;
            /** @enum {string} */
            state: "open" | "confirmed" | "reversed";
            /**
             * Format: date-time
             * @description Time of the answer, in UTC. Null while the claim is open.
             */
            answered_at: string | null;
            /** @description How we know that it was delivered, or that it was reversed. Null while the claim is open. */
            answer: string | null;
        };
        AirtimeTransaction: {
            /** @description The face value, in naira. It was debited, unless `charged` says otherwise. */
            amount: string;
            /** @description What was debited, in naira. Present only if a discount makes it less than `amount`. */
            charged?: string;
            /** @enum {string} */
            network: "mtn" | "glo" | "airtel" | "etisalat";
            /** @description The number that was topped up. */
            phone: string;
            /** @constant */
            transaction_type: "AIRTIME";
            /** @description The wallet balance before the debit, in naira. Absent only while a test purchase is deleted. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. Absent only while a test purchase is deleted. */
            new_balance?: string;
            /** @description The purchase in words, for people. */
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
            /** @description The phone number that receives the plan. */
            phone: string;
            /** @description The `name` of the plan. */
            plan: string;
            /** @constant */
            transaction_type: "DATA";
            /** @description The wallet balance before the debit, in naira. Absent only while a test purchase is deleted. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. Absent only while a test purchase is deleted. */
            new_balance?: string;
            /** @description The purchase in words, for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        CableTransaction: {
            /** @description The face value, in naira. It was debited, unless `charged` says otherwise. */
            amount: string;
            /** @description What was debited, in naira. Present only if a discount makes it less than `amount`. */
            charged?: string;
            /** @description The package. */
            package_code: string;
            /** @description The smartcard or IUC number. */
            smartcard_number: string;
            /** @constant */
            transaction_type: "CABLE_TV";
            /** @description The wallet balance before the debit, in naira. Absent only while a test purchase is deleted. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. Absent only while a test purchase is deleted. */
            new_balance?: string;
            /** @description The purchase in words, for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        ElectricityTransaction: {
            /** @description Empty if the disco gives none. */
            address: string;
            /** @description The face value, in naira. It was debited, unless `charged` says otherwise. */
            amount: string;
            /** @description What was debited, in naira. Present only if a discount makes it less than `amount`. */
            charged?: string;
            /** @description Empty if the disco gives none. */
            customer_name: string;
            /** @enum {string} */
            disco: "ikeja-electric" | "eko-electric" | "abuja-electric" | "ibadan-electric" | "kano-electric" | "portharcourt-electric" | "enugu-electric" | "jos-electric" | "kaduna-electric" | "benin-electric";
            /** @description The meter number. */
            meter_number: string;
            /** @description One to four tokens, separated by commas, that change the key of the meter. The customer enters them in this order, before `token`: the meter accepts no other token until then. Present only if the disco gave them. */
            key_change_tokens?: string;
            /** @description The energy: 20 digits that the customer types into a prepaid meter. Empty for a postpaid meter. */
            token: string;
            /** @description Kilowatt-hours as decimal text, for a prepaid meter. Null for a postpaid meter, or if the disco does not say. */
            units: string | null;
            /** @description Free energy: 20 digits, entered after `token`. Present only if the disco gave it. */
            bonus_token?: string;
            /** @description The part of the amount that the disco kept for a debt, in naira. Present only if the disco says so. */
            debt_deducted?: string;
            /** @description The VAT in the amount, in naira. Present only if the disco says so. */
            vat?: string;
            /** @constant */
            transaction_type: "ELECTRICITY";
            /** @description The wallet balance before the debit, in naira. Absent only while a test purchase is deleted. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. Absent only while a test purchase is deleted. */
            new_balance?: string;
            /** @description The purchase in words, for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        ExamTransaction: {
            /** @description The face value, in naira. It was debited, unless `charged` says otherwise. */
            amount: string;
            /** @description What was debited, in naira. Present only if a discount makes it less than `amount`. */
            charged?: string;
            /** @description The exam. */
            exam: string;
            /** @description The PIN, which is worth money. Empty until the purchase is successful. */
            pins: string;
            /** @description The serial number that the exam body asks for with the PIN. Present only if the card has one. */
            serial?: string;
            /** @constant */
            transaction_type: "EXAM_PIN";
            /** @description The wallet balance before the debit, in naira. Absent only while a test purchase is deleted. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. Absent only while a test purchase is deleted. */
            new_balance?: string;
            /** @description The purchase in words, for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        UnsoldElectricityTransaction: {
            /** @description Empty if the disco gives none. */
            address: string;
            /** @description The face value, in naira. It was debited, unless `charged` says otherwise. */
            amount: string;
            /** @description What was debited, in naira. Present only if a discount makes it less than `amount`. */
            charged?: string;
            /** @description Empty if the disco gives none. */
            customer_name: string;
            /** @enum {string} */
            disco: "ikeja-electric" | "eko-electric" | "abuja-electric" | "ibadan-electric" | "kano-electric" | "portharcourt-electric" | "enugu-electric" | "jos-electric" | "kaduna-electric" | "benin-electric";
            /** @description The meter number. */
            meter_number: string;
            /**
             * @description No token, or none yet.
             * @constant
             */
            token: "";
            /** @description No units, or none yet. */
            units: null;
            /** @constant */
            transaction_type: "ELECTRICITY";
            /** @description The wallet balance before the debit, in naira. Absent only while a test purchase is deleted. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. Absent only while a test purchase is deleted. */
            new_balance?: string;
            /** @description The purchase in words, for people. */
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
             * @description Why it failed: the `X-Error-Code` of a status query. Null unless `status` is `failed`.
             * @enum {string|null}
             */
            error_code: "provider_rejected" | "provider_unreachable" | "not_sent" | "refunded_by_operator" | null;
            /**
             * Format: date-time
             * @description When the purchase became `successful` or `failed`, in UTC. Null while it is pending.
             */
            completed_at: string | null;
            /** @description Present only if you have claimed that the purchase was not received. */
            claim?: {
                /** @enum {string} */
                state: "open" | "confirmed" | "reversed";
                /**
                 * Format: date-time
                 * @description Time of the answer, in UTC. Null while the claim is open.
                 */
                answered_at: string | null;
                /** @description How we know that it was delivered, or that it was reversed. Null while the claim is open. */
                answer: string | null;
            };
            /** @description The face value, in naira. It was debited, unless `charged` says otherwise. */
            amount: string;
            /** @description What was debited, in naira. Present only if a discount makes it less than `amount`. */
            charged?: string;
            /** @enum {string} */
            network: "mtn" | "glo" | "airtel" | "etisalat";
            /** @description The number that was topped up. */
            phone: string;
            /** @constant */
            transaction_type: "AIRTIME";
            /** @description The wallet balance before the debit, in naira. Absent only while a test purchase is deleted. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. Absent only while a test purchase is deleted. */
            new_balance?: string;
            /** @description The purchase in words, for people. */
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
             * @description Why it failed: the `X-Error-Code` of a status query. Null unless `status` is `failed`.
             * @enum {string|null}
             */
            error_code: "provider_rejected" | "provider_unreachable" | "not_sent" | "refunded_by_operator" | null;
            /**
             * Format: date-time
             * @description When the purchase became `successful` or `failed`, in UTC. Null while it is pending.
             */
            completed_at: string | null;
            /** @description Present only if you have claimed that the purchase was not received. */
            claim?: {
                /** @enum {string} */
                state: "open" | "confirmed" | "reversed";
                /**
                 * Format: date-time
                 * @description Time of the answer, in UTC. Null while the claim is open.
                 */
                answered_at: string | null;
                /** @description How we know that it was delivered, or that it was reversed. Null while the claim is open. */
                answer: string | null;
            };
            /** @description The amount that was debited, in naira. */
            amount: string;
            /** @description The phone number that receives the plan. */
            phone: string;
            /** @description The `name` of the plan. */
            plan: string;
            /** @constant */
            transaction_type: "DATA";
            /** @description The wallet balance before the debit, in naira. Absent only while a test purchase is deleted. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. Absent only while a test purchase is deleted. */
            new_balance?: string;
            /** @description The purchase in words, for people. */
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
             * @description Why it failed: the `X-Error-Code` of a status query. Null unless `status` is `failed`.
             * @enum {string|null}
             */
            error_code: "provider_rejected" | "provider_unreachable" | "not_sent" | "refunded_by_operator" | null;
            /**
             * Format: date-time
             * @description When the purchase became `successful` or `failed`, in UTC. Null while it is pending.
             */
            completed_at: string | null;
            /** @description Present only if you have claimed that the purchase was not received. */
            claim?: {
                /** @enum {string} */
                state: "open" | "confirmed" | "reversed";
                /**
                 * Format: date-time
                 * @description Time of the answer, in UTC. Null while the claim is open.
                 */
                answered_at: string | null;
                /** @description How we know that it was delivered, or that it was reversed. Null while the claim is open. */
                answer: string | null;
            };
            /** @description The face value, in naira. It was debited, unless `charged` says otherwise. */
            amount: string;
            /** @description What was debited, in naira. Present only if a discount makes it less than `amount`. */
            charged?: string;
            /** @description The package. */
            package_code: string;
            /** @description The smartcard or IUC number. */
            smartcard_number: string;
            /** @constant */
            transaction_type: "CABLE_TV";
            /** @description The wallet balance before the debit, in naira. Absent only while a test purchase is deleted. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. Absent only while a test purchase is deleted. */
            new_balance?: string;
            /** @description The purchase in words, for people. */
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
             * @description Why it failed: the `X-Error-Code` of a status query. Null unless `status` is `failed`.
             * @enum {string|null}
             */
            error_code: "provider_rejected" | "provider_unreachable" | "not_sent" | "refunded_by_operator" | null;
            /**
             * Format: date-time
             * @description When the purchase became `successful` or `failed`, in UTC. Null while it is pending.
             */
            completed_at: string | null;
            /** @description Present only if you have claimed that the purchase was not received. */
            claim?: {
                /** @enum {string} */
                state: "open" | "confirmed" | "reversed";
                /**
                 * Format: date-time
                 * @description Time of the answer, in UTC. Null while the claim is open.
                 */
                answered_at: string | null;
                /** @description How we know that it was delivered, or that it was reversed. Null while the claim is open. */
                answer: string | null;
            };
            /** @description Empty if the disco gives none. */
            address: string;
            /** @description The face value, in naira. It was debited, unless `charged` says otherwise. */
            amount: string;
            /** @description What was debited, in naira. Present only if a discount makes it less than `amount`. */
            charged?: string;
            /** @description Empty if the disco gives none. */
            customer_name: string;
            /** @enum {string} */
            disco: "ikeja-electric" | "eko-electric" | "abuja-electric" | "ibadan-electric" | "kano-electric" | "portharcourt-electric" | "enugu-electric" | "jos-electric" | "kaduna-electric" | "benin-electric";
            /** @description The meter number. */
            meter_number: string;
            /** @description One to four tokens, separated by commas, that change the key of the meter. The customer enters them in this order, before `token`: the meter accepts no other token until then. Present only if the disco gave them. */
            key_change_tokens?: string;
            /** @description The energy: 20 digits that the customer types into a prepaid meter. Empty for a postpaid meter. */
            token: string;
            /** @description Kilowatt-hours as decimal text, for a prepaid meter. Null for a postpaid meter, or if the disco does not say. */
            units: string | null;
            /** @description Free energy: 20 digits, entered after `token`. Present only if the disco gave it. */
            bonus_token?: string;
            /** @description The part of the amount that the disco kept for a debt, in naira. Present only if the disco says so. */
            debt_deducted?: string;
            /** @description The VAT in the amount, in naira. Present only if the disco says so. */
            vat?: string;
            /** @constant */
            transaction_type: "ELECTRICITY";
            /** @description The wallet balance before the debit, in naira. Absent only while a test purchase is deleted. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. Absent only while a test purchase is deleted. */
            new_balance?: string;
            /** @description The purchase in words, for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        ListedExam: {
            /** @description Your `request_ref`. */
            reference: string;
            /** @enum {string} */
            status: "successful" | "pending" | "failed";
            /** @description For people. Its wording may change. */
            message: string;
            /**
             * @description Why it failed: the `X-Error-Code` of a status query. Null unless `status` is `failed`.
             * @enum {string|null}
             */
            error_code: "provider_rejected" | "provider_unreachable" | "not_sent" | "refunded_by_operator" | null;
            /**
             * Format: date-time
             * @description When the purchase became `successful` or `failed`, in UTC. Null while it is pending.
             */
            completed_at: string | null;
            /** @description Present only if you have claimed that the purchase was not received. */
            claim?: {
                /** @enum {string} */
                state: "open" | "confirmed" | "reversed";
                /**
                 * Format: date-time
                 * @description Time of the answer, in UTC. Null while the claim is open.
                 */
                answered_at: string | null;
                /** @description How we know that it was delivered, or that it was reversed. Null while the claim is open. */
                answer: string | null;
            };
            /** @description The face value, in naira. It was debited, unless `charged` says otherwise. */
            amount: string;
            /** @description What was debited, in naira. Present only if a discount makes it less than `amount`. */
            charged?: string;
            /** @description The exam. */
            exam: string;
            /** @description The PIN, which is worth money. Empty until the purchase is successful. */
            pins: string;
            /** @description The serial number that the exam body asks for with the PIN. Present only if the card has one. */
            serial?: string;
            /** @constant */
            transaction_type: "EXAM_PIN";
            /** @description The wallet balance before the debit, in naira. Absent only while a test purchase is deleted. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. Absent only while a test purchase is deleted. */
            new_balance?: string;
            /** @description The purchase in words, for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        ChangedAirtime: {
            /** @description Your `request_ref`. */
            reference: string;
            /** @enum {string} */
            status: "successful" | "pending" | "failed";
            /** @description For people. Its wording may change. */
            message: string;
            /**
             * @description Why it failed: the `X-Error-Code` of a status query. Null unless `status` is `failed`.
             * @enum {string|null}
             */
            error_code: "provider_rejected" | "provider_unreachable" | "not_sent" | "refunded_by_operator" | null;
            /**
             * Format: date-time
             * @description When the purchase became `successful` or `failed`, in UTC. Null while it is pending.
             */
            completed_at: string | null;
            /** @description Present only if you have claimed that the purchase was not received. */
            claim?: {
                /** @enum {string} */
                state: "open" | "confirmed" | "reversed";
                /**
                 * Format: date-time
                 * @description Time of the answer, in UTC. Null while the claim is open.
                 */
                answered_at: string | null;
                /** @description How we know that it was delivered, or that it was reversed. Null while the claim is open. */
                answer: string | null;
            };
            /**
             * Format: date-time
             * @description When this change happened, in UTC.
             */
            changed_at: string;
            /** @description The face value, in naira. It was debited, unless `charged` says otherwise. */
            amount: string;
            /** @description What was debited, in naira. Present only if a discount makes it less than `amount`. */
            charged?: string;
            /** @enum {string} */
            network: "mtn" | "glo" | "airtel" | "etisalat";
            /** @description The number that was topped up. */
            phone: string;
            /** @constant */
            transaction_type: "AIRTIME";
            /** @description The wallet balance before the debit, in naira. Absent only while a test purchase is deleted. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. Absent only while a test purchase is deleted. */
            new_balance?: string;
            /** @description The purchase in words, for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        ChangedData: {
            /** @description Your `request_ref`. */
            reference: string;
            /** @enum {string} */
            status: "successful" | "pending" | "failed";
            /** @description For people. Its wording may change. */
            message: string;
            /**
             * @description Why it failed: the `X-Error-Code` of a status query. Null unless `status` is `failed`.
             * @enum {string|null}
             */
            error_code: "provider_rejected" | "provider_unreachable" | "not_sent" | "refunded_by_operator" | null;
            /**
             * Format: date-time
             * @description When the purchase became `successful` or `failed`, in UTC. Null while it is pending.
             */
            completed_at: string | null;
            /** @description Present only if you have claimed that the purchase was not received. */
            claim?: {
                /** @enum {string} */
                state: "open" | "confirmed" | "reversed";
                /**
                 * Format: date-time
                 * @description Time of the answer, in UTC. Null while the claim is open.
                 */
                answered_at: string | null;
                /** @description How we know that it was delivered, or that it was reversed. Null while the claim is open. */
                answer: string | null;
            };
            /**
             * Format: date-time
             * @description When this change happened, in UTC.
             */
            changed_at: string;
            /** @description The amount that was debited, in naira. */
            amount: string;
            /** @description The phone number that receives the plan. */
            phone: string;
            /** @description The `name` of the plan. */
            plan: string;
            /** @constant */
            transaction_type: "DATA";
            /** @description The wallet balance before the debit, in naira. Absent only while a test purchase is deleted. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. Absent only while a test purchase is deleted. */
            new_balance?: string;
            /** @description The purchase in words, for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        ChangedCable: {
            /** @description Your `request_ref`. */
            reference: string;
            /** @enum {string} */
            status: "successful" | "pending" | "failed";
            /** @description For people. Its wording may change. */
            message: string;
            /**
             * @description Why it failed: the `X-Error-Code` of a status query. Null unless `status` is `failed`.
             * @enum {string|null}
             */
            error_code: "provider_rejected" | "provider_unreachable" | "not_sent" | "refunded_by_operator" | null;
            /**
             * Format: date-time
             * @description When the purchase became `successful` or `failed`, in UTC. Null while it is pending.
             */
            completed_at: string | null;
            /** @description Present only if you have claimed that the purchase was not received. */
            claim?: {
                /** @enum {string} */
                state: "open" | "confirmed" | "reversed";
                /**
                 * Format: date-time
                 * @description Time of the answer, in UTC. Null while the claim is open.
                 */
                answered_at: string | null;
                /** @description How we know that it was delivered, or that it was reversed. Null while the claim is open. */
                answer: string | null;
            };
            /**
             * Format: date-time
             * @description When this change happened, in UTC.
             */
            changed_at: string;
            /** @description The face value, in naira. It was debited, unless `charged` says otherwise. */
            amount: string;
            /** @description What was debited, in naira. Present only if a discount makes it less than `amount`. */
            charged?: string;
            /** @description The package. */
            package_code: string;
            /** @description The smartcard or IUC number. */
            smartcard_number: string;
            /** @constant */
            transaction_type: "CABLE_TV";
            /** @description The wallet balance before the debit, in naira. Absent only while a test purchase is deleted. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. Absent only while a test purchase is deleted. */
            new_balance?: string;
            /** @description The purchase in words, for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        ChangedElectricity: {
            /** @description Your `request_ref`. */
            reference: string;
            /** @enum {string} */
            status: "successful" | "pending" | "failed";
            /** @description For people. Its wording may change. */
            message: string;
            /**
             * @description Why it failed: the `X-Error-Code` of a status query. Null unless `status` is `failed`.
             * @enum {string|null}
             */
            error_code: "provider_rejected" | "provider_unreachable" | "not_sent" | "refunded_by_operator" | null;
            /**
             * Format: date-time
             * @description When the purchase became `successful` or `failed`, in UTC. Null while it is pending.
             */
            completed_at: string | null;
            /** @description Present only if you have claimed that the purchase was not received. */
            claim?: {
                /** @enum {string} */
                state: "open" | "confirmed" | "reversed";
                /**
                 * Format: date-time
                 * @description Time of the answer, in UTC. Null while the claim is open.
                 */
                answered_at: string | null;
                /** @description How we know that it was delivered, or that it was reversed. Null while the claim is open. */
                answer: string | null;
            };
            /**
             * Format: date-time
             * @description When this change happened, in UTC.
             */
            changed_at: string;
            /** @description Empty if the disco gives none. */
            address: string;
            /** @description The face value, in naira. It was debited, unless `charged` says otherwise. */
            amount: string;
            /** @description What was debited, in naira. Present only if a discount makes it less than `amount`. */
            charged?: string;
            /** @description Empty if the disco gives none. */
            customer_name: string;
            /** @enum {string} */
            disco: "ikeja-electric" | "eko-electric" | "abuja-electric" | "ibadan-electric" | "kano-electric" | "portharcourt-electric" | "enugu-electric" | "jos-electric" | "kaduna-electric" | "benin-electric";
            /** @description The meter number. */
            meter_number: string;
            /** @description One to four tokens, separated by commas, that change the key of the meter. The customer enters them in this order, before `token`: the meter accepts no other token until then. Present only if the disco gave them. */
            key_change_tokens?: string;
            /** @description The energy: 20 digits that the customer types into a prepaid meter. Empty for a postpaid meter. */
            token: string;
            /** @description Kilowatt-hours as decimal text, for a prepaid meter. Null for a postpaid meter, or if the disco does not say. */
            units: string | null;
            /** @description Free energy: 20 digits, entered after `token`. Present only if the disco gave it. */
            bonus_token?: string;
            /** @description The part of the amount that the disco kept for a debt, in naira. Present only if the disco says so. */
            debt_deducted?: string;
            /** @description The VAT in the amount, in naira. Present only if the disco says so. */
            vat?: string;
            /** @constant */
            transaction_type: "ELECTRICITY";
            /** @description The wallet balance before the debit, in naira. Absent only while a test purchase is deleted. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. Absent only while a test purchase is deleted. */
            new_balance?: string;
            /** @description The purchase in words, for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        ChangedExam: {
            /** @description Your `request_ref`. */
            reference: string;
            /** @enum {string} */
            status: "successful" | "pending" | "failed";
            /** @description For people. Its wording may change. */
            message: string;
            /**
             * @description Why it failed: the `X-Error-Code` of a status query. Null unless `status` is `failed`.
             * @enum {string|null}
             */
            error_code: "provider_rejected" | "provider_unreachable" | "not_sent" | "refunded_by_operator" | null;
            /**
             * Format: date-time
             * @description When the purchase became `successful` or `failed`, in UTC. Null while it is pending.
             */
            completed_at: string | null;
            /** @description Present only if you have claimed that the purchase was not received. */
            claim?: {
                /** @enum {string} */
                state: "open" | "confirmed" | "reversed";
                /**
                 * Format: date-time
                 * @description Time of the answer, in UTC. Null while the claim is open.
                 */
                answered_at: string | null;
                /** @description How we know that it was delivered, or that it was reversed. Null while the claim is open. */
                answer: string | null;
            };
            /**
             * Format: date-time
             * @description When this change happened, in UTC.
             */
            changed_at: string;
            /** @description The face value, in naira. It was debited, unless `charged` says otherwise. */
            amount: string;
            /** @description What was debited, in naira. Present only if a discount makes it less than `amount`. */
            charged?: string;
            /** @description The exam. */
            exam: string;
            /** @description The PIN, which is worth money. Empty until the purchase is successful. */
            pins: string;
            /** @description The serial number that the exam body asks for with the PIN. Present only if the card has one. */
            serial?: string;
            /** @constant */
            transaction_type: "EXAM_PIN";
            /** @description The wallet balance before the debit, in naira. Absent only while a test purchase is deleted. */
            previous_balance?: string;
            /** @description The wallet balance after the debit, in naira. Absent only while a test purchase is deleted. */
            new_balance?: string;
            /** @description The purchase in words, for people. */
            description: string;
            /**
             * Format: date-time
             * @description When the purchase was accepted, in UTC.
             */
            created_at: string;
        };
        WebhookSettings: {
            /** @description A public http or https URL without user name and password. The port is 443, 80, or above 1023. Use https: for an http URL, `message` has a warning. Null removes the URL, and no events are sent. */
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
            /** @description In naira. Negative if it was taken from the wallet, as a debit is. */
            amount: string;
            /** @description The balance before the entry, in naira. */
            previous_balance: string;
            /** @description The balance after the entry, in naira. */
            new_balance: string;
            /** @description The `request_ref` of the purchase for a debit or a refund, otherwise the reference of the funding or adjustment. */
            reference: string;
            /** @description The id of the entry that an adjustment corrects. */
            corrects: string | null;
            /** @description Why an adjustment was made. */
            reason: string | null;
            /**
             * Format: date-time
             * @description When the entry was made, in UTC.
             */
            created_at: string;
        };
        FundingAccount: {
            /** @description The name of the bank, to show. */
            bank_name: string;
            /** @description The code of the bank, to compare. */
            bank_code: string;
            /** @description Ten digits. */
            account_number: string;
            /** @description The name that the bank shows to the payer. It can be cut short. */
            account_name: string;
        };
        WalletBalance: {
            /** @description The balance, in naira. */
            balance: string;
            /** @constant */
            currency: "NGN";
            /** @description Whether the balance is below the threshold that an owner of the account has set. Without a threshold, false. */
            low: boolean;
        };
        LoggedRequest: {
            /** @description Identifies the request in this list, and grows with time. */
            id: string;
            /**
             * Format: date-time
             * @description When the response ended, in UTC.
             */
            time: string;
            /** @description The HTTP method. */
            method: string;
            /** @description The path, without the query. */
            path: string;
            /** @description The HTTP status. 0: the connection broke before the response. */
            status: number;
            /** @description `X-Error-Code` of the response, such as `validation_failed`. */
            error_code: string | null;
            /** @description From the arrival of the request to the end of the response. */
            duration_ms: number;
            /** @description `X-Request-Id` of the response. */
            request_id: string;
            /** @description The `request_ref` in the request. */
            reference: string | null;
            key: {
                /** @description The name of the API key. */
                name: string;
                /** @description The beginning and the end of the API key. */
                display: string;
            };
            /** @description The body of the request, masked. For a GET, its query. An object, or null. A body longer than 4 KiB is `{"truncated": <bytes>}`, and one that is no JSON object `{"bytes": <bytes>}`. */
            request: unknown;
            /** @description The body of the response, masked. For a list, only its length is kept, as `data.items`. An object, or null. A body longer than 4 KiB is `{"truncated": <bytes>}`, and one that is no JSON object `{"bytes": <bytes>}`. */
            answer: unknown;
        };
        TestFunding: {
            /** @description Test money to add, at most 10000000.00 naira. It must be a number or decimal string greater than zero, with at most nine digits and two decimals. */
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
            /** @description The id of the event: its `X-Webhook-Id`. */
            id: string;
            /** @enum {string} */
            event: "airtime.purchase.success" | "airtime.purchase.failed" | "airtime.purchase.pending" | "data.purchase.success" | "data.purchase.failed" | "transaction.requery";
            /** @description The reference in the event. */
            reference: string;
        };
        /** @description Empty, because nothing is known about it. */
        NotRecognised: Record<string, never>;
        Error: {
            /** @constant */
            status: "error";
            /** @description For people. Its wording may change. */
            message: string;
            /** @description Present only when fields are not valid, which it names, when a renewal is rejected, or when a limit of test mode is used up. */
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
            /** @description Your `request_ref`. On a test event, `test-` and an id. */
            reference: string;
            /** @enum {string} */
            status: "success";
            /** @description The amount of the purchase, in naira. */
            amount: string;
            /** @enum {string} */
            product_type: "AIRTIME";
            /** @description For people. */
            details: string;
            /** @description SHA-256 of `<API_KEY>:<reference>` as lowercase hex. The key is the newest one with the scope `purchase` that is neither revoked nor expired. Compute the hash, and compare it in constant time. */
            hash: string;
            /**
             * Format: date-time
             * @description When the event was sent, in UTC.
             */
            timestamp: string;
        };
        AirtimeFailedEvent: {
            /** @constant */
            event: "airtime.purchase.failed";
            /** @description Your `request_ref`. On a test event, `test-` and an id. */
            reference: string;
            /** @enum {string} */
            status: "failed";
            /** @description The amount of the purchase, in naira. */
            amount: string;
            /** @enum {string} */
            product_type: "AIRTIME";
            /** @description For people. */
            details: string;
            /** @description SHA-256 of `<API_KEY>:<reference>` as lowercase hex. The key is the newest one with the scope `purchase` that is neither revoked nor expired. Compute the hash, and compare it in constant time. */
            hash: string;
            /**
             * Format: date-time
             * @description When the event was sent, in UTC.
             */
            timestamp: string;
        };
        AirtimePendingEvent: {
            /** @constant */
            event: "airtime.purchase.pending";
            /** @description Your `request_ref`. On a test event, `test-` and an id. */
            reference: string;
            /** @enum {string} */
            status: "pending";
            /** @description The amount of the purchase, in naira. */
            amount: string;
            /** @enum {string} */
            product_type: "AIRTIME";
            /** @description For people. */
            details: string;
            /** @description SHA-256 of `<API_KEY>:<reference>` as lowercase hex. The key is the newest one with the scope `purchase` that is neither revoked nor expired. Compute the hash, and compare it in constant time. */
            hash: string;
            /**
             * Format: date-time
             * @description When the event was sent, in UTC.
             */
            timestamp: string;
        };
        DataSuccessEvent: {
            /** @constant */
            event: "data.purchase.success";
            /** @description Your `request_ref`. On a test event, `test-` and an id. */
            reference: string;
            /** @enum {string} */
            status: "success";
            /** @description The amount of the purchase, in naira. */
            amount: string;
            /** @enum {string} */
            product_type: "DATA";
            /** @description For people. */
            details: string;
            /** @description SHA-256 of `<API_KEY>:<reference>` as lowercase hex. The key is the newest one with the scope `purchase` that is neither revoked nor expired. Compute the hash, and compare it in constant time. */
            hash: string;
            /**
             * Format: date-time
             * @description When the event was sent, in UTC.
             */
            timestamp: string;
        };
        DataFailedEvent: {
            /** @constant */
            event: "data.purchase.failed";
            /** @description Your `request_ref`. On a test event, `test-` and an id. */
            reference: string;
            /** @enum {string} */
            status: "failed";
            /** @description The amount of the purchase, in naira. */
            amount: string;
            /** @enum {string} */
            product_type: "DATA";
            /** @description For people. */
            details: string;
            /** @description SHA-256 of `<API_KEY>:<reference>` as lowercase hex. The key is the newest one with the scope `purchase` that is neither revoked nor expired. Compute the hash, and compare it in constant time. */
            hash: string;
            /**
             * Format: date-time
             * @description When the event was sent, in UTC.
             */
            timestamp: string;
        };
        TransactionRequeryEvent: {
            /** @constant */
            event: "transaction.requery";
            /** @description Your `request_ref`. On a test event, `test-` and an id. */
            reference: string;
            /** @enum {string} */
            status: "initiated" | "pending" | "success" | "failed" | "refunded";
            /** @description The amount of the purchase, in naira. */
            amount: string;
            /** @enum {string} */
            product_type: "AIRTIME" | "DATA" | "CABLE_TV" | "ELECTRICITY";
            /** @description For people. */
            details: string;
            /** @description SHA-256 of `<API_KEY>:<reference>` as lowercase hex. The key is the newest one with the scope `purchase` that is neither revoked nor expired. Compute the hash, and compare it in constant time. */
            hash: string;
            /**
             * Format: date-time
             * @description When the event was sent, in UTC.
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
            header?: {
                /** @description `respond-async`: respond with 202 as soon as the purchase is accepted. `wait=5`: wait for the outcome for 5 seconds, or another number from 0 to 15. Everything else is ignored (RFC 7240). */
                Prefer?: string;
            };
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
            /** @description The outcome is not known after 15 seconds. `POST /v1/transaction/status` returns it later, and an event sends it. The wallet stays debited until then, and a failure refunds it. Do not buy again with another reference before you know the outcome. */
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
            /** @description Not delivered. The wallet is already refunded. A new attempt needs a new reference. */
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
            header?: {
                /** @description The `ETag` of the list that you have. */
                "If-None-Match"?: string;
            };
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
            header?: {
                /** @description `respond-async`: respond with 202 as soon as the purchase is accepted. `wait=5`: wait for the outcome for 5 seconds, or another number from 0 to 15. Everything else is ignored (RFC 7240). */
                Prefer?: string;
            };
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
            /** @description The outcome is not known after 15 seconds. `POST /v1/transaction/status` returns it later, and an event sends it. The wallet stays debited until then, and a failure refunds it. Do not buy again with another reference before you know the outcome. */
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
            /** @description Not delivered. The wallet is already refunded. A new attempt needs a new reference. */
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
            /** @description The provider does not recognise the card. `data` is empty. */
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
            header?: {
                /** @description `respond-async`: respond with 202 as soon as the purchase is accepted. `wait=5`: wait for the outcome for 5 seconds, or another number from 0 to 15. Everything else is ignored (RFC 7240). */
                Prefer?: string;
            };
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
            /** @description The provider is still processing the order, or did not answer within 30 seconds. `POST /v1/transaction/status` returns the outcome. The wallet stays debited until then, and a failure refunds it. Do not buy again with another reference before you know the outcome. */
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
            /** @description Not delivered. The wallet is already refunded. A new attempt needs a new reference. */
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
            header?: {
                /** @description `respond-async`: respond with 202 as soon as the purchase is accepted. `wait=5`: wait for the outcome for 5 seconds, or another number from 0 to 15. Everything else is ignored (RFC 7240). */
                Prefer?: string;
            };
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
            /** @description The disco is still processing the order, or did not answer within 30 seconds. `POST /v1/transaction/status` returns the outcome and the token. The wallet stays debited until then, and a failure refunds it. Do not buy again with another reference before you know the outcome. */
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
            /** @description Not delivered. The wallet is already refunded. A new attempt needs a new reference. */
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
    listExams: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The exams. */
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
                        data: components["schemas"]["Exam"][];
                    };
                };
            };
        };
    };
    verifyProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileQuery"];
            };
        };
        responses: {
            /** @description The profile is known. */
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
                        data: components["schemas"]["Profile"];
                    };
                };
            };
            /** @description The provider does not recognise the profile. `data` is empty. */
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
    buyExamPin: {
        parameters: {
            query?: never;
            header?: {
                /** @description `respond-async`: respond with 202 as soon as the purchase is accepted. `wait=5`: wait for the outcome for 5 seconds, or another number from 0 to 15. Everything else is ignored (RFC 7240). */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExamOrder"];
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
                        data: components["schemas"]["ExamData"];
                    };
                };
            };
            /** @description The provider is still processing the order, its PIN has not come yet, or it did not answer within 30 seconds. `POST /v1/transaction/status` returns the outcome. The wallet stays debited until then, and a failure refunds it. Do not buy again with another reference before you know the outcome. */
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
                        data: components["schemas"]["ExamData"];
                    };
                };
            };
            /** @description Not delivered. The wallet is already refunded. A new attempt needs a new reference. */
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
                        data: components["schemas"]["ExamData"];
                    };
                };
            };
        };
    };
    services: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The services. */
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
                        data: components["schemas"]["Service"][];
                    };
                };
            };
        };
    };
    prices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The discounts. */
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
                        data: components["schemas"]["Price"][];
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
                        data: components["schemas"]["AirtimeTransaction"] | components["schemas"]["DataTransaction"] | components["schemas"]["CableTransaction"] | components["schemas"]["ElectricityTransaction"] | components["schemas"]["ExamTransaction"];
                    };
                };
            };
            /** @description The outcome is not known yet. The wallet stays debited until then. */
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
                        data: components["schemas"]["AirtimeTransaction"] | components["schemas"]["DataTransaction"] | components["schemas"]["CableTransaction"] | components["schemas"]["UnsoldElectricityTransaction"] | components["schemas"]["ExamTransaction"];
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
                        data: components["schemas"]["AirtimeTransaction"] | components["schemas"]["DataTransaction"] | components["schemas"]["CableTransaction"] | components["schemas"]["UnsoldElectricityTransaction"] | components["schemas"]["ExamTransaction"];
                    };
                };
            };
        };
    };
    claimTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimRequest"];
            };
        };
        responses: {
            /** @description The claim of the purchase. */
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
                        data: components["schemas"]["Claim"];
                    };
                };
            };
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /** @description Only purchases with exactly this reference, or for this number of a customer, such as a phone or meter, as it was sent. */
                search?: string;
                /** @description Only this product. */
                product?: "AIRTIME" | "DATA" | "CABLE_TV" | "ELECTRICITY" | "EXAM_PIN";
                /** @description Only purchases that have this status now. */
                status?: "successful" | "pending" | "failed";
                /** @description Accepted at this time or later: a time such as `2026-11-22T09:30:00Z`, or a day in Lagos such as `2026-11-22`. */
                from?: string;
                /** @description Accepted before this time, or on this day or earlier: a time such as `2026-11-22T09:30:00Z`, or a day in Lagos such as `2026-11-22`. */
                to?: string;
                /** @description How many rows to return at most. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Send the same filters with it. */
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
                        data: (components["schemas"]["ListedAirtime"] | components["schemas"]["ListedData"] | components["schemas"]["ListedCable"] | components["schemas"]["ListedElectricity"] | components["schemas"]["ListedExam"])[];
                        /** @description Send it as `cursor`, with the same filters, to get the next page. Null at the end of the list. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before; or `now`, which returns no row and the cursor of now. */
                after?: string;
                /** @description How many rows to return at most. */
                limit?: number;
                /** @description For how many seconds to wait for a row if there is none. */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. */
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
                        data: (components["schemas"]["ChangedAirtime"] | components["schemas"]["ChangedData"] | components["schemas"]["ChangedCable"] | components["schemas"]["ChangedElectricity"] | components["schemas"]["ChangedExam"])[];
                        /** @description Save it, and send it as `after` to get what follows. It is always present. */
                        next_cursor: string;
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
    fundingAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account numbers. */
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
                        data: components["schemas"]["FundingAccount"][];
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
                /** @description How many rows to return at most. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Send the same filters with it. */
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
                        /** @description Send it as `cursor`, with the same filters, to get the next page. Null at the end of the list. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Only this HTTP status, or all of `2xx`, `4xx` or `5xx`. `0`: the connection broke before the response. */
                status?: string;
                /** @description Only requests that got this `X-Error-Code`. */
                error_code?: string;
                /** @description Only this method, in capitals. */
                method?: string;
                /** @description Only this path, such as `/v1/airtime/purchase`. */
                path?: string;
                /** @description Only requests about the purchase with this reference. */
                reference?: string;
                /** @description Only the request that got this `X-Request-Id`. */
                request_id?: string;
                /** @description Ended at this time or later: a time such as `2026-11-22T09:30:00Z`, or a day in Lagos such as `2026-11-22`. */
                from?: string;
                /** @description Ended before this time, or on this day or earlier: a time such as `2026-11-22T09:30:00Z`, or a day in Lagos such as `2026-11-22`. */
                to?: string;
                /** @description Only requests after the one with this `id`, oldest first. Use it to follow the log. */
                after?: string;
                /** @description How many rows to return at most. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Send the same filters with it. */
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
                        /** @description Send it as `cursor`, with the same filters, to get the next page. Null at the end of the list. */
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
            /** @description The wallet is funded. */
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
            /** @description The test account is reset. */
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
                /** @description The id of a message. The stream begins after that event, or with new events if the header is absent. */
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
