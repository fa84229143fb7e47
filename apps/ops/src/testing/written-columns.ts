/**
 * Every column that a role of the database may write (I: insert, U: update), and every table whose rows it may delete
 * (D), each with the reason why that is safe. Who adds a right writes a line here, after a thought about what
 * somebody who has stolen the role could do with it. One line for each, in order, so that branches merge.
 */
export const WRITTEN = `
account.buying_cap_kobo: dashboard U: an owner allows buying by hand, with a fresh code
account.factor_required: dashboard U: operators open accounts and set their terms
account.limit_lookups: dashboard U, ops U: operators open accounts and set their terms
account.limit_other: dashboard U, ops U: operators open accounts and set their terms
account.limit_purchases: dashboard U, ops U: operators open accounts and set their terms
account.limit_status: dashboard U, ops U: operators open accounts and set their terms
account.low_balance_kobo: dashboard U, ops U: operators open accounts and set their terms
account.low_balance_mailed_at: service U: operators open accounts and set their terms
account.status: dashboard U, ops U: operators open accounts and set their terms
account.time_zone: dashboard U, ops U: operators open accounts and set their terms
account.webhook_failing_mailed_at: service U: operators open accounts and set their terms
account.webhook_url: dashboard U, ops U, service U: operators open accounts and set their terms
account.webhook_well_at: service U: operators open accounts and set their terms
api_key.account_id: dashboard I, ops I: operators and owners make, limit and revoke keys
api_key.allowed_cidrs: dashboard IU, ops IU: operators and owners make, limit and revoke keys
api_key.created_at: dashboard I, ops I: operators and owners make, limit and revoke keys
api_key.daily_limit_kobo: dashboard IU, ops IU: operators and owners make, limit and revoke keys
api_key.digest: dashboard I, ops I: operators and owners make, limit and revoke keys
api_key.display: dashboard I, ops I: operators and owners make, limit and revoke keys
api_key.expires_at: dashboard IU, ops IU: operators and owners make, limit and revoke keys
api_key.id: dashboard I, ops I: operators and owners make, limit and revoke keys
api_key.key_version: dashboard I, ops I: operators and owners make, limit and revoke keys
api_key.last_used_at: dashboard I, ops I, service U: operators and owners make, limit and revoke keys
api_key.master_fingerprint: dashboard I, ops IU: operators and owners make, limit and revoke keys
api_key.name: dashboard I, ops I: operators and owners make, limit and revoke keys
api_key.revoked_at: dashboard IU, ops IU: operators and owners make, limit and revoke keys
api_key.scope: dashboard IU, ops IU: operators and owners make, limit and revoke keys
api_key.secret_encrypted: dashboard I, ops IU: operators and owners make, limit and revoke keys
attempt_check.answer: service IU: a worker asks a closed attempt once more
attempt_check.asked_at: service IU: a worker asks a closed attempt once more
attempt_check.cost_kobo: service IU: a worker asks a closed attempt once more
attempt_check.number: service I: a worker asks a closed attempt once more
attempt_check.provider: service I: a worker asks a closed attempt once more
attempt_check.purchase_id: service I: a worker asks a closed attempt once more
attempt_check.sent_at: service I: a worker asks a closed attempt once more
audit_log.account_id: dashboard I, ops I, service I: everybody adds what they did; triggers keep it
audit_log.action: dashboard I, ops I, service I: everybody adds what they did; triggers keep it
audit_log.actor_kind: dashboard I, ops I, service I: everybody adds what they did; triggers keep it
audit_log.address: dashboard I, ops I, service I: everybody adds what they did; triggers keep it
audit_log.after: dashboard I, ops I, service I: everybody adds what they did; triggers keep it
audit_log.before: dashboard I, ops I, service I: everybody adds what they did; triggers keep it
audit_log.details: dashboard I, ops I, service I: everybody adds what they did; triggers keep it
audit_log.note: dashboard I, ops I, service I: everybody adds what they did; triggers keep it
audit_log.os_user: dashboard I, ops I, service I: everybody adds what they did; triggers keep it
audit_log.request_id: dashboard I, ops I, service I: everybody adds what they did; triggers keep it
audit_log.request_ref: dashboard I, ops I, service I: everybody adds what they did; triggers keep it
audit_log.session_id: dashboard I, ops I, service I: everybody adds what they did; triggers keep it
audit_log.subject: dashboard I, ops I, service I: everybody adds what they did; triggers keep it
audit_log.subject_id: dashboard I, ops I, service I: everybody adds what they did; triggers keep it
audit_log.subject_is_person: dashboard I, ops I, service I: everybody adds what they did; triggers keep it
audit_log.user_email: dashboard I, ops I, service I: everybody adds what they did; triggers keep it
audit_log.user_id: dashboard I, ops I, service I: everybody adds what they did; triggers keep it
balance_snapshot.at: dashboard I, ops I, service I: what a provider said of its float
balance_snapshot.balance_kobo: dashboard I, ops I, service I: what a provider said of its float
balance_snapshot.id: dashboard I, ops I, service I: what a provider said of its float
balance_snapshot.in_flight_kobo: dashboard I, ops I, service I: what a provider said of its float
balance_snapshot.provider: dashboard I, ops I, service I: what a provider said of its float
batch_row.accepted_at: dashboard I: a person opens a batch; functions judge cap and state when they sell it
batch_row.account_id: dashboard I: a person opens a batch; functions judge cap and state when they sell it
batch_row.amount_kobo: dashboard IU: a person opens a batch; functions judge cap and state when they sell it
batch_row.batch_id: dashboard I: a person opens a batch; functions judge cap and state when they sell it
batch_row.error: dashboard I: a person opens a batch; functions judge cap and state when they sell it
batch_row.last_error: dashboard I: a person opens a batch; functions judge cap and state when they sell it
batch_row.n: dashboard I: a person opens a batch; functions judge cap and state when they sell it
batch_row.next_try_at: dashboard I: a person opens a batch; functions judge cap and state when they sell it
batch_row.ordered: dashboard IU: a person opens a batch; functions judge cap and state when they sell it
batch_row.plan_id: dashboard I: a person opens a batch; functions judge cap and state when they sell it
batch_row.product_type: dashboard I: a person opens a batch; functions judge cap and state when they sell it
batch_row.purchase_id: dashboard I: a person opens a batch; functions judge cap and state when they sell it
batch_row.request_ref: dashboard I: a person opens a batch; functions judge cap and state when they sell it
batch_row.state: dashboard I: a person opens a batch; functions judge cap and state when they sell it
books_check.fault: dashboard IU, ops IU: when the books were verified
books_check.findings: dashboard IU, ops IU: when the books were verified
books_check.finished_at: dashboard IU, ops IU: when the books were verified
books_check.id: dashboard IU, ops IU: when the books were verified
books_check.seen_at: dashboard IU, ops IU: when the books were verified
books_check.sound: dashboard IU, ops IU: when the books were verified
books_check.started_at: dashboard IU, ops IU: when the books were verified
books_check.started_by: dashboard IU, ops IU: when the books were verified
books_check.totals: dashboard IU, ops IU: when the books were verified
catalogue_state.daily_loss_cap_kobo: service U: DAILY_LOSS_CAP_NAIRA, a setting of the workers
catalogue_state.sync_asked_at: service U: a provider has announced new plans
catalogue_sync.fault: dashboard IU, ops IU, service IU: the course of a sync, for the console
catalogue_sync.finished_at: dashboard IU, ops IU, service IU: the course of a sync, for the console
catalogue_sync.id: dashboard IU, ops IU, service IU: the course of a sync, for the console
catalogue_sync.seen_at: dashboard IU, ops IU, service IU: the course of a sync, for the console
catalogue_sync.started_at: dashboard IU, ops IU, service IU: the course of a sync, for the console
catalogue_sync.started_by: dashboard IU, ops IU, service IU: the course of a sync, for the console
catalogue_sync.steps: dashboard IU, ops IU, service IU: the course of a sync, for the console
catalogue_sync.summary: dashboard IU, ops IU, service IU: the course of a sync, for the console
closed_attempt.asking_until: service U: a worker asks a closed attempt once more
closed_attempt.checked_at: service U: a worker asks a closed attempt once more
closed_day.attempts: dashboard I, ops I: operators close a day that agrees; triggers keep it
closed_day.basis: dashboard I, ops I: operators close a day that agrees; triggers keep it
closed_day.carried_kobo: dashboard I, ops I: operators close a day that agrees; triggers keep it
closed_day.closed_at: dashboard I, ops I: operators close a day that agrees; triggers keep it
closed_day.closed_by: dashboard I, ops I: operators close a day that agrees; triggers keep it
closed_day.closes_at: dashboard I, ops I: operators close a day that agrees; triggers keep it
closed_day.closing_kobo: dashboard I, ops I: operators close a day that agrees; triggers keep it
closed_day.cost_kobo: dashboard I, ops I: operators close a day that agrees; triggers keep it
closed_day.credits_kobo: dashboard I, ops I: operators close a day that agrees; triggers keep it
closed_day.day: dashboard I, ops I: operators close a day that agrees; triggers keep it
closed_day.debits_kobo: dashboard I, ops I: operators close a day that agrees; triggers keep it
closed_day.earlier_kobo: dashboard I, ops I: operators close a day that agrees; triggers keep it
closed_day.entries_kobo: dashboard I, ops I: operators close a day that agrees; triggers keep it
closed_day.float_closing_kobo: dashboard I, ops I: operators close a day that agrees; triggers keep it
closed_day.float_opening_kobo: dashboard I, ops I: operators close a day that agrees; triggers keep it
closed_day.opening_kobo: dashboard I, ops I: operators close a day that agrees; triggers keep it
closed_day.opens_at: dashboard I, ops I: operators close a day that agrees; triggers keep it
closed_day.provider: dashboard I, ops I: operators close a day that agrees; triggers keep it
closed_day.rows: dashboard I, ops I: operators close a day that agrees; triggers keep it
closed_day.unlisted_kobo: dashboard I, ops I: operators close a day that agrees; triggers keep it
collection_day.booked: service IU: what a worker compared with the collector's list; it moves no money
collection_day.booked_kobo: service IU: what a worker compared with the collector's list; it moves no money
collection_day.collector: service IU: what a worker compared with the collector's list; it moves no money
collection_day.compared_at: service IU: what a worker compared with the collector's list; it moves no money
collection_day.day: service IU: what a worker compared with the collector's list; it moves no money
collection_day.listed: service IU: what a worker compared with the collector's list; it moves no money
collection_day.listed_kobo: service IU: what a worker compared with the collector's list; it moves no money
collection_notice.collector: dashboard I, ops I, service IU: a reference to ask the collector about; it is believed in nothing
collection_notice.next_at: dashboard I, ops IU, service IU: a reference to ask the collector about; it is believed in nothing
collection_notice.noticed_at: dashboard I, ops I, service IU: a reference to ask the collector about; it is believed in nothing
collection_notice.reference: dashboard I, ops I, service IU: a reference to ask the collector about; it is believed in nothing
collection_notice.tries: dashboard I, ops I, service IU: a reference to ask the collector about; it is believed in nothing
collection_notice.unread_since: dashboard I, ops I, service IU: a reference to ask the collector about; it is believed in nothing
collection_notice: service D: a reference to ask the collector about; it is believed in nothing
dashboard_credential.access_token: dashboard IU: sign-in; triggers guard those of operators
dashboard_credential.access_token_expires_at: dashboard IU: sign-in; triggers guard those of operators
dashboard_credential.account_id: dashboard IU: sign-in; triggers guard those of operators
dashboard_credential.created_at: dashboard IU: sign-in; triggers guard those of operators
dashboard_credential.id: dashboard IU: sign-in; triggers guard those of operators
dashboard_credential.id_token: dashboard IU: sign-in; triggers guard those of operators
dashboard_credential.password: dashboard IU: sign-in; triggers guard those of operators
dashboard_credential.provider_id: dashboard IU: sign-in; triggers guard those of operators
dashboard_credential.refresh_token: dashboard IU: sign-in; triggers guard those of operators
dashboard_credential.refresh_token_expires_at: dashboard IU: sign-in; triggers guard those of operators
dashboard_credential.scope: dashboard IU: sign-in; triggers guard those of operators
dashboard_credential.updated_at: dashboard IU: sign-in; triggers guard those of operators
dashboard_credential.user_id: dashboard IU: sign-in; triggers guard those of operators
dashboard_credential: dashboard D: sign-in; triggers guard those of operators
dashboard_device.created_at: dashboard IU: sign-in
dashboard_device.digest: dashboard IU: sign-in
dashboard_device.last_seen_at: dashboard IU: sign-in
dashboard_device.user_id: dashboard IU: sign-in
dashboard_device: dashboard D: sign-in
dashboard_link.created_at: dashboard IU: sign-in; triggers guard those of operators
dashboard_link.digest: dashboard IU: sign-in; triggers guard those of operators
dashboard_link.expires_at: dashboard IU: sign-in; triggers guard those of operators
dashboard_link.user_id: dashboard IU: sign-in; triggers guard those of operators
dashboard_link: dashboard D: sign-in; triggers guard those of operators
dashboard_rate_limit.count: dashboard IU: sign-in
dashboard_rate_limit.ends_at: dashboard IU: sign-in
dashboard_rate_limit.key: dashboard IU: sign-in
dashboard_rate_limit.next_at: dashboard IU: sign-in
dashboard_rate_limit: dashboard D: sign-in
dashboard_session.created_at: dashboard IU: sign-in
dashboard_session.expires_at: dashboard IU: sign-in
dashboard_session.factor_at: dashboard IU: sign-in
dashboard_session.id: dashboard IU: sign-in
dashboard_session.ip_address: dashboard IU: sign-in
dashboard_session.last_seen_at: dashboard IU: sign-in
dashboard_session.token: dashboard IU: sign-in
dashboard_session.updated_at: dashboard IU: sign-in
dashboard_session.user_agent: dashboard IU: sign-in
dashboard_session.user_id: dashboard IU: sign-in
dashboard_session: dashboard D: sign-in
dashboard_two_factor.backup_codes: dashboard IU: sign-in; triggers guard those of operators
dashboard_two_factor.enrolled_at: dashboard IU: sign-in; triggers guard those of operators
dashboard_two_factor.failed_verification_count: dashboard IU: sign-in; triggers guard those of operators
dashboard_two_factor.id: dashboard IU: sign-in; triggers guard those of operators
dashboard_two_factor.last_step: dashboard IU: sign-in; triggers guard those of operators
dashboard_two_factor.locked_until: dashboard IU: sign-in; triggers guard those of operators
dashboard_two_factor.secret: dashboard IU: sign-in; triggers guard those of operators
dashboard_two_factor.user_id: dashboard IU: sign-in; triggers guard those of operators
dashboard_two_factor.verified: dashboard IU: sign-in; triggers guard those of operators
dashboard_two_factor: dashboard D: sign-in; triggers guard those of operators
dashboard_user.account_id: dashboard IU: sign-in; triggers guard operators
dashboard_user.disabled_at: dashboard U: sign-in; triggers guard operators
dashboard_user.email: dashboard I: sign-in; triggers guard operators
dashboard_user.id: dashboard I: sign-in; triggers guard operators
dashboard_user.last_sign_in_at: dashboard U: sign-in; triggers guard operators
dashboard_user.name: dashboard IU: sign-in; triggers guard operators
dashboard_user.role: dashboard IU: sign-in; triggers guard operators
dashboard_user.two_factor_enabled: dashboard U: sign-in; triggers guard operators
dashboard_user.updated_at: dashboard U: sign-in; triggers guard operators
dashboard_verification.created_at: dashboard IU: sign-in
dashboard_verification.expires_at: dashboard IU: sign-in
dashboard_verification.id: dashboard IU: sign-in
dashboard_verification.identifier: dashboard IU: sign-in
dashboard_verification.updated_at: dashboard IU: sign-in
dashboard_verification.value: dashboard IU: sign-in
dashboard_verification: dashboard D: sign-in
data_plan.cost_kobo: dashboard IU, ops IU, service IU: a sync; a worker alone lowers it (hold_lower_cost)
data_plan.cost_seen_at: dashboard IU, ops IU, service IU: a sync; operators announce, withdraw and restore
data_plan.created_at: dashboard I, ops I, service I: a sync; operators announce, withdraw and restore
data_plan.id: dashboard I, ops I, service I: a sync; operators announce, withdraw and restore
data_plan.is_active: dashboard IU, ops IU, service IU: a sync; a worker alone lists a plan (hold_lower_cost)
data_plan.lower_cost_kobo: dashboard I, ops I, service I: it holds only where a worker reads the same cost
data_plan.name: dashboard IU, ops IU, service IU: a sync; operators announce, withdraw and restore
data_plan.network: dashboard IU, ops IU, service IU: a sync; operators announce, withdraw and restore
data_plan.plan_id: dashboard IU, ops IU, service I: a sync; operators announce, withdraw and restore
data_plan.plan_name: dashboard IU, ops IU, service IU: a sync; operators announce, withdraw and restore
data_plan.provider_code: dashboard I, ops I, service I: a sync; operators announce, withdraw and restore
data_plan.provider_service: dashboard I, ops I, service I: a sync; operators announce, withdraw and restore
data_plan.updated_at: dashboard IU, ops IU, service IU: a sync; operators announce, withdraw and restore
data_plan.validity: dashboard IU, ops IU, service IU: a sync; operators announce, withdraw and restore
discount: dashboard D, ops D: without it the tier pays the face value; set_discount alone writes one
float_entry.amount_kobo: dashboard I, ops I: operators note transfers to a provider; it moves no money
float_entry.day: dashboard I, ops I: operators note transfers to a provider; it moves no money
float_entry.finding_id: dashboard I, ops I: operators note transfers to a provider; it moves no money
float_entry.id: dashboard I, ops I: operators note transfers to a provider; it moves no money
float_entry.note: dashboard I, ops I: operators note transfers to a provider; it moves no money
float_entry.provider: dashboard I, ops I: operators note transfers to a provider; it moves no money
float_entry.written_at: dashboard I, ops I: operators note transfers to a provider; it moves no money
float_entry.written_by: dashboard I, ops I: operators note transfers to a provider; it moves no money
funding_account.account_id: dashboard I, ops I: the account at the collector, and which banks it has; it moves no money
funding_account.asked_at: dashboard I, ops I: the account at the collector, and which banks it has; it moves no money
funding_account.banks: dashboard IU, ops IU, service U: the account at the collector, and which banks it has; it moves no money
funding_account.collector: dashboard I, ops I: the account at the collector, and which banks it has; it moves no money
funding_account.paid_at: dashboard I, ops I: the account at the collector, and which banks it has; it moves no money
funding_account.read_at: dashboard IU, ops IU, service U: the account at the collector, and which banks it has; it moves no money
funding_account.swept_at: dashboard IU, ops IU, service U: the account at the collector, and which banks it has; it moves no money
funding_account.unread_since: dashboard IU, ops IU, service U: the account at the collector, and which banks it has; it moves no money
known_server.identity: ops U: lets services start after a restore
known_server.since: ops U: lets services start after a restore
known_server.single: ops U: lets services start after a restore
last_backup.at: ops IU: notes a backup
last_backup.first_at: ops IU: notes a backup
last_backup.sound: ops IU: notes a backup
last_backup.task: ops IU: notes a backup
loss.noted_at: service U: a worker has raised the alert; functions alone write a loss
mail.account_id: dashboard I, ops I, service IU: letters wait here until a worker sends them
mail.attempts: dashboard I, ops I, service IU: letters wait here until a worker sends them
mail.created_at: dashboard I, ops I, service IU: letters wait here until a worker sends them
mail.email: dashboard I, ops I, service IU: letters wait here until a worker sends them
mail.error: dashboard I, ops I, service IU: letters wait here until a worker sends them
mail.finished_at: dashboard I, ops I, service IU: letters wait here until a worker sends them
mail.id: dashboard I, ops I, service IU: letters wait here until a worker sends them
mail.next_attempt_at: dashboard I, ops I, service IU: letters wait here until a worker sends them
mail.state: dashboard I, ops I, service IU: letters wait here until a worker sends them
mail.subject: dashboard I, ops I, service IU: letters wait here until a worker sends them
mail.text: dashboard I, ops I, service IU: letters wait here until a worker sends them
mail.user_id: dashboard I, ops I, service IU: letters wait here until a worker sends them
mail: service D: letters wait here until a worker sends them
notification.attempts: dashboard IU, ops IU, service IU: messages to customers wait here until they are sent
notification.created_at: dashboard IU, ops IU, service IU: messages to customers wait here until they are sent
notification.error: dashboard IU, ops IU, service IU: messages to customers wait here until they are sent
notification.finished_at: dashboard IU, ops IU, service IU: messages to customers wait here until they are sent
notification.id: dashboard IU, ops IU, service IU: messages to customers wait here until they are sent
notification.kind: dashboard IU, ops IU, service IU: messages to customers wait here until they are sent
notification.next_attempt_at: dashboard IU, ops IU, service IU: messages to customers wait here until they are sent
notification.purchase_id: dashboard IU, ops IU, service IU: messages to customers wait here until they are sent
notification.state: dashboard IU, ops IU, service IU: messages to customers wait here until they are sent
plan_price: dashboard D, ops D: without it the tier pays its markup; set_plan_price alone writes one
plan_stop.noted_at: service U: a worker has raised the alert; functions alone begin and end a hold
product_mapping.created_at: dashboard I, ops I, service I: a dearer product gets no orders
product_mapping.decided_at: dashboard IU, ops IU, service IU: a dearer product gets no orders
product_mapping.decided_by: dashboard IU, ops IU, service IU: a dearer product gets no orders
product_mapping.id: dashboard I, ops I, service I: a dearer product gets no orders
product_mapping.product_type: dashboard I, ops I, service I: a dearer product gets no orders
product_mapping.provider: dashboard I, ops I, service I: a dearer product gets no orders
product_mapping.provider_product_id: dashboard I, ops I, service I: a dearer product gets no orders
product_mapping.service_id: dashboard I, ops I, service I: a dearer product gets no orders
product_mapping.status: dashboard IU, ops IU, service IU: a dearer product gets no orders
product_mapping.variation_code: dashboard I, ops I, service I: a dearer product gets no orders
provider_breaker.accounts: service IU: workers report their own breakers
provider_breaker.breaker: service IU: workers report their own breakers
provider_breaker.detail: service IU: workers report their own breakers
provider_breaker.left_kobo: service IU: workers report their own breakers
provider_breaker.process: service IU: workers report their own breakers
provider_breaker.provider: service IU: workers report their own breakers
provider_breaker.reason: service IU: workers report their own breakers
provider_breaker.seen_at: service IU: workers report their own breakers
provider_breaker.since: service IU: workers report their own breakers
provider_breaker.state: service IU: workers report their own breakers
provider_breaker: service D: workers report their own breakers
provider_float.alert_kobo: service IU: what a provider said of its float
provider_float.balance_kobo: service IU: what a provider said of its float
provider_float.provider: service IU: what a provider said of its float
provider_float.read_at: service IU: what a provider said of its float
provider_product.amount: dashboard IU, ops IU, service IU: a worker alone makes it cheaper (hold_cheaper_product)
provider_product.code: dashboard I, ops I, service I: a sync writes what a provider lists
provider_product.cost_kobo: dashboard IU, ops IU, service IU: a worker alone makes it cheaper (hold_cheaper_product)
provider_product.first_seen_at: dashboard I, ops I, service I: a sync writes what a provider lists
provider_product.gone_at: dashboard IU, ops IU, service IU: a worker alone makes it cheaper (hold_cheaper_product)
provider_product.id: dashboard I, ops I, service I: a sync writes what a provider lists
provider_product.last_seen_at: dashboard IU, ops IU, service IU: a sync writes what a provider lists
provider_product.least_kobo: dashboard IU, ops IU, service IU: a sync writes what a provider lists
provider_product.meter_type: dashboard IU, ops IU, service IU: a sync writes what a provider lists
provider_product.most_kobo: dashboard IU, ops IU, service IU: a sync writes what a provider lists
provider_product.name: dashboard IU, ops IU, service IU: a sync writes what a provider lists
provider_product.product_type: dashboard I, ops I, service I: a sync writes what a provider lists
provider_product.provider: dashboard I, ops I, service I: a sync writes what a provider lists
provider_product.service_id: dashboard IU, ops IU, service IU: a sync writes what a provider lists
provider_switch.breaker: dashboard I, ops I, service I: operators close a provider; a worker may too
provider_switch.closed_at: dashboard I, ops I, service IU: operators close a provider; a worker may too
provider_switch.closed_by: dashboard I, ops I, service IU: operators close a provider; a worker may too
provider_switch.provider: dashboard I, ops I, service I: operators close a provider; a worker may too
provider_switch.reason: dashboard I, ops I, service IU: operators close a provider; a worker may too
provider_switch: dashboard D, ops D: operators close a provider; a worker may too
purchase.needs_review: dashboard U, ops U: when to ask again; functions move money
purchase.next_check_at: dashboard U, ops U, service U: when to ask again; functions move money
purchase.review_note: dashboard U, ops U: when to ask again; functions move money
purchase.reviewed_at: dashboard U, ops U: when to ask again; functions move money
purchase_batch.account_id: dashboard I: a person opens a batch; functions judge cap and state when they sell it
purchase_batch.code: dashboard I: a person opens a batch; functions judge cap and state when they sell it
purchase_batch.confirmed_at: dashboard I: a person opens a batch; functions judge cap and state when they sell it
purchase_batch.confirmed_by: dashboard I: a person opens a batch; functions judge cap and state when they sell it
purchase_batch.ended_at: dashboard I: a person opens a batch; functions judge cap and state when they sell it
purchase_batch.file_name: dashboard I: a person opens a batch; functions judge cap and state when they sell it
purchase_batch.id: dashboard I: a person opens a batch; functions judge cap and state when they sell it
purchase_batch.notes: dashboard I: a person opens a batch; functions judge cap and state when they sell it
purchase_batch.opened_at: dashboard I: a person opens a batch; functions judge cap and state when they sell it
purchase_batch.opened_by: dashboard I: a person opens a batch; functions judge cap and state when they sell it
purchase_batch.paused_for: dashboard I: a person opens a batch; functions judge cap and state when they sell it
purchase_batch.rows: dashboard I: a person opens a batch; functions judge cap and state when they sell it
purchase_batch.source: dashboard I: a person opens a batch; functions judge cap and state when they sell it
purchase_batch.state: dashboard I: a person opens a batch; functions judge cap and state when they sell it
purchase_batch.total_kobo: dashboard IU: a person opens a batch; functions judge cap and state when they sell it
reconciliation_finding.cleared_at: dashboard IU, ops IU, service IU: it moves no money
reconciliation_finding.day: dashboard I, ops I, service I: it moves no money
reconciliation_finding.difference_kobo: dashboard I, ops I, service I: it moves no money
reconciliation_finding.facts: dashboard IU, ops IU, service IU: it moves no money
reconciliation_finding.found_at: dashboard I, ops I, service I: it moves no money
reconciliation_finding.id: dashboard I, ops I, service I: it moves no money
reconciliation_finding.kind: dashboard I, ops I, service I: it moves no money
reconciliation_finding.note: dashboard IU, ops IU, service I: it moves no money
reconciliation_finding.number: dashboard I, ops I, service I: it moves no money
reconciliation_finding.provider: dashboard I, ops I, service I: it moves no money
reconciliation_finding.purchase_id: dashboard I, ops I, service I: it moves no money
reconciliation_finding.resolution: dashboard IU, ops IU, service I: it moves no money
reconciliation_finding.resolved_at: dashboard IU, ops IU, service I: it moves no money
reconciliation_finding.resolved_by: dashboard IU, ops IU, service I: it moves no money
reconciliation_finding.row_id: dashboard I, ops I, service I: it moves no money
reconciliation_finding.subject: dashboard I, ops I, service I: it moves no money
reconciliation_finding.suggested_row_id: dashboard IU, ops IU, service IU: it moves no money
reconciliation_turn.begun_at: service IU: whose turn it is among workers
reconciliation_turn.provider: service IU: whose turn it is among workers
reconciliation_turn.task: service IU: whose turn it is among workers
request_log.account_id: service I: what clients sent, for them to read
request_log.answer: service I: what clients sent, for them to read
request_log.api_key_id: service I: what clients sent, for them to read
request_log.at: service I: what clients sent, for them to read
request_log.duration_ms: service I: what clients sent, for them to read
request_log.error_code: service I: what clients sent, for them to read
request_log.id: service I: what clients sent, for them to read
request_log.method: service I: what clients sent, for them to read
request_log.path: service I: what clients sent, for them to read
request_log.reference: service I: what clients sent, for them to read
request_log.request: service I: what clients sent, for them to read
request_log.request_id: service I: what clients sent, for them to read
request_log.status: service I: what clients sent, for them to read
request_log_day.account_id: service I: an api counts what the log keeps of an account and day
request_log_day.body_bytes: service IU: an api counts what the log keeps of an account and day
request_log_day.day: service I: an api counts what the log keeps of an account and day
request_log_day.requests: service IU: an api counts what the log keeps of an account and day
routing_activation.activated_at: dashboard I, ops I: operators choose who serves
routing_activation.activated_by: dashboard I, ops I: operators choose who serves
routing_activation.id: dashboard I, ops I: operators choose who serves
routing_activation.version: dashboard I, ops I: operators choose who serves
routing_rule.account_id: dashboard I, ops I: operators choose who serves
routing_rule.enabled: dashboard I, ops I: operators choose who serves
routing_rule.least_kobo: dashboard I, ops I: operators choose who serves
routing_rule.most_kobo: dashboard I, ops I: operators choose who serves
routing_rule.position: dashboard I, ops I: operators choose who serves
routing_rule.product_type: dashboard I, ops I: operators choose who serves
routing_rule.provider: dashboard I, ops I: operators choose who serves
routing_rule.service_id: dashboard I, ops I: operators choose who serves
routing_rule.version: dashboard I, ops I: operators choose who serves
routing_version.created_at: dashboard I, ops I: operators choose who serves
routing_version.created_by: dashboard I, ops I: operators choose who serves
routing_version.note: dashboard I, ops I: operators choose who serves
routing_version.number: dashboard I, ops I: operators choose who serves
sales_day.charged_kobo: service I: sums of finished days, which a worker makes; no money moves by them
sales_day.cost_kobo: service I: sums of finished days, which a worker makes; no money moves by them
sales_day.day: service I: sums of finished days, which a worker makes; no money moves by them
sales_day.face_kobo: service I: sums of finished days, which a worker makes; no money moves by them
sales_day.product_type: service I: sums of finished days, which a worker makes; no money moves by them
sales_day.provider: service I: sums of finished days, which a worker makes; no money moves by them
sales_day.purchases: service I: sums of finished days, which a worker makes; no money moves by them
sales_day.service: service I: sums of finished days, which a worker makes; no money moves by them
sales_day.tier_id: service I: sums of finished days, which a worker makes; no money moves by them
sales_day.unknown: service I: sums of finished days, which a worker makes; no money moves by them
sales_day.unknown_kobo: service I: sums of finished days, which a worker makes; no money moves by them
sales_day: service D: sums of finished days, which a worker makes; no money moves by them
service_state.judged_at: service IU: workers write the state, operators the message
service_state.message: dashboard IU, ops IU: workers write the state, operators the message
service_state.message_until: dashboard IU, ops IU: workers write the state, operators the message
service_state.product_type: dashboard I, ops I, service I: workers write the state, operators the message
service_state.service: dashboard I, ops I, service I: workers write the state, operators the message
service_state.since: service U: workers write the state, operators the message
service_state.state: service IU: workers write the state, operators the message
simulated_order.account_id: dashboard I, ops I, service I: the simulator's orders are test money
simulated_order.known_from: dashboard I, ops I, service I: the simulator's orders are test money
simulated_order.provider_ref: dashboard I, ops I, service I: the simulator's orders are test money
simulated_order.requeries: dashboard IU, ops IU, service IU: the simulator's orders are test money
simulated_order.token: dashboard I, ops I, service I: the simulator's orders are test money
statement_match.how: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_match.matched_at: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_match.matched_by: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_match.number: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_match.purchase_id: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_match.row_id: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_match.sent_at: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_pull.added: dashboard IU, ops IU, service I: statements compared with what was booked
statement_pull.fault: dashboard I, ops I, service I: statements compared with what was booked
statement_pull.id: dashboard I, ops I, service I: statements compared with what was booked
statement_pull.provider: dashboard I, ops I, service I: statements compared with what was booked
statement_pull.pulled_at: dashboard I, ops I, service I: statements compared with what was booked
statement_pull.rows: dashboard I, ops I, service I: statements compared with what was booked
statement_pull.since: dashboard I, ops I, service I: statements compared with what was booked
statement_pull.source: dashboard I, ops I, service I: statements compared with what was booked
statement_pull.until: dashboard I, ops I, service I: statements compared with what was booked
statement_row.amount_kobo: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_row.at: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_row.balance_after_kobo: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_row.balance_before_kobo: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_row.day: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_row.direction: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_row.id: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_row.kind: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_row.provider: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_row.provider_ref: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_row.provider_transaction_id: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_row.pull_id: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_row.raw: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_row.recorded_at: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_row.row_id: dashboard I, ops I, service I: it moves no money; triggers keep it
statement_row.source: dashboard I, ops I, service I: it moves no money; triggers keep it
tier.created_at: dashboard I, ops I: a markup is never negative (CHECK), so no price by it is below cost
tier.id: dashboard I, ops I: a markup is never negative (CHECK), so no price by it is below cost
tier.markup_bps: dashboard IU, ops IU: a markup is never negative (CHECK), so no price by it is below cost
tier.name: dashboard I, ops I: a markup is never negative (CHECK), so no price by it is below cost
webhook_event.account_id: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_event.asked_by: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_event.claimed_at: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_event.created_at: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_event.details: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_event.duration_ms: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_event.error: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_event.event: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_event.finished_at: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_event.http_status: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_event.id: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_event.purchase_id: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_event.resent_from: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_event.response: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_event.sent_at: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_event.sent_timestamp: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_event.seq: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_event.state: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_event.status: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_event.url: dashboard IU, ops IU, service IU: events move from queued to delivered
webhook_resend.account_id: dashboard I, ops I, service U: a user asks to resend; a worker does it
webhook_resend.asked_by: dashboard I, ops I, service U: a user asks to resend; a worker does it
webhook_resend.created_at: dashboard I, ops I, service U: a user asks to resend; a worker does it
webhook_resend.delivered: dashboard I, ops I, service U: a user asks to resend; a worker does it
webhook_resend.failed: dashboard I, ops I, service U: a user asks to resend; a worker does it
webhook_resend.finished_at: dashboard I, ops I, service U: a user asks to resend; a worker does it
webhook_resend.id: dashboard I, ops I, service U: a user asks to resend; a worker does it
webhook_resend.next_at: dashboard I, ops I, service U: a user asks to resend; a worker does it
webhook_resend.since: dashboard I, ops I, service U: a user asks to resend; a worker does it
webhook_resend.skipped: dashboard I, ops I, service U: a user asks to resend; a worker does it
webhook_resend.stopped: dashboard IU, ops IU, service U: a user asks to resend; a worker does it
webhook_resend.total: dashboard I, ops I, service U: a user asks to resend; a worker does it
webhook_resend_event.delivery_id: dashboard I, ops I, service U: a user asks to resend; a worker does it
webhook_resend_event.event_id: dashboard I, ops I, service U: a user asks to resend; a worker does it
webhook_resend_event.resend_id: dashboard I, ops I, service U: a user asks to resend; a worker does it
webhook_resend_event.seq: dashboard I, ops I, service U: a user asks to resend; a worker does it
webhook_resend_event: service D: a user asks to resend; a worker does it
webhook_secret.account_id: dashboard I, ops I: owners make and rotate secrets; ops reseals them
webhook_secret.created_at: dashboard I, ops I: owners make and rotate secrets; ops reseals them
webhook_secret.display: dashboard I, ops I: owners make and rotate secrets; ops reseals them
webhook_secret.ends_at: dashboard IU, ops IU: owners make and rotate secrets; ops reseals them
webhook_secret.id: dashboard I, ops I: owners make and rotate secrets; ops reseals them
webhook_secret.key_version: dashboard I, ops I: owners make and rotate secrets; ops reseals them
webhook_secret.master_fingerprint: dashboard I, ops IU: owners make and rotate secrets; ops reseals them
webhook_secret.secret_encrypted: dashboard I, ops IU: owners make and rotate secrets; ops reseals them
`;
