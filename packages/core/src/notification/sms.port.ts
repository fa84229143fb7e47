/**
 * Sends one text message to a phone (11 digits beginning with 0). The promise rejects unless the message is known to be
 * accepted; the caller then tries again later.
 */
export interface SmsSender {
  send(phone: string, text: string): Promise<void>;
}
