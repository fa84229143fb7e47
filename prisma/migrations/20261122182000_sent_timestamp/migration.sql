-- The timestamp of an event has nine real digits of a second, and sent_at keeps six. The dashboard shows a request as it
-- was sent, so the text is kept too.
--
-- Expands only: a column without a default rewrites nothing. NULL: never sent, or sent by version 0.1.0, whose timestamp
-- has the milliseconds of sent_at and six zeros.
ALTER TABLE webhook_event ADD COLUMN sent_timestamp text;
