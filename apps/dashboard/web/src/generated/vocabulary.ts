// Written by `npm run generate` from packages/core/src/product and the OpenAPI document.

export const PRODUCTS = {
  "AIRTIME": "Airtime",
  "DATA": "Data",
  "CABLE_TV": "Cable TV",
  "ELECTRICITY": "Electricity",
  "EXAM_PIN": "Exam PIN"
} as const;

export const AIRTIME_NETWORKS: readonly string[] = [
  "mtn",
  "glo",
  "airtel",
  "etisalat"
];

export const DISCOUNTED: Readonly<Record<string, readonly string[]>> = {
  "AIRTIME": [
    "mtn",
    "glo",
    "airtel",
    "etisalat"
  ],
  "CABLE_TV": [
    "dstv",
    "gotv",
    "startimes"
  ],
  "ELECTRICITY": [
    "ikeja-electric",
    "eko-electric",
    "abuja-electric",
    "ibadan-electric",
    "kano-electric",
    "portharcourt-electric",
    "enugu-electric",
    "jos-electric",
    "kaduna-electric",
    "benin-electric"
  ],
  "EXAM_PIN": [
    "jamb",
    "waec",
    "waec-registration"
  ]
};

export const PROFILE_SERVICES: readonly string[] = [
  "jamb"
];

export const QUEUED = "airtime and data" as const;

export const SYNCHRONOUS = "cable TV, electricity and exam PIN" as const;

export const WITH_EVENTS = "airtime and data" as const;

export const WITHOUT_EVENTS = "cable TV, electricity and exam PIN" as const;

export const SERVICE_NAMES: Readonly<Record<string, string>> = {
  "mtn": "MTN",
  "glo": "Glo",
  "airtel": "Airtel",
  "etisalat": "9mobile",
  "9mobile": "9mobile",
  "mtn-data": "MTN data",
  "glo-data": "Glo data",
  "glo-sme-data": "Glo SME data",
  "airtel-data": "Airtel data",
  "etisalat-data": "9mobile data",
  "dstv": "DStv",
  "gotv": "GOtv",
  "startimes": "StarTimes",
  "showmax": "Showmax",
  "ikeja-electric": "Ikeja Electric",
  "eko-electric": "Eko Electric",
  "abuja-electric": "Abuja Electric",
  "ibadan-electric": "Ibadan Electric",
  "kano-electric": "Kano Electric",
  "portharcourt-electric": "Port Harcourt Electric",
  "enugu-electric": "Enugu Electric",
  "jos-electric": "Jos Electric",
  "kaduna-electric": "Kaduna Electric",
  "benin-electric": "Benin Electric",
  "jamb": "JAMB",
  "waec": "WAEC result checker",
  "waec-registration": "WAEC registration"
};

export const EVENTS = [
  "airtime.purchase.success",
  "airtime.purchase.failed",
  "airtime.purchase.pending",
  "data.purchase.success",
  "data.purchase.failed",
  "transaction.requery"
] as const;

export const ENDPOINTS = [
  "POST /v1/airtime/purchase",
  "GET /v1/data/plans",
  "POST /v1/data/purchase",
  "POST /v1/cabletv/variations",
  "POST /v1/cabletv/verify",
  "POST /v1/cabletv/purchase",
  "POST /v1/electricity/verify",
  "POST /v1/electricity/purchase",
  "GET /v1/exams",
  "POST /v1/exams/verify",
  "POST /v1/exams/purchase",
  "GET /v1/services",
  "GET /v1/prices",
  "POST /v1/transaction/status",
  "POST /v1/transaction/claim",
  "GET /v1/transactions",
  "GET /v1/transactions/changes",
  "POST /v1/webhook/set",
  "GET /v1/webhook/get",
  "GET /v1/wallet/balance",
  "GET /v1/wallet/funding-accounts",
  "GET /v1/wallet/entries",
  "POST /v1/test/wallet/fund",
  "POST /v1/test/reset",
  "GET /v1/test/events",
  "POST /v1/test/events"
] as const;
